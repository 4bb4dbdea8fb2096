"""The core's casebook: beliefs about partners from their moves."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import tamaya as ty
from tamaya import _core
from tamaya.agents import Elite

SETUP = ty.Setup.parse("competition")
POOL = ty.pool("canaan2020-1")
SUSPECTS = POOL.elites[6:16]
SURE, STRANGER = (0.05, 1.0), (0.6, 0.0)


def policies(*agents: Elite) -> _core.Policies:
    return _core.Policies([agent.policy for agent in agents])


@pytest.fixture(scope="module")
def scores() -> NDArray[np.float64]:
    table = ty.matchups(SUSPECTS, games=60, first_seed=900_000, setup=SETUP)
    return np.ascontiguousarray(table.means())


def casebook(  # noqa: PLR0913
    scores: NDArray[np.float64],
    *,
    agents: tuple[Elite, ...] = SUSPECTS,
    within_games: bool = True,
    samples: int = 4,
    doubts: tuple[tuple[float, float], ...] = (SURE, STRANGER),
    prior: NDArray[np.float64] | None = None,
) -> _core.Casebook:
    all_policies = policies(*agents)
    return _core.Casebook(
        all_policies,
        all_policies,
        scores,
        samples=samples,
        doubts=list(doubts),
        prior=np.ones(len(agents)) if prior is None else prior,
        patience=0.0,
        within_games=within_games,
    )


def play(  # noqa: PLR0913
    book: _core.Casebook,
    partners: _core.Policies,
    seeds: NDArray[np.uint64],
    scores: NDArray[np.uint8],
    beliefs: NDArray[np.float64],
    *,
    seat: int = 0,
    threads: int = 2,
) -> None:
    ends, responses = np.zeros_like(scores), np.zeros(scores.shape, np.int32)
    _core.play_episodes(
        book,
        SETUP,
        partners,
        seeds,
        seat=seat,
        threads=threads,
        scores=scores,
        ends=ends,
        responses=responses,
        beliefs=beliefs,
    )


def episodes(
    book: _core.Casebook, count: int, games: int, *, seat: int = 0, threads: int = 2
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    seeds = (np.arange(count * games, dtype=np.uint64) + np.uint64(5000)).reshape(count, games)
    points = np.zeros((count, len(SUSPECTS), games), np.uint8)
    beliefs = np.zeros((*points.shape, len(SUSPECTS), 2))
    play(book, policies(*SUSPECTS), seeds, points, beliefs, seat=seat, threads=threads)
    return points, beliefs


def test_partners_are_recognized_within_three_games(scores: NDArray[np.float64]) -> None:
    _, beliefs = episodes(casebook(scores), count=4, games=3)
    assert beliefs.sum(axis=(-1, -2)) == pytest.approx(1.0)
    assert (beliefs > 0).all(), "no hypothesis is ever ruled out"
    likeliest = beliefs[:, :, -1].sum(axis=-1).argmax(axis=-1)
    assert (likeliest == np.arange(len(SUSPECTS))).mean() >= 0.9


@pytest.mark.parametrize("seat", [0, 1])
def test_an_adaptive_agent_scores_more_than_a_fixed_one(
    scores: NDArray[np.float64], seat: int
) -> None:
    generalist = SUSPECTS[int(scores.mean(axis=1).argmax())]
    alone = casebook(np.ones((1, 1)), agents=(generalist,), doubts=(SURE,))
    seeds = (np.arange(120, dtype=np.uint64) + np.uint64(5000)).reshape(12, 10)
    fixed = np.zeros((12, len(SUSPECTS), 10), np.uint8)
    play(alone, policies(*SUSPECTS), seeds, fixed, np.zeros((*fixed.shape, 1, 1)), seat=seat)
    adaptive, _ = episodes(casebook(scores), count=12, games=10, seat=seat)
    gains = (adaptive.astype(float) - fixed).mean(axis=(1, 2))
    assert gains.mean() > 3 * gains.std(ddof=1) / np.sqrt(len(gains))


def test_an_episode_of_one_hypothesis_is_a_plain_match() -> None:
    piers = ty.as_agent("competition:piers")
    assert isinstance(piers, ty.agents.NativeAgent)
    partner = _core.Policies([piers.policy])
    book = casebook(np.ones((1, 1)), agents=(Elite.of(piers),), doubts=(SURE,))
    seeds = np.arange(20, dtype=np.uint64)[None] + np.uint64(70)
    points = np.zeros((1, 1, 20), np.uint8)
    play(book, partner, seeds, points, np.zeros((1, 1, 20, 1, 1)))
    played = ty.match(
        "competition:piers", "competition:piers", games=20, first_seed=70, setup=SETUP
    )
    assert points[0, 0].tolist() == played.scores.tolist()


def test_episodes_do_not_depend_on_threads(scores: NDArray[np.float64]) -> None:
    book = casebook(scores)
    with_one, with_three = (episodes(book, count=2, games=2, threads=n) for n in (1, 3))
    assert np.array_equal(with_one[0], with_three[0])
    assert np.array_equal(with_one[1], with_three[1])


def test_a_seat_driven_by_hand_plays_the_same_episode(scores: NDArray[np.float64]) -> None:
    book, partner = casebook(scores), SUSPECTS[4]
    points, beliefs = episodes(book, count=1, games=3)
    mass = np.full((2, len(SUSPECTS), 2), 0.5 / len(SUSPECTS))
    for game in range(3):
        state = ty.State.deal(seed=5000 + game, setup=SETUP)
        meta = _core.MetaSeat(book, mass, 0, _core.agent_seed(5000 + game, 0))
        other = partner.but()
        other.begin_game(state.view(1), _core.agent_seed(5000 + game, 1))
        while not state.over:
            actor, before = state.current, state.view(0)
            if actor == 0:
                move = meta.decide(before).move
                assert move is not None
                state.apply(move)
            else:
                state.apply(other.act(state.view(1)))
                meta.notice(before, state.events[-1])
        assert state.score == points[0, 4, game]
        assert mass[1].tolist() == beliefs[0, 4, game].tolist()


def _turns_of_the_partner(turns: int) -> tuple[list[tuple[ty.View, ty.Event]], ty.State]:
    """What seat 0 saw of each move of seat 1, and the position after these moves."""
    state, seen = ty.State.deal(seed=7, setup=SETUP), list[tuple[ty.View, ty.Event]]()
    players = [SUSPECTS[1].but(), SUSPECTS[4].but()]
    for seat, player in enumerate(players):
        player.begin_game(state.view(seat), seat)
    while len(seen) < turns or state.current != 0:
        actor, before = state.current, state.view(0)
        state.apply(players[actor].act(state.view(actor)))
        if actor == 1:
            seen.append((before, state.events[-1]))
    return seen, state


def test_threads_that_share_a_seat_take_turns(scores: NDArray[np.float64]) -> None:
    """Moves that are noticed during a search count before it or after it, not in its middle."""
    book, (seen, state) = casebook(scores), _turns_of_the_partner(4)
    settings = _core.Investigation(
        iterations=4000, seconds=0.0, threads=1, hands=4, errors=2.0, strict=False
    )
    view = state.view(0)
    standard = view.legal_moves()[0]

    def outcome(noticed_first: int, *, wait: bool) -> tuple[object, ...]:
        """Candidates and beliefs after a search and all moves.

        :param noticed_first: moves that are noticed before the search begins in another thread
        :param wait: whether the other moves wait for the end of the search
        """
        mass = np.full((2, len(SUSPECTS), 2), 0.5 / len(SUSPECTS))
        meta = _core.MetaSeat(book, mass, 0, 1)
        for before, event in seen[:noticed_first]:
            meta.notice(before, event)
        with ThreadPoolExecutor(1) as pool:
            search = pool.submit(meta.search, view, settings, standard)
            # Unless it waits for its end, the search is now in its middle, or not if the machine
            # is busy: that must not matter.
            search.result() if wait else time.sleep(0.02)
            for before, event in seen[noticed_first:]:
                meta.notice(before, event)
            return tuple(search.result().candidates), mass.tobytes()

    in_turns = [outcome(number, wait=True) for number in range(len(seen) + 1)]
    assert len(set(in_turns)) == len(in_turns)
    assert outcome(0, wait=False) in in_turns


def test_a_partner_that_plays_like_no_hypothesis_is_taken_for_a_stranger(
    scores: NDArray[np.float64],
) -> None:
    stranger, known = ty.as_agent("hle:piers"), SUSPECTS[4]
    assert isinstance(stranger, ty.agents.NativeAgent)
    seeds = np.arange(12, dtype=np.uint64).reshape(4, 3) + np.uint64(300)
    points, beliefs = np.zeros((4, 2, 3), np.uint8), np.zeros((4, 2, 3, len(SUSPECTS), 2))
    both = _core.Policies([stranger.policy, known.policy])
    play(casebook(scores), both, seeds, points, beliefs)
    strange = beliefs[:, :, -1, :, 1].sum(axis=-1)
    assert (strange[:, 0] > 0.9).all()
    assert (strange[:, 1] < 0.1).all()


def test_a_stranger_is_met_with_the_best_response_on_average(scores: NDArray[np.float64]) -> None:
    book = casebook(scores)
    mass = np.zeros((2, len(SUSPECTS), 2))
    mass[1, 3, 1] = 1.0
    assert _core.MetaSeat(book, mass, 0, 1).response == scores.mean(axis=1).argmax()
    mass[1, 3] = 1.0, 0.0
    assert _core.MetaSeat(book, mass, 0, 1).response == scores[:, 3].argmax()


def test_the_first_response_follows_the_prior(scores: NDArray[np.float64]) -> None:
    prior = np.full(len(SUSPECTS), 0.01)
    prior[7] = 5.0
    book = casebook(scores, prior=prior)
    points = np.zeros((1, 1, 1), np.uint8)
    responses, beliefs = np.zeros((1, 1, 1), np.int32), np.zeros((1, 1, 1, len(SUSPECTS), 2))
    _core.play_episodes(
        book,
        SETUP,
        policies(SUSPECTS[0]),
        np.zeros((1, 1), np.uint64),
        seat=0,
        threads=1,
        scores=points,
        ends=points.copy(),
        responses=responses,
        beliefs=beliefs,
    )
    assert responses[0, 0, 0] == (scores @ prior).argmax()


def test_bad_casebooks_are_refused(scores: NDArray[np.float64]) -> None:
    few, everybody = policies(*SUSPECTS[:3]), policies(*SUSPECTS)
    settings: dict[str, Any] = {
        "samples": 4,
        "doubts": [SURE],
        "patience": 0.0,
        "within_games": True,
        "prior": np.ones(len(SUSPECTS)),
    }
    for hypotheses, responses, changes, message in (
        (few, everybody, {}, "scores must have the shape"),
        (_core.Policies([]), everybody, {}, "0 hypotheses"),
        (everybody, everybody, {"samples": 0}, "samples = 0"),
        (everybody, everybody, {"doubts": [(0.0, 1.0)]}, "noise = 0"),
        (everybody, everybody, {"doubts": [(0.1, 1.5)]}, "trust = 1.5"),
        (everybody, everybody, {"doubts": []}, "0 doubts"),
        (everybody, everybody, {"prior": np.ones(3)}, "and the prior"),
        (everybody, everybody, {"prior": np.zeros(len(SUSPECTS))}, "prior 0"),
    ):
        with pytest.raises(ty.TamayaError, match=message):
            _core.Casebook(hypotheses, responses, scores, **(settings | changes))
    with pytest.raises(ty.TamayaError, match="beliefs must have the shape"):
        _core.MetaSeat(casebook(scores), np.ones((2, 3, 2)), 0, 1)
