"""The vector environment plays the games that State plays, in Gymnasium's manner."""

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics
from numpy.typing import NDArray

from tamaya._core import Batch
from tamaya.envs.gymnasium import HanabiEnv, HanabiVectorEnv
from tamaya.envs.series import Scoring, deck_seed
from tamaya.game import IllegalMoveError, Move, Setup, State, TamayaError

SETUPS = ["standard", "standard players=5", "competition players=3", "standard extra_suit=rainbow"]
MODES = [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP]


def legal_actions(infos: dict[str, Any], rng: np.random.Generator) -> NDArray[np.int64]:
    """One random legal action for each row; 0 where there is none."""
    mask = infos["action_mask"]
    return np.asarray((rng.random(mask.shape) * mask).argmax(axis=-1))


def observation(state: State) -> NDArray[np.uint8]:
    return state.view(state.current).observation()


class PlainGames:
    """The same games played by State, row by row; the step after an end deals the next game."""

    def __init__(self, rows: int, seed: int) -> None:
        self.seeds = range(seed, seed + rows)
        self.dealt = [1] * rows
        self.states = [State.deal(seed) for seed in self.seeds]

    def step(self, actions: NDArray[np.int64]) -> None:
        for row, state in enumerate(self.states):
            if state.over:
                self.states[row] = State.deal(deck_seed(self.seeds[row], self.dealt[row]))
                self.dealt[row] += 1
            else:
                state.apply(Move.from_action_id(int(actions[row]), state.setup))


def test_spaces_are_batches_of_the_single_spaces() -> None:
    vector = HanabiVectorEnv(3)
    single = HanabiEnv()
    assert vector.single_observation_space == single.observation_space
    assert vector.single_action_space == single.action_space
    assert vector.observation_space.shape == (3, Setup.standard(2).observation_size)
    assert vector.action_space == gymnasium.spaces.MultiDiscrete([20, 20, 20])


@pytest.mark.parametrize("mode", MODES)
def test_what_is_returned_lies_in_the_spaces(mode: AutoresetMode) -> None:
    vector, rng = HanabiVectorEnv(8, autoreset_mode=mode), np.random.default_rng(2)
    observations, infos = vector.reset(seed=0)
    for _ in range(100):
        assert observations in vector.observation_space
        assert infos["action_mask"].shape == (8, 20)
        assert infos["action_mask"].dtype == np.int8
        actions = legal_actions(infos, rng)
        assert actions in vector.action_space
        observations, rewards, terminations, truncations, infos = vector.step(actions)
        assert rewards.dtype == np.float64
        assert terminations.dtype == truncations.dtype == np.bool_
        assert rewards.shape == terminations.shape == truncations.shape == (8,)
        assert not truncations.any()


