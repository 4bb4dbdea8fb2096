"""Our engine against the small Python oracle, over all set-ups and variants."""

from __future__ import annotations

import random
from collections import Counter
from copy import deepcopy

from hypothesis import given
from hypothesis import strategies as st

from tamaya import Card, Event, Move, Setup, State
from tests.oracle import hanabi
from tests.setups import setups

FIELDS = (
    "players",
    "colors",
    "ranks",
    "extra_suit",
    "hand_size",
    "max_hints",
    "max_lives",
    "refill",
    "discard_at_max",
    "first_seat",
)


def rules_of(setup: Setup) -> hanabi.Rules:
    return hanabi.Rules(**{field: getattr(setup, field) for field in FIELDS})


def pair(card: Card | None) -> hanabi.Card | None:
    return None if card is None else (card.color, card.rank)


def compare_event(ours: Event, theirs: hanabi.Turn, rules: hanabi.Rules) -> None:
    assert ours.actor == theirs.actor
    assert ours.move is not None
    assert ours.move.action_id(SETUPS[rules]) == hanabi.move_to_id(rules, theirs.move)
    assert tuple(ours.touched) == tuple(theirs.touched)
    assert pair(ours.card) == theirs.card
    seen = (ours.scored, ours.token_returned, ours.drew)
    assert seen == (theirs.scored, theirs.token_returned, theirs.drew)


SETUPS: dict[hanabi.Rules, Setup] = {}


def compare(state: State, game: hanabi.Game) -> None:
    """Everything both can tell about a position."""
    rules = game.rules
    assert state.over == game.over
    assert (state.hints, state.lives, state.score) == (game.hints, game.lives, game.score)
    assert state.fireworks == game.fireworks
    assert [pair(card) for card in state.discards] == game.discards
    assert [pair(card) for card in state.deck] == game.deck
    assert state.bombed == game.bombed
    if not state.over:
        assert state.current == game.current
    ids = [hanabi.move_to_id(rules, move) for move in game.legal_moves()]
    assert [move.action_id(state.setup) for move in state.legal_moves()] == ids
    for name in ("playable", "dead", "critical"):
        ours = {pair(card) for card in getattr(state, name)}
        assert ours == getattr(game, name)(), name
    for seat in range(rules.players):
        compare_hand(state, game, seat)


def compare_hand(state: State, game: hanabi.Game, seat: int) -> None:
    slots = game.hands[seat]
    assert [pair(card) for card in state.hand(seat)] == [slot.card for slot in slots]
    for ours, theirs in zip(state.knowledge(seat), slots, strict=True):
        assert set(ours.colors) == theirs.colors
        assert set(ours.ranks) == theirs.ranks
        assert (ours.color_hinted, ours.rank_hinted) == (theirs.color_hinted, theirs.rank_hinted)
        assert ours.stamp == theirs.stamp
        assert ours.present == (theirs.card is not None)
    view = state.view(seat)
    for name in ("playable", "dead", "critical"):
        assert {pair(card) for card in getattr(view, name)} == getattr(game, name)(), name
    unseen = Counter({pair(card): copies for card, copies in view.unseen.items()})
    assert unseen == game.unseen(seat)
    assert [card for card in view.hand(seat) if card is not None] == []


@given(setup=setups(), seed=st.integers(0, 2**32))
def test_engine_and_oracle_agree_after_every_move(setup: Setup, seed: int) -> None:
    rules = rules_of(setup)
    SETUPS[rules] = setup
    state = State.deal(seed, setup)
    game = hanabi.Game(rules, [(card.color, card.rank) for card in state.full_deck])
    rng = random.Random(seed)
    compare(state, game)
    while not state.over:
        move = rng.choice(state.legal_moves())
        if move.kind == "play" and rng.random() < 0.7:  # so that games last
            move = rng.choice(state.legal_moves())
        event = state.apply(move)
        game.apply(hanabi.id_to_move(rules, move.action_id(setup)))
        compare(state, game)
        assert game.last is not None
        compare_event(event, game.last, rules)


def perft(state: State, depth: int) -> int:
    """Number of move sequences of a length."""
    if depth == 0 or state.over:
        return 1
    total = 0
    for move in state.legal_moves():
        child = state.copy()
        child.apply(move)
        total += perft(child, depth - 1)
    return total


def oracle_perft(rules: hanabi.Rules, deck: list[hanabi.Card], line: list[int], depth: int) -> int:
    game = hanabi.Game(rules, list(deck))
    for action in line:
        game.apply(hanabi.id_to_move(rules, action))
    if depth == 0 or game.over:
        return 1
    actions = [hanabi.move_to_id(rules, move) for move in game.legal_moves()]
    return sum(oracle_perft(rules, deck, [*line, action], depth - 1) for action in actions)


def test_perft_counts_on_fixed_decks_are_those_of_the_oracle() -> None:
    for setup in (
        Setup(),
        Setup.competition(3),
        Setup.eger(2),
        Setup(players=4, extra_suit="rainbow"),
        Setup(colors=2, ranks=2, hand_size=2, max_hints=2),
    ):
        state = State.deal(11, setup)
        deck = [(card.color, card.rank) for card in state.full_deck]
        for depth in (1, 2, 3):
            assert perft(state, depth) == oracle_perft(rules_of(setup), deck, [], depth)


def best_score(state: State, memo: dict[tuple[str, ...], int]) -> int:
    """Best score that players who see everything can reach."""
    if state.over:
        return state.score
    key = (str(state), str(state.deck), str(state.turns_left))
    if key not in memo:
        best = 0
        for move in useful(state):
            child = state.copy()
            child.apply(move)
            best = max(best, best_score(child, memo))
        memo[key] = best
    return memo[key]


def useful(state: State) -> list[Move]:
    """With open cards all hints are alike."""
    hints = [move for move in state.legal_moves() if move.is_hint]
    return hints[:1] + [move for move in state.legal_moves() if not move.is_hint]


def oracle_best(rules: hanabi.Rules, game: hanabi.Game) -> int:
    """The same, by the oracle alone: depth first, without any memory."""
    if game.over:
        return game.score
    best, hinted = 0, False
    for move in game.legal_moves():
        if move[0].startswith("hint"):
            if hinted:
                continue
            hinted = True
        child = deepcopy(game)
        child.apply(move)
        best = max(best, oracle_best(rules, child))
    return best


def test_two_by_two_games_are_solved_to_the_same_value() -> None:
    setup = Setup(colors=2, ranks=2, hand_size=2, max_hints=1, max_lives=1)
    values = set()
    for seed in range(6):
        state = State.deal(seed, setup)
        rules = rules_of(setup)
        game = hanabi.Game(rules, [(card.color, card.rank) for card in state.full_deck])
        value = best_score(state, {})
        assert value == oracle_best(rules, game)
        values.add(value)
    assert max(values) == 4
