"""What every rule of the `tamaya` rulebook promises, on a fixed set of recorded states."""

from __future__ import annotations

import hashlib
import random
import re
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest

from tamaya import Card, Move, NotationError, Setup, State, UnknownNameError
from tamaya.rules import GENES, RuleSpec, rule, rule_names, rulebook
from tests.rules.recorded import answers, played_game, recorded_states, recorded_views
from tests.test_game import permuted

BOOK = rulebook("tamaya")
FIXED = [spec for spec in BOOK if "random" not in spec.name]
ENOUGH = 0.001
"""smallest share of states in which a rule must fire, and in which two rules must differ"""
both = pytest.mark.parametrize("players", [2, 4])


def test_the_book_is_as_large_as_promised() -> None:
    assert len(BOOK) >= 135
    assert len({spec.name for spec in BOOK}) >= 60
    assert len(set(BOOK)) == len(BOOK)
    assert {spec.name for spec in BOOK} == set(rule_names("tamaya"))


def test_old_entries_of_the_book_never_move() -> None:
    """Genomes of old runs name rules by number, so new rules are appended."""
    old = "\n".join(map(str, BOOK[:165]))
    digest = "07db5d2a70015e13e1d8cc5790ba88fe9f3221beb7650e6748d0f86c01fcd5ba"
    assert hashlib.sha256(old.encode()).hexdigest() == digest


def test_every_rule_has_a_scenario() -> None:
    scenarios = "".join(f.read_text() for f in Path(__file__).parent.glob("test_tamaya_*.py"))
    missing = [name for name in rule_names("tamaya") if not re.search(rf'"{name}["(]', scenarios)]
    assert not missing


def test_rulebooks_are_found_by_name() -> None:
    assert rulebook() == BOOK
    assert rulebook("published") == GENES
    with pytest.raises(UnknownNameError, match="no rulebook 'toto'"):
        rulebook("toto")


@pytest.mark.parametrize("spec", BOOK, ids=str)
def test_a_rule_is_what_its_text_says(spec: RuleSpec) -> None:
    assert rule(str(spec)) == spec
    assert spec.description.endswith(".")
    code = re.search(r"[{}=]|\w_\w", spec.description)
    assert code is None, "a description has no code in it"
    assert not re.search(r"\b1 (cards|tokens|ranks|lives|turns)\b", spec.description)
    with pytest.raises(NotationError):
        rule(f"{spec.name}(1, 2, 3, 4, 5)")


@both
def test_every_rule_makes_legal_moves_and_fires(players: int) -> None:
    moves = answers(BOOK, recorded_views(players))
    assert (moves >= -1).all(), "an illegal move"
    share = (moves >= 0).mean(axis=0)
    assert not [str(spec) for spec, s in zip(BOOK, share, strict=True) if s < ENOUGH]


@both
def test_any_two_rules_differ(players: int) -> None:
    moves = answers(BOOK, recorded_views(players))
    alike = [
        (str(BOOK[a]), str(BOOK[b]))
        for a in range(len(BOOK))
        for b in range(a)
        if (moves[:, a] != moves[:, b]).mean() < ENOUGH
    ]
    assert not alike


@both
def test_rules_say_the_same_when_asked_again(players: int) -> None:
    views = recorded_views(players)[:1000]
    assert np.array_equal(answers(BOOK, views, seed=3), answers(BOOK, views, seed=3))
    assert np.array_equal(answers(FIXED, views, seed=3), answers(FIXED, views, seed=4))


@both
def test_hidden_cards_do_not_matter(players: int) -> None:
    rng = random.Random(1)
    pairs = [(s, permuted(s, s.current, rng)) for s in rng.sample(recorded_states(players), 150)]
    states = [(state, other) for state, other in pairs if other is not None]
    assert len(states) > 100
    moves = answers(BOOK, [state.view(state.current) for state, _ in states])
    again = answers(BOOK, [other.view(state.current) for state, other in states])
    assert np.array_equal(moves, again)


def recolored(state: State, colors: dict[str, str]) -> State:
    """The same game with other colors."""
    deck = [Card(f"{colors[card.color]}{card.rank}") for card in state.full_deck]
    game = State.from_deck(deck, state.setup)
    for event in state.events:
        assert event.move is not None
        game.apply(recolored_move(event.move, colors))
    return game


def recolored_move(move: Move, colors: dict[str, str]) -> Move:
    if move.color is None or move.offset is None:
        return move
    return Move.hint_color(move.offset, colors[move.color])


@both
def test_which_color_is_which_does_not_matter(players: int) -> None:
    setup = Setup.standard(players)
    colors = dict(zip("rygwb", "wbryg", strict=True))
    actions = [Move.from_action_id(n, setup) for n in range(setup.actions)]
    mapped = [recolored_move(move, colors).action_id(setup) for move in actions]
    after = np.array([*mapped, -2, -1])
    states = recorded_states(players)[::4]
    moves = answers(FIXED, [state.view(state.current) for state in states])
    other = [recolored(state, colors) for state in states]
    again = answers(FIXED, [state.view(state.current) for state in other])
    wrong = (after[moves] != again).any(axis=0)
    assert not [str(spec) for spec, w in zip(FIXED, wrong, strict=True) if w]


UNUSUAL = [
    Setup.competition(2),
    Setup.competition(5),
    Setup.standard(3, extra_suit="rainbow"),
    Setup.standard(2, extra_suit="single", discard_at_max=True),
    Setup.standard(4, colors=3, ranks=3),
    Setup.standard(2, ranks=1, hand_size=2),
    Setup.standard(5, max_hints=2, max_lives=1),
]


@pytest.mark.parametrize("setup", UNUSUAL, ids=str)
def test_rules_stay_legal_in_unusual_set_ups(setup: Setup) -> None:
    setup = setup.replace(illegal="raise")
    states = [state for seed in range(15) for state in played_game(seed, setup)]
    assert (answers(BOOK, [state.view(state.current) for state in states]) >= -1).all()


def test_the_recorded_games_are_of_many_kinds() -> None:
    states = recorded_states(2)
    games = [list(game) for _, game in groupby(states, key=lambda s: tuple(s.full_deck))]
    assert len(games) > 50
    assert any(state.deck_size == 0 for state in states)