@pytest.mark.parametrize("scoring", ["strict", "kept"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("setup", SETUPS)
def test_it_equals_gymnasiums_vector_of_single_environments(
    setup: str, mode: AutoresetMode, scoring: Scoring
) -> None:
    vector = HanabiVectorEnv(5, setup, scoring=scoring, autoreset_mode=mode)
    reference = SyncVectorEnv([lambda: HanabiEnv(setup, scoring=scoring)] * 5, autoreset_mode=mode)
    assert vector.metadata["autoreset_mode"] == reference.metadata["autoreset_mode"]
    assert vector.observation_space == reference.observation_space
    assert vector.action_space == reference.action_space
    assert data_equivalence(vector.reset(seed=9), reference.reset(seed=9), exact=True)
    rng, infos, ended = np.random.default_rng(3), vector.reset(seed=[4, 4, 8, 9, 1])[1], 0
    reference.reset(seed=[4, 4, 8, 9, 1])
    for _ in range(200):
        actions = legal_actions(infos, rng)
        step = vector.step(actions)
        assert data_equivalence(step, reference.step(actions), exact=True)
        infos, ended = step[4], ended + int(step[2].sum())
    assert ended > 5
    assert data_equivalence(vector.reset(), reference.reset(), exact=True)


def test_rows_play_the_decks_that_their_seeds_promise() -> None:
    vector, plain, rng = HanabiVectorEnv(4), PlainGames(4, seed=100), np.random.default_rng(4)
    _, infos = vector.reset(seed=100)
    for _ in range(300):
        actions = legal_actions(infos, rng)
        plain.step(actions)
        observations, _, terminations, _, infos = vector.step(actions)
        assert np.array_equal(observations, [observation(state) for state in plain.states])
        assert terminations.tolist() == [state.over for state in plain.states]
        assert infos["current"].tolist() == [state.current for state in plain.states]
    assert min(plain.dealt) > 3


def until_first_end(vector: HanabiVectorEnv) -> tuple[Any, ...]:
    rng, infos = np.random.default_rng(5), vector.reset(seed=0)[1]
    while True:
        step = vector.step(legal_actions(infos, rng))
        infos = step[4]
        if step[2].any():
            return step


def test_next_step_shows_the_end_and_then_deals_without_a_move() -> None:
    vector = HanabiVectorEnv(1)
    observations, _, terminations, _, infos = until_first_end(vector)
    assert terminations.tolist() == [True]
    assert not infos["action_mask"].any()
    assert "final_obs" not in infos
    observations, rewards, terminations, _, infos = vector.step(np.array([-7]))
    assert np.array_equal(observations[0], observation(State.deal(deck_seed(0, 1))))
    assert rewards.tolist() == [0.0]
    assert terminations.tolist() == [False]


def test_same_step_deals_at_once_and_keeps_the_end_in_the_infos() -> None:
    vector = HanabiVectorEnv(1, autoreset_mode="SameStep")
    observations, _, terminations, _, infos = until_first_end(vector)
    last_observations = until_first_end(HanabiVectorEnv(1))[0]
    assert terminations.tolist() == [True]
    assert np.array_equal(observations[0], observation(State.deal(deck_seed(0, 1))))
    assert infos["action_mask"].any()
    assert np.array_equal(infos["final_obs"][0], last_observations[0])
    assert not infos["final_info"]["action_mask"].any()
    assert infos["_final_obs"].tolist() == infos["_final_info"].tolist() == [True]


def test_a_seed_of_none_in_the_list_lets_that_series_go_on() -> None:
    vector = HanabiVectorEnv(2)
    vector.reset(seed=[10, 20])
    observations, _ = vector.reset(seed=[11, None])
    expected = [State.deal(11), State.deal(deck_seed(20, 1))]
    assert np.array_equal(observations, [observation(state) for state in expected])


def test_without_a_seed_rows_and_environments_differ() -> None:
    first, second = HanabiVectorEnv(2).reset()[0], HanabiVectorEnv(2).reset()[0]
    assert len({row.tobytes() for row in (*first, *second)}) == 4


def test_copies_stay_and_shared_arrays_are_overwritten() -> None:
    for copy in (True, False):
        vector = HanabiVectorEnv(2, copy=copy)
        observations, infos = vector.reset(seed=0)
        before = observations.copy()
        later, _, _, _, later_infos = vector.step(legal_actions(infos, np.random.default_rng(6)))
        assert np.array_equal(observations, before) is copy
        assert np.shares_memory(observations, later) is not copy
        assert np.shares_memory(infos["action_mask"], later_infos["action_mask"]) is not copy


def test_an_illegal_action_names_its_game_and_changes_none() -> None:
    vector, reference = HanabiVectorEnv(3, illegal="raise"), HanabiVectorEnv(3, illegal="raise")
    vector.reset(seed=0)
    reference.reset(seed=0)
    with pytest.raises(IllegalMoveError, match="game 1: illegal move 'discard 0'"):
        vector.step([5, 0, 5])
    assert data_equivalence(vector.step([5, 6, 7]), reference.step([5, 6, 7]), exact=True)


def test_an_illegal_action_ends_its_game_in_the_default_set_up_as_in_the_single_one() -> None:
    vector, single = HanabiVectorEnv(3), HanabiEnv()
    assert vector.setup == single.setup
    vector.reset(seed=0)
    assert vector.step([5, 0, 5])[2].tolist() == [False, True, False]


@pytest.mark.parametrize("mode", MODES)
def test_a_pickled_environment_goes_on_where_it_was(mode: AutoresetMode) -> None:
    vector, rng = HanabiVectorEnv(4, autoreset_mode=mode), np.random.default_rng(8)
    _, infos = vector.reset(seed=3)
    for _ in range(30):
        *_, infos = vector.step(legal_actions(infos, rng))
    again = pickle.loads(pickle.dumps(vector))
    for _ in range(60):
        actions = legal_actions(infos, rng)
        step = vector.step(actions)
        assert data_equivalence(step, again.step(actions), exact=True)
        infos = step[4]


def test_a_batch_of_games_under_other_rules_is_refused() -> None:
    with pytest.raises(TamayaError, match="damaged pickle: set-up of a batch"):
        Batch.__new__(Batch).__setstate__((Setup.eger(), [State.deal(0)] * 2))
    with pytest.raises(TamayaError, match="size = 0"):
        Batch.__new__(Batch).__setstate__((Setup(), []))


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([5], r"not actions: int64 \[1\] \(expected whole numbers \[2\]\)"),
        ([5.0, 5.0], "not actions: float64"),
        ([5, 2**32 + 5], f"no action {2**32 + 5}"),
        ([5, 20], "game 1: no action 20"),
    ],
)
def test_actions_that_do_not_exist_are_quoted(actions: list[int], message: str) -> None:
    with pytest.raises(TamayaError, match=message):
        HanabiVectorEnv(2).step(actions)


def test_wrong_arguments_are_quoted() -> None:
    with pytest.raises(TamayaError, match=r"autoreset_mode = .*DISABLED"):
        HanabiVectorEnv(2, autoreset_mode=AutoresetMode.DISABLED)
    with pytest.raises(TamayaError, match="3 seeds for 2 games"):
        HanabiVectorEnv(2).reset(seed=[1, 2, 3])
    with pytest.raises(TamayaError, match="not a seed: -1"):
        HanabiVectorEnv(2).reset(seed=[1, -1])
    with pytest.raises(TamayaError, match="reset_mask"):
        HanabiVectorEnv(2).reset(options={"reset_mask": np.array([True, False])})


@pytest.mark.filterwarnings("error")
def test_gymnasium_builds_it_and_records_its_scores() -> None:
    name = "tamaya.envs.gymnasium:tamaya/Hanabi-v0"
    vector = gymnasium.make_vec(name, num_envs=4, scoring="kept")
    assert isinstance(vector.unwrapped, HanabiVectorEnv)
    recorded = RecordEpisodeStatistics(vector)
    plain, rng = PlainGames(4, seed=0), np.random.default_rng(7)
    _, infos = recorded.reset(seed=0)
    scores: list[int] = []
    returns: list[float] = []
    for _ in range(100):
        actions = legal_actions(infos, rng)
        plain.step(actions)
        *_, infos = recorded.step(actions)
        scores += [state.score for state in plain.states if state.over]
        returns += infos["episode"]["r"][infos["_episode"]].tolist() if "episode" in infos else []
    assert returns == scores
    assert any(scores)


def test_infos_can_be_split_into_one_for_each_game() -> None:
    _, infos = DictInfoToList(HanabiVectorEnv(2)).reset(seed=0)
    assert [sorted(info) for info in infos] == [["action_mask", "current"]] * 2
