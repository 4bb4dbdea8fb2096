"""Networks that count what their partners do remember it from game to game of an episode."""

from __future__ import annotations

import numpy as np
import pytest

import tamaya as ty
from tamaya import _core
from tamaya.arena import Table, Team, play_episodes, play_native
from tamaya.game import Setup, TamayaError
from tamaya.networks import LearnedAgent, WeightsFile
from tamaya.vector import Vector
from tests.networks.networks import expected_sums, whole_network

SETUP = "competition"
GAMES = 3


@pytest.fixture(scope="module")
def weights() -> WeightsFile:
    return whole_network(SETUP, "counts", seed=1)


@pytest.fixture(scope="module")
def team(weights: WeightsFile) -> Team:
    return Team.seat((LearnedAgent("net", [weights]), "piers"), SETUP)


def test_an_agent_remembers_what_the_training_environment_counts(
    weights: WeightsFile, team: Team
) -> None:
    env = Vector(1, SETUP, learners=(0,), partners=["piers"], observation="counts", episode=GAMES)
    with Table(team, GAMES, remembering=True) as table:
        for game in range(GAMES):
            expected = table.play(env.game_seed(0, game))
            env.done[0] = 0
            while not env.done[0]:
                sums = expected_sums(weights, env.observation[0])[: env.actions]
                best = np.where(env.legal[0] > 0, sums, sums.min() - 1).argmax()
                env.step(np.array([best], np.int32))
            assert env.trace[0] == _core.trace(expected), game


@pytest.mark.parametrize("threads", [1, 2])
def test_the_core_plays_the_episodes_that_python_plays(team: Team, threads: int) -> None:
    played = play_episodes(team, 50, 4, GAMES, threads)
    for episode in range(4):
        with Table(team, GAMES, remembering=True) as table:
            traces = [_core.trace(table.play(50 + episode * GAMES + g)) for g in range(GAMES)]
        assert played["trace"][episode].tolist() == traces


def test_only_the_first_game_of_an_episode_is_that_of_a_match(team: Team) -> None:
    episodes = play_episodes(team, 50, 10, GAMES)["trace"]
    alone = play_native(team, 50, 10 * GAMES).results["trace"].reshape(10, GAMES)
    assert (episodes[:, 0] == alone[:, 0]).all()
    assert (episodes[:, 1:] != alone[:, 1:]).any()


def test_evaluate_lets_networks_remember(team: Team) -> None:
    result = ty.evaluate(
        team.agents[0],
        {"piers": ty.as_agent("piers")},
        episodes=4,
        games=GAMES,
        first_seed=50,
        setup=SETUP,
    )
    assert (result.scores[0, 0] == play_episodes(team, 50, 4, GAMES)["score"]).all()


def test_a_new_episode_forgets_the_last(team: Team) -> None:
    tables = [Table(team, 2, remembering=True) for _ in range(2)]
    finals = []
    for table in tables:
        with table:
            finals.append([_core.trace(table.play(seed)) for seed in (7, 8)])
    assert finals[0] == finals[1]


def test_a_game_must_be_over_before_the_next_begins(team: Team) -> None:
    seat = _core.NativeSeat(team.policies[0], 0)
    with pytest.raises(TamayaError, match="not over"):
        seat.begin_next(ty.State.deal(0, Setup.parse(SETUP)).view(0), 1)
