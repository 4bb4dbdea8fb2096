"""The bot's view, made from what the server tells, is the view that the engine makes."""

from __future__ import annotations

import random

import pytest

from tamaya import Card, Move, Setup, State
from tamaya.errors import OutOfStepError
from tamaya.live.fields import Fields
from tamaya.live.own_view import filled_deck, views
from tamaya.live.site_log import SiteLog
from tests.live.site_actions import SiteActions

SETUPS = [
    *(Setup(players=players) for players in (2, 3, 4, 5)),
    Setup(players=2, extra_suit="standard"),
    Setup(players=5, extra_suit="standard"),
    Setup(players=3, colors=3),
    Setup(players=4, colors=4),
]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_view_of_a_game_is_the_true_one(setup: Setup) -> None:
    for seed in range(3):
        state, draw = State.deal(seed, setup), random.Random(seed)
        me = seed % setup.players
        site, log = SiteActions(state, me), SiteLog(setup, me)
        for action in site.actions:
            log.add(action)
        true_views = [state.view(me)]
        while not state.over:
            assert log.is_my_turn == (state.current == me)
            assert [view for _, view in views(log)] == true_views
            moves = state.legal_moves()
            quiet = [move for move in moves if move.kind != "play"] or moves
            for action in site.apply(draw.choice(moves if draw.random() < 0.3 else quiet)):
                log.add(action)
            true_views.append(state.view(me))
        assert [view for _, view in views(log)] == true_views
        assert [event for event, _ in views(log)][1:] == state.events
        assert log.over
        assert not log.is_my_turn


def a_hint(site: SiteActions) -> Move:
    return next(move for move in site.state.legal_moves() if move.is_hint)


def test_the_log_holds_no_card_of_the_own_hand() -> None:
    site = SiteActions(State.deal(7), 1)
    log = SiteLog.from_list(Setup(), 1, site.actions)
    assert {*log.cards} == {*range(5)}
    other = State.deal(7).full_deck
    hidden = [*other[5:]]
    random.Random(1).shuffle(hidden)
    changed = SiteActions(State.from_deck([*other[:5], *hidden], Setup()), 1)
    assert changed.actions == site.actions


def test_hidden_cards_agree_with_hints_even_if_few_cards_are_left() -> None:
    setup = Setup()
    log = SiteLog(setup, 1)
    log.cards = dict(enumerate(sorted(setup.cards())[:40]))  # all but the blue cards
    rest = sorted(setup.cards())[40:]
    five = next(card for card in rest if card.rank == 5)
    orders = range(40, 45)
    log.possible = {order: frozenset(rest) for order in orders}
    log.possible[44] = frozenset([five])
    deck = filled_deck(log)
    assert deck[44] == five
    assert sorted(deck) == sorted(setup.cards())


def test_contradicting_hints_are_noticed() -> None:
    log = SiteLog(Setup(), 0)
    log.possible = {0: frozenset([Card("r5")]), 1: frozenset([Card("r5")])}
    with pytest.raises(OutOfStepError, match="no card agrees with the hints"):
        filled_deck(log)


@pytest.mark.parametrize("kind", ["draw", "discard", "clue", "turn", "status"])
def test_repeated_actions_change_nothing(kind: str) -> None:
    site = SiteActions(State.deal(7), 1)
    once, twice = SiteLog(Setup(), 1), SiteLog(Setup(), 1)
    site.apply(a_hint(site))
    site.apply(Move.discard(2))
    site.apply(a_hint(site))
    for action in site.actions:
        once.add(action)
        twice.add(action)
        if action["type"] == kind:
            twice.add(action)
    assert vars(once) == vars(twice)


def test_every_lost_or_swapped_action_is_noticed_or_harmless() -> None:
    """A log that accepts all actions gives the true view; otherwise it raises an error."""
    site = SiteActions(State.deal(7), 1)
    draw = random.Random(5)
    while site.state.turn < 20:
        site.apply(draw.choice([m for m in site.state.legal_moves() if m.kind != "play"]))
    actions, true = site.actions, site.state.view(1)
    broken = [actions[:i] + actions[i + 1 :] for i in range(len(actions) - 1)]
    broken += [
        [*actions[:i], actions[i + 1], actions[i], *actions[i + 2 :]]
        for i in range(len(actions) - 1)
    ]
    noticed = 0
    for changed in broken:
        view = view_or_none(changed)
        noticed += view is None
        assert view in (None, true)
    assert noticed > len(actions) / 2


def view_or_none(actions: list[Fields]) -> object:
    try:
        log = SiteLog.from_list(Setup(), 1, actions)
        return [view for _, view in views(log)][-1]
    except OutOfStepError:
        return None


def test_a_server_that_counts_differently_is_noticed() -> None:
    site = SiteActions(State.deal(7), 1)
    log = SiteLog.from_list(Setup(), 1, site.actions)
    log.add({"type": "status", "clues": 7, "score": 0})
    with pytest.raises(OutOfStepError, match="server counts"):
        list(views(log))


def test_actions_of_no_known_shape_are_refused_or_ignored() -> None:
    log = SiteLog(Setup(), 0)
    log.add({"type": "newThing", "x": 1})
    log.add({})
    for action in ({"type": "draw"}, {"type": "play", "order": "x"}, {"type": "turn", "num": 3}):
        with pytest.raises(OutOfStepError):
            log.add(action)
