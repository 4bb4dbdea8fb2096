"""Searches converge to values that an exhaustive solver finds."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import tamaya as ty
from tamaya.agents import NativeAgent
from tamaya.position import position
from tamaya.rules import Genome
from tamaya.search import SearchAgent, Settings, Thought
from tamaya.search import settings as ways
from tests.search.solver import mover, values_in_the_last_round, values_with_policy, worlds

TINY = ty.Setup(colors=2, ranks=2, hand_size=2, max_hints=2, max_lives=2)
SURE = NativeAgent(
    "sure", Genome.parse("play_safe > hint_playable > discard_oldest > play_probably(0)")
)
"""an agent that makes no random choices"""


def thought(agent: SearchAgent, state: ty.State, seed: int = 5) -> Thought:
    view = state.view(state.current)
    agent.begin_game(view, seed)
    return agent.think(view)


def after_moves(seed: int, moves: int, setup: ty.Setup = TINY) -> ty.State:
    state, rng = ty.State.deal(seed, setup), random.Random(seed)
    for _ in range(moves):
        state.apply(rng.choice(state.legal_moves()))
    return state


def searcher(settings: Settings, **options: float | str) -> SearchAgent:
    changed = replace(settings, **options)  # type: ignore[arg-type]
    return SearchAgent(changed, own=SURE, partners=[[SURE]])


@pytest.mark.parametrize(("seed", "moves"), [(0, 1), (4, 2)])
def test_monte_carlo_search_measures_the_value_of_every_move(seed: int, moves: int) -> None:
    state = after_moves(seed, moves)
    assert not state.over
    exact = values_with_policy(state, mover(SURE))
    plain = searcher(ways.MCS, method="tree", depth=1, exploration=10.0, iterations=40_000)
    means = {option.move: option.mean for option in thought(plain, state).considered}
    assert means == pytest.approx(exact, abs=0.06)  # 4 standard errors at 0.8 points


@pytest.mark.parametrize(("seed", "moves"), [(0, 1), (4, 2), (9, 3)])
def test_monte_carlo_search_finds_the_best_move(seed: int, moves: int) -> None:
    state = after_moves(seed, moves)
    assert not state.over
    exact = values_with_policy(state, mover(SURE))
    result = thought(searcher(ways.MCS, iterations=20_000), state)
    assert exact[result.move] == pytest.approx(max(exact.values()), abs=0.03)


def test_one_lucky_game_does_not_outweigh_the_policy() -> None:
    lucky = 0
    for seed in range(10):
        state = ty.State.deal(seed)
        result = thought(searcher(ways.MCS, iterations=1), state)
        assert {option.visits for option in result.considered} == {1}
        assert result.move == mover(SURE)(state.view(0))
        lucky += any(option.mean > result.considered[0].mean for option in result.considered)
    assert lucky >= 3


def last_round(seed: int) -> ty.State | None:
    """A position with one turn left for each player and no hints; None if the game has none."""
    setup = ty.Setup(colors=2, ranks=3, hand_size=3, max_hints=1, max_lives=3)
    state, rng = ty.State.deal(seed, setup), random.Random(seed)
    while not state.over and (state.deck_size > 0 or state.turns_left != 2 or state.hints > 0):
        legal = state.legal_moves()
        hands, playable = state.hand(state.current), state.playable
        good = [m for m in legal if m.kind == "play" and hands[m.slot or 0] in playable]
        state.apply(rng.choice(good or [m for m in legal if m.kind != "play"] or legal))
    return None if state.over else state


ENDINGS = [state for seed in range(400) if (state := last_round(seed)) is not None][:4]


@pytest.mark.parametrize("place", range(4))
def test_tree_search_finds_the_best_last_move(place: int) -> None:
    state = ENDINGS[place]
    assert len(list(worlds(state, state.current))) > 1
    exact = values_in_the_last_round(state)
    agent = SearchAgent(Settings(iterations=20_000, exploration=0.3))
    result = thought(agent, state)
    best = {option.move: option for option in result.considered}[result.move]
    assert exact[result.move] == pytest.approx(max(exact.values()), abs=0.02)
    # The mean includes rollouts in which the partner tried worse moves.
    assert best.mean == pytest.approx(exact[result.move], abs=0.1)


def test_a_predictor_finds_the_best_move_with_its_partner() -> None:
    for state in ENDINGS:
        exact = values_with_policy(state, mover(SURE))
        for method in ("flat", "tree"):
            agent = searcher(ways.PREDICTOR, iterations=20_000, method=method, exploration=0.5)
            result = thought(agent, state)
            assert exact[result.move] == pytest.approx(max(exact.values()), abs=0.02)


def test_only_a_partner_that_does_not_see_its_cards_needs_a_hint() -> None:
    """Bob holds the last missing card and has no hint about it.

    Plain IS-MCTS lets him play it in every imagined game, as if he saw his hand. RIS-MCTS deals his
    hand again before he moves, so that he finds the card only by luck.
    """
    setup = ty.Setup(colors=1, ranks=3, hand_size=2, max_hints=2, max_lives=1)
    at = position(
        """
        fireworks r2   hints 1   lives 1   deck 0
        alice  r1  r1
        bob    r3  r2
        """,
        setup,
    )
    means = {}
    for name, settings in (("plain", ways.IS_MCTS), ("redealt", ways.RIS_MCTS)):
        result = thought(SearchAgent(replace(settings, iterations=4000, exploration=0.5)), at)
        means[name] = {str(option.move): option.mean for option in result.considered}
        if name == "redealt":
            assert str(result.move) in ("hint +1 2", "hint +1 3")
    for hint in ("hint +1 2", "hint +1 3"):
        assert means["plain"]["discard 0"] == pytest.approx(means["plain"][hint], abs=0.05)
        assert means["redealt"]["discard 0"] < means["redealt"][hint] - 0.3
