"""The detective's search, and what partners' moves say about the own hand."""

from __future__ import annotations

import numpy as np
import pytest

import tamaya as ty
from tamaya import _core
from tamaya.agents import core_agent
from tamaya.meta import Detective, Investigation

NOISE = 0.1
SURE = 1 - NOISE + NOISE / 20
"""factor of a move that the model makes"""


def positions(agent: str, setup: str, seeds: range) -> list[ty.State]:
    """All positions of games that an agent plays with itself."""
    rules = ty.Setup.parse(setup)
    states = []
    for seed in seeds:
        state = ty.State.deal(seed=seed, setup=rules)
        game = ty.play(*[agent] * rules.players, seed=seed, setup=rules)
        for move in game.transcript.moves[:-1]:
            state.apply(move)
            states.append(state.copy())
    return states


@pytest.mark.parametrize("setup", ["standard", "competition", "standard players=4"])
def test_the_true_hand_explains_every_move_of_a_known_partner(setup: str) -> None:
    model = core_agent("kagiya").policy  # makes no random moves
    counts = []
    for state in positions("kagiya", setup, range(3)):
        view = state.view(state.current)
        value, moves = _core.hand_likelihood(view, state, model, noise=NOISE)
        counts.append(moves)
        assert value == pytest.approx(SURE**moves)
    assert max(counts) == 16


def test_hands_that_explain_the_partners_moves_are_closer_to_the_truth() -> None:
    """Imagined hands that explain the moves well have more cards in common with the true hand."""
    model = core_agent("kagiya").policy
    likely, all_hands = [], []
    for state in positions("kagiya", "standard", range(2))[4::5]:
        view = state.view(state.current)
        imagined = [view.imagine(seed) for seed in range(60)]
        weights = np.array(
            [_core.hand_likelihood(view, hand, model, noise=NOISE)[0] for hand in imagined]
        )
        right = np.array([_cards_in_common(state, hand) for hand in imagined])
        all_hands.append(right.mean())
        likely.append((weights @ right) / weights.sum())
    gains = np.subtract(likely, all_hands)
    assert gains.mean() > 3 * gains.std(ddof=1) / np.sqrt(len(gains))


def _cards_in_common(state: ty.State, imagined: ty.State) -> int:
    hands = (position.hand(state.current) for position in (state, imagined))
    return sum(true == card for true, card in zip(*hands, strict=True))


def _detective(search: Investigation | None) -> Detective:
    known = ty.Experience.train(["piers", "iggi", "outer"], games=40, setup="standard")
    return Detective(known, search=search)


def test_searching_gains_points_with_known_partners() -> None:
    agents = {
        "plain": _detective(None),
        "searching": _detective(Investigation(iterations=300, hands=8)),
    }
    result = ty.evaluate(agents, ["piers", "outer"], episodes=5, games=3, setup="standard")
    gain = result.gain("searching", "plain")
    assert gain.difference.mean > 0
    assert gain.p < 0.05


def test_the_core_and_the_arena_search_alike() -> None:
    agent = _detective(Investigation(iterations=60, hands=4))
    result = ty.evaluate({"it": agent}, ["outer"], episodes=1, games=1, first_seed=7)
    game = ty.play(agent, "outer", seed=7)
    assert result.scores.ravel().tolist() == [game.score]


def test_a_search_with_several_threads_is_repeatable() -> None:
    agent = _detective(Investigation(iterations=200, threads=2, hands=4))
    games = [ty.play(agent, "outer", seed=5).transcript for _ in range(2)]
    assert games[0] == games[1]


def test_the_shipped_detective_searches_if_asked_to() -> None:
    agent = ty.as_agent("detective(iterations=20)")
    assert str(agent.name) == "detective(iterations=20)"
    assert ty.play(agent, "piers", seed=1).score > 0


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({}, "a search needs a limit"),
        ({"iterations": -1}, "iterations = -1"),
        ({"iterations": 5, "hands": 0}, r"hands = 0 \(expected 1 to 10000\)"),
        ({"seconds": float("nan")}, "seconds = nan"),
        ({"iterations": 5, "threads": 65}, r"threads = 65 \(expected 1 to 64\)"),
    ],
)
def test_impossible_limits_are_refused(settings: dict[str, float], message: str) -> None:
    with pytest.raises(ty.TamayaError, match=message):
        Investigation(**settings)  # type: ignore[arg-type]
