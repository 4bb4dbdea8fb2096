"""Partners from a pool sit in the environment and play as they do in a match."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from numpy.typing import NDArray

import tamaya as ty
from tamaya.envs import vector_env
from tamaya.envs.gymnasium import HanabiPartnerVectorEnv
from tamaya.game import IllegalMoveError, Move, TamayaError

Infos = dict[str, Any]


def legal_actions(infos: Infos, rng: np.random.Generator) -> NDArray[np.int64]:
    mask = infos["action_mask"]
    return np.asarray((rng.random(mask.shape) * mask).argmax(axis=-1))


def new(rows: int = 8, partners: Any = "canaan2020-1", **options: Any) -> HanabiPartnerVectorEnv:
    env = vector_env(rows, partners=partners, **options)
    assert isinstance(env, HanabiPartnerVectorEnv)
    return env


def move(state: ty.State, agent: ty.Agent) -> None:
    """Lets an agent move that needs no memory and no luck."""
    view = state.view(state.current)
    player = agent.sit(state.current, 0)
    player.begin_game(view)
    decided = player.decide(view).move
    assert decided is not None
    state.apply(decided)


@pytest.mark.parametrize("pool", ["canaan2020-1", "canaan2020-3p-1", "classics"])
def test_what_is_returned_lies_in_the_spaces(pool: str) -> None:
    env, rng = new(partners=pool, identify=True), np.random.default_rng(0)
    observations, infos = env.reset(seed=1)
    assert env.setup == ty.Setup.parse(ty.pool(pool).setup).replace(illegal="end")
    for _ in range(60):
        assert env.observation_space.contains(observations)
        assert infos["action_mask"].any(axis=1).all()
        assert (infos["current"] < env.setup.players).all()
        assert (infos["partner"] < len(env.partner_names)).all()
        actions = legal_actions(infos, rng)
        assert env.action_space.contains(actions)
        observations, _, _, truncated, infos = env.step(actions)
        assert not truncated.any()


def test_partners_move_as_the_agents_of_their_name() -> None:
    """Row by row the same games, played with `State` and the agent itself."""
    rows, seed = 6, 11
    env, rng = new(rows, ["piers", "iggi"], identify=True), np.random.default_rng(4)
    _, infos = env.reset(seed=seed)
    agents = [ty.as_agent(env.partner_names[i]) for i in infos["partner"]]
    states = [ty.State.deal(env.vector.game_seed(row, 0), env.setup) for row in range(rows)]
    learner = infos["current"].copy()
    live = np.ones(rows, np.bool_)
    while live.any():
        actions = legal_actions(infos, rng)
        _, _, ended, _, infos = env.step(actions)
        for row in np.flatnonzero(live):
            state = states[row]
            while state.current != learner[row] and not state.over:
                move(state, agents[row])
            if not state.over:
                state.apply(Move.from_action_id(int(actions[row]), env.setup))
            while ended[row] and not state.over:
                move(state, agents[row])
            assert state.over or not ended[row]
            if ended[row]:
                assert infos["final_info"]["score"][row] == state.score
                assert env.partner_names[infos["final_info"]["partner"][row]] == agents[row].name
        live &= ~ended


def test_rewards_of_a_game_add_up_to_its_strict_score() -> None:
    env, rng = new(32, ["piers"]), np.random.default_rng(2)
    _, infos = env.reset(seed=5)
    total, finished = np.zeros(32), 0
    for _ in range(80):
        _, rewards, ended, _, infos = env.step(legal_actions(infos, rng))
        total += rewards
        for row in np.flatnonzero(ended):
            final = infos["final_info"]
            assert total[row] == (0 if final["bombed"][row] else final["score"][row])
            total[row], finished = 0, finished + 1
    assert finished > 32


def test_the_same_seed_gives_the_same_games_with_any_number_of_threads() -> None:
    def trajectory(threads: int) -> list[Any]:
        env, rng = new(16, threads=threads, episode=2), np.random.default_rng(3)
        steps: list[Any] = [env.reset(seed=9)]
        for _ in range(40):
            steps.append(env.step(legal_actions(steps[-1][-1], rng)))
        return steps

    assert data_equivalence(trajectory(1), trajectory(3))


def test_identity_is_shown_only_to_those_who_ask() -> None:
    assert "partner" not in new().reset(seed=0)[1]
    assert "partner" in new(identify=True).reset(seed=0)[1]


def test_gymnasiums_statistics_wrapper_counts_the_games() -> None:
    env = RecordEpisodeStatistics(new(partners=["piers"]))
    rng = np.random.default_rng(0)
    _, infos = env.reset(seed=2)
    finished = 0
    for _ in range(60):
        _, _, ended, _, infos = env.step(legal_actions(infos, rng))
        finished += int(ended.sum())
    assert env.episode_count == finished > 8


@pytest.mark.parametrize("setup", ["standard", "standard players=3", ty.Setup.standard(2)], ids=str)
@pytest.mark.parametrize("options", [{}, {"partners": ["piers"], "learners": [0]}], ids=str)
def test_an_illegal_action_ends_its_game_or_raises(
    setup: str | ty.Setup, options: dict[str, Any]
) -> None:
    ending, raising = (
        vector_env(2, setup, illegal=illegal, **options) for illegal in (None, "raise")
    )
    ending.reset(seed=0)
    raising.reset(seed=0)
    assert ending.step([0, 0])[2].all()  # at eight hint tokens nobody may discard
    with pytest.raises(IllegalMoveError):
        raising.step([0, 0])


def test_an_unknown_answer_to_illegal_actions_is_refused() -> None:
    with pytest.raises(TamayaError, match="illegal = 'maybe' .expected 'end' or 'raise'"):
        vector_env(2, illegal="maybe")  # type: ignore[call-overload]


def test_bad_partners_are_refused_in_one_line() -> None:
    with pytest.raises(ty.UnknownNameError, match="canaan2020-9"):
        new(partners="canaan2020-9")
    with pytest.raises(TamayaError, match="weights"):
        new(weights=[1.0])
    with pytest.raises(TamayaError, match="reset_mask"):
        new().reset(options={"reset_mask": [True]})
