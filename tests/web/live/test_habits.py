"""Habits that the lobby tells about its partners: counted right, and true in other games."""

from __future__ import annotations

from math import sqrt

import pytest

import tamaya as ty
from tamaya.arena import explain
from tamaya.transcript import Transcript
from tamaya.web.live.habits import HABITS, HabitCounter, counted
from tamaya.web.live.measure_habits import games_of
from tamaya.web.live.measure_scores import PEOPLE
from tamaya.web.live.roster import RECOMMENDED, Roster

GAMES = 40
FIRST_SEED = 50_000
"""seeds that the shipped numbers do not use"""


def game(*moves: str) -> Transcript:
    """A game of two. The first player holds r1 r1 b5 g2 y3, the second y1 g1 r5 b2 w4."""
    setup = ty.Setup.standard(2)
    hands = ["r1", "r1", "b5", "g2", "y3", "y1", "g1", "r5", "b2", "w4"]
    rest = [str(card) for card in ty.State.deal(0, setup).full_deck]
    for card in hands:
        rest.remove(card)
    state = ty.State.from_deck([ty.Card(card) for card in [*hands, *rest]], setup)
    for move in moves:
        state.apply(ty.Move.parse(move))
    return Transcript.of(state)


def habits(*moves: str, seat: int = 0) -> HabitCounter:
    return counted([game(*moves)], seat)


def test_a_hint_of_ones_touches_playable_cards_and_the_newest_of_them() -> None:
    counter = habits("hint +1 1")
    assert counter.done["hint_playable"] == counter.chances["hint_playable"] == 1
    assert counter.done["hint_newest"] == counter.chances["hint_newest"] == 1
    assert counter.done["hint_rank"] == 1
    assert counter.done["hint_last_copy"] == 0


def test_a_hint_of_fives_touches_a_last_copy() -> None:
    assert habits("hint +1 5").done["hint_last_copy"] == 1


def test_a_saved_card_is_the_oldest_without_a_hint() -> None:
    """After hints on y1 and g1, the oldest card without a hint is the red five."""
    saved = habits("hint +1 1", "discard 0", "hint +1 5")
    ignored = habits("hint +1 1", "hint +1 5", "hint +1 2")
    assert (saved.done["save"], saved.chances["save"]) == (1, 1)
    assert (ignored.done["save"], ignored.chances["save"]) == (0, 1)


def test_an_answer_is_the_play_of_the_only_hinted_card() -> None:
    """Seat 1 sees its yellow card hinted, which may be the yellow one."""
    answered = habits("hint +1 y", "play 0", seat=1)
    ignored = habits("hint +1 y", "hint +1 r", seat=1)
    assert (answered.done["answer_single"], answered.chances["answer_single"]) == (1, 1)
    assert (ignored.done["answer_single"], ignored.chances["answer_single"]) == (0, 1)


def test_a_play_is_certain_only_if_hints_say_so() -> None:
    guessed = habits("play 0")
    known = habits("hint +1 1", "hint +1 1", "play 0")
    assert (guessed.done["play_certain"], guessed.done["play_works"]) == (0, 1)
    assert (known.done["play_certain"], known.done["play_works"]) == (1, 1)


def test_a_discard_of_the_oldest_card_without_hints_is_counted() -> None:
    moves = ["hint +1 1", "hint +1 5"]
    assert habits(*moves, "discard 0").done["discard_oldest"] == 1
    assert habits(*moves, "discard 2").done["discard_oldest"] == 0


def strays(agent: str, counter: HabitCounter) -> dict[str, tuple[int, float]]:
    """Habits that differ from what the lobby tells by over four standard errors and a point."""
    info = Roster().info(agent)
    assert info is not None
    assert info.habits is not None
    differing = {}
    for habit, shown in info.habits.shares.items():
        chances = counter.chances[habit]
        if chances < 20:
            continue
        share = counter.done[habit] / chances
        spread = sqrt(max(share * (1 - share), 0.01) / chances)
        if abs(100 * share - shown) > 100 * 4 * spread + 1:
            differing[habit] = (shown, round(100 * share, 1))
    return differing


@pytest.mark.parametrize("agent", ["companion", "tamaya", "eger:full", "kagiya"])
def test_the_lobby_tells_what_partners_do_in_other_games(agent: str) -> None:
    counter = counted(games_of(agent, GAMES, FIRST_SEED), seat=1)
    assert sum(counter.chances[habit] >= 20 for habit in HABITS) >= 9
    assert not strays(agent, counter)


@pytest.mark.slow
@pytest.mark.parametrize("agent", ["detective", "learned:response"])
def test_the_lobby_tells_what_learning_partners_do_in_other_games(agent: str) -> None:
    assert not strays(agent, counted(games_of(agent, 12, FIRST_SEED), seat=1))


def test_the_comparison_finds_the_habits_of_somebody_else() -> None:
    counter = counted(games_of("tamaya", GAMES, FIRST_SEED), seat=1)
    assert {"save", "discard_oldest", "play_certain"} <= set(strays("companion", counter))


def decided_without_a_rule(agent: str) -> int:
    """Moves of an agent in 12 games with a model of people for which no rule applied."""
    games = [explain(PEOPLE, agent, seed=seed).reasons for seed in range(12)]
    return sum(reason.source == "no rule" for reasons in games for reason in reasons)


def test_rule_lists_of_the_lobby_always_have_a_rule_left() -> None:
    """The first version of the companion moved at random where none of its rules applied."""
    assert decided_without_a_rule("companion(version=1)") > 0
    for agent in ("companion", "tamaya", "kagiya"):
        assert decided_without_a_rule(agent) == 0


def test_every_recommended_partner_has_habits() -> None:
    for agent in RECOMMENDED:
        info = Roster().info(agent)
        assert info is not None
        assert info.habits is not None
        assert set(info.habits.shares) <= set(HABITS)
