"""Observations of learners: no hidden cards, permuted colors, packed bits."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from tamaya import _core
from tamaya.game import Card, Move, Setup, State, TamayaError
from tamaya.vector import Vector, observation_fields
from tamaya.vector.fields import HABITS
from tests.setups import random_game

SETUPS = [
    "standard",
    "competition players=3",
    "standard players=4 extra_suit=rainbow",
    "eger players=5 extra_suit=single",
    "standard colors=3 ranks=3 hand_size=2",
    "standard extra_suit=standard colors=2 ranks=4 hand_size=5 max_hints=20",
]
KINDS = ("hle", "extended", "counts")


@pytest.mark.parametrize(("words", "kind"), list(itertools.product(SETUPS, KINDS)))
def test_fields_cover_an_observation_without_gap(words: str, kind: str) -> None:
    env = Vector(1, words, observation=kind)  # type: ignore[arg-type]
    at = 0
    for field in observation_fields(words, kind):  # type: ignore[arg-type]
        assert field.offset == at, field
        at += field.size
    assert at == env.size == env.observation.shape[1]
    names = [field.name for field in observation_fields(words, kind)]  # type: ignore[arg-type]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("words", SETUPS)
def test_entries_stay_within_their_range(words: str) -> None:
    lasting = Setup.parse(words).replace(max_lives=40)  # so that random games empty the deck
    env = Vector(50, lasting, observation="counts", episode=3)
    fields = observation_fields(lasting, "counts")
    largest = np.concatenate([np.full(field.size, field.largest) for field in fields])
    nonzero = np.zeros(env.size, bool)
    for turn in range(200):
        assert (env.observation <= largest).all()
        nonzero |= (env.observation != 0).any(axis=0)
        env.step(env.random_actions(turn))
    never = {field.name for field in fields if not nonzero[field.span].any()}
    padding = {field.name for field in fields if field.name.startswith("padding")}
    assert never - {"last_token"} == padding  # random games hardly ever finish a suit


@pytest.mark.parametrize("words", SETUPS)
def test_packed_observations_hold_the_same_entries(words: str) -> None:
    plain, packed = (Vector(20, words, observation="counts", packed=p) for p in (False, True))
    for turn in range(40):
        words_of_bits = packed.bit_size // 32
        bits = np.unpackbits(
            packed.observation[:, :words_of_bits].copy().view(np.uint8), axis=1, bitorder="little"
        )
        rest = packed.observation[:, words_of_bits:].copy().view(np.uint8)
        assert (np.hstack([bits, rest]) == plain.observation).all()
        actions = plain.random_actions(turn)
        plain.step(actions)
        packed.step(actions)


@pytest.mark.parametrize("words", SETUPS)
def test_hidden_cards_change_nothing_that_is_shown(words: str) -> None:
    """Positions that the seat to move cannot tell apart look the same to it."""
    setup = Setup.parse(words)
    rng = random.Random(4)
    different = 0
    for seed in range(6):
        for state in random_game(setup, seed)[:-1:7]:
            view = state.view(state.current)
            imagined = view.imagine(rng.randrange(2**32))
            different += imagined.full_deck != state.full_deck
            observations = [
                _core.learner_observation(position.view(state.current), "extended")
                for position in (state, imagined)
            ]
            assert (observations[0] == observations[1]).all()
    assert different > 6


@pytest.mark.parametrize("words", SETUPS)
def test_a_view_shows_what_its_row_shows(words: str) -> None:
    env = Vector(5, words)
    for turn in range(30):
        env.step(env.random_actions(turn))
        for row in range(5):
            view = env.state(row).view(int(env.seat[row]))
            assert (_core.learner_observation(view, "extended") == env.observation[row]).all()


Names = dict[str, str]


def renamed_game(state: State, names: Names) -> State:
    """The same game with its colors renamed."""
    deck = [Card(f"{names[card.color]}{card.rank}") for card in state.full_deck]
    game = State.from_deck(deck, state.setup)
    for event in state.events:
        assert event.move is not None
        game.apply(renamed_move(event.move, names))
    return game


def renamed_move(move: Move, names: Names) -> Move:
    if move.color is None or move.offset is None:
        return move
    return Move.hint_color(move.offset, names[move.color])


def all_names(setup: Setup) -> list[Names]:
    colors = "rygwb"[: setup.colors]
    return [
        dict(zip(colors, order, strict=True)) | {"m": "m"}
        for order in itertools.permutations(colors)
    ]


@pytest.mark.parametrize("words", SETUPS)
def test_renamed_colors_are_a_game_with_renamed_cards(words: str) -> None:
    setup = Setup.parse(words)
    env = Vector(2, setup, permute_colors=True, observation="extended", seed=2)
    known: dict[tuple[int, int], list[Names]] = {}
    names_met: set[str] = set()
    for turn in range(40):
        for row in range(2):
            state, seat = env.state(row), int(env.seat[row])
            matching = []
            for names in known.get((row, seat), all_names(setup)):
                view = renamed_game(state, names).view(seat)
                observation = _core.learner_observation(view, "extended")
                legal = {move.action_id(setup) for move in view.legal_moves()}
                if (observation == env.observation[row]).all():
                    assert legal == set(np.flatnonzero(env.legal[row]))
                    matching.append(names)
            assert matching, "one choice of names explains all that the seat saw in this game"
            known[row, seat] = matching
        actions = env.random_actions(turn)
        before = [env.state(row) for row in range(2)]
        env.step(actions)
        for row in range(2):
            if env.done[row]:
                for seat in range(setup.players):
                    explaining = known.pop((row, seat), [])
                    names_met |= {str(names) for names in explaining if len(explaining) == 1}
                continue
            meant = env.state(row).events[before[row].turn].move
            assert meant is not None
            called = Move.from_action_id(int(actions[row]), setup)
            seat = before[row].current
            assert any(renamed_move(meant, names) == called for names in known[row, seat])
    assert len(names_met) > 1 or setup.colors < 5


def test_habits_have_names() -> None:
    assert len(HABITS) == len({name for name, _ in HABITS}) == 24
    text = next(f.meaning for f in observation_fields("standard", "counts") if f.name == "habits")
    assert all(name in text for name, _ in HABITS)


def test_an_unknown_observation_is_quoted() -> None:
    with pytest.raises(TamayaError, match="no observation 'pixels'"):
        observation_fields("standard", "pixels")  # type: ignore[arg-type]
