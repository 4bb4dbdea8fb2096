"""Beliefs from moves, in the core: who would have moved like that?"""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import tamaya as ty
from tamaya import _core
from tamaya.agents import Elite

SETUP = ty.Setup.parse("competition")
POOL = ty.pool("canaan2020-1")
SUSPECTS = POOL.elites[6:16]


def policies(*agents: Elite) -> _core.Policies:
    return _core.Policies([agent.policy for agent in agents])


@pytest.fixture(scope="module")
def scores() -> NDArray[np.float64]:
    table = ty.matchups(SUSPECTS, games=60, first_seed=900_000, setup=SETUP)
    return np.ascontiguousarray(table.means())


def casebook(
    scores: NDArray[np.float64], *, within_games: bool = True, samples: int = 4
) -> _core.Casebook:
    everybody = policies(*SUSPECTS)
    return _core.Casebook(everybody, everybody, scores, samples=samples, noise=0.05, patience=0.0,
                          within_games=within_games)  # fmt: skip


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
    bombed, responses = np.zeros_like(scores), np.zeros(scores.shape, np.int32)
    _core.play_episodes(book, SETUP, partners, seeds, seat=seat, threads=threads, scores=scores,
                        bombed=bombed, responses=responses, beliefs=beliefs)  # fmt: skip


def episodes(
    book: _core.Casebook, count: int, games: int, *, seat: int = 0, threads: int = 2
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    seeds = (np.arange(count * games, dtype=np.uint64) + np.uint64(5000)).reshape(count, games)
    found = np.zeros((count, len(SUSPECTS), games), np.uint8)
    beliefs = np.zeros((*found.shape, len(SUSPECTS)))
    play(book, policies(*SUSPECTS), seeds, found, beliefs, seat=seat, threads=threads)
    return found, beliefs


def test_partners_are_recognized_within_three_games(scores: NDArray[np.float64]) -> None:
    _, beliefs = episodes(casebook(scores), count=4, games=3)
    assert beliefs.sum(axis=-1) == pytest.approx(1.0)
    assert (beliefs > 0).all(), "nobody is ever ruled out"
    likeliest = beliefs[:, :, -1].argmax(axis=-1)
    assert (likeliest == np.arange(len(SUSPECTS))).mean() >= 0.9


@pytest.mark.parametrize("seat", [0, 1])
def test_who_adapts_scores_more_than_who_does_not(scores: NDArray[np.float64], seat: int) -> None:
    generalist = SUSPECTS[int(scores.mean(axis=1).argmax())]
    alone = _core.Casebook(policies(generalist), policies(generalist), np.ones((1, 1)), samples=1,
                           noise=0.05, patience=0.0, within_games=False)  # fmt: skip
    seeds = (np.arange(120, dtype=np.uint64) + np.uint64(5000)).reshape(12, 10)
    fixed = np.zeros((12, len(SUSPECTS), 10), np.uint8)
    play(alone, policies(*SUSPECTS), seeds, fixed, np.zeros((*fixed.shape, 1)), seat=seat)
    adaptive, _ = episodes(casebook(scores), count=12, games=10, seat=seat)
    gains = (adaptive.astype(float) - fixed).mean(axis=(1, 2))
    assert gains.mean() > 3 * gains.std(ddof=1) / np.sqrt(len(gains))


def test_an_episode_of_one_hypothesis_is_a_plain_match() -> None:
    piers = ty.as_agent("competition:piers")
    assert isinstance(piers, ty.agents.NativeAgent)
    one = _core.Policies([piers.policy])
    book = _core.Casebook(one, one, np.ones((1, 1)), samples=1, noise=0.1, patience=0.0,
                          within_games=True)  # fmt: skip
    seeds = np.arange(20, dtype=np.uint64)[None] + np.uint64(70)
    found = np.zeros((1, 1, 20), np.uint8)
    play(book, one, seeds, found, np.zeros((1, 1, 20, 1)))
    played = ty.match(
        "competition:piers", "competition:piers", games=20, first_seed=70, setup=SETUP
    )
    assert found[0, 0].tolist() == played.scores.tolist()


def test_episodes_do_not_depend_on_threads(scores: NDArray[np.float64]) -> None:
    book = casebook(scores)
    one, three = (episodes(book, count=2, games=2, threads=n) for n in (1, 3))
    assert np.array_equal(one[0], three[0])
    assert np.array_equal(one[1], three[1])


def test_a_seat_driven_by_hand_plays_the_same_episode(scores: NDArray[np.float64]) -> None:
    book, partner = casebook(scores), SUSPECTS[4]
    found, beliefs = episodes(book, count=1, games=3)
    mass = np.full((2, len(SUSPECTS)), 1 / len(SUSPECTS))
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
        assert state.score == found[0, 4, game]
        assert mass[1].tolist() == beliefs[0, 4, game].tolist()


def test_bad_casebooks_are_refused(scores: NDArray[np.float64]) -> None:
    few, everybody = policies(*SUSPECTS[:3]), policies(*SUSPECTS)
    words = {"samples": 4, "noise": 0.05, "patience": 0.0, "within_games": True}
    for hypotheses, responses, changes, message in (
        (few, everybody, {}, "scores are not responses by hypotheses"),
        (_core.Policies([]), everybody, {}, "0 hypotheses"),
        (everybody, everybody, {"samples": 0}, "samples = 0"),
        (everybody, everybody, {"noise": 0.0}, "noise = 0"),
    ):
        with pytest.raises(ty.TamayaError, match=message):
            _core.Casebook(hypotheses, responses, scores, **(words | changes))
    with pytest.raises(ty.TamayaError, match="beliefs are not seats by hypotheses"):
        _core.MetaSeat(casebook(scores), np.ones((2, 3)), 0, 1)
