"""The single-game environment keeps Gymnasium's contract and the rules of the game."""

import random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from tamaya.envs.gymnasium import HanabiEnv
from tamaya.envs.series import deck_seed
from tamaya.game import IllegalMoveError, Move, Setup, State, TamayaError

SETUPS = ["standard", "standard players=5", "competition players=3", "standard extra_suit=rainbow"]


# The checker says so of any environment that was not built by `gymnasium.make`.
@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes")
@pytest.mark.parametrize("setup", SETUPS)
def test_the_single_environment_passes_the_checker(setup: str) -> None:
    check_env(HanabiEnv(f"{setup} illegal=end"))


@pytest.mark.filterwarnings("error")
def test_the_registered_environment_passes_the_checker_without_a_warning() -> None:
    check_env(gymnasium.make("tamaya.envs.gymnasium:tamaya/Hanabi-v0").unwrapped)


def test_the_single_environment_shows_the_seat_to_move() -> None:
    env, rng = HanabiEnv("standard players=3"), random.Random(1)
    observation, info = env.reset(seed=3)
    state, total, over = State.deal(3, Setup.standard(3)), 0.0, False
    while not over:
        assert np.array_equal(observation, state.view(state.current).observation())
        assert info["current"] == state.current
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        state.apply(Move.from_action_id(action, state.setup))
        observation, reward, over, truncated, info = env.step(action)
        total += reward
        assert not truncated
    assert state.over
    assert total == state.strict_score
    assert not info["action_mask"].any()


def test_an_illegal_action_ends_the_single_game_unless_the_words_say_otherwise() -> None:
    env, strict_env = HanabiEnv("standard"), HanabiEnv("standard illegal=raise")
    env.reset(seed=0)
    strict_env.reset(seed=0)
    assert env.step(0)[2] is True
    with pytest.raises(IllegalMoveError, match="all hint tokens are available"):
        strict_env.step(0)


def test_a_seed_deals_its_deck_and_resets_without_one_go_on_from_it() -> None:
    env = HanabiEnv(illegal="raise")
    env.reset(seed=5)
    assert env.series.state == State.deal(5)
    env.reset()
    assert env.series.state == State.deal(deck_seed(5, 1))


def test_a_move_after_the_end_is_refused() -> None:
    env = HanabiEnv()
    env.reset(seed=0)
    env.step(0)
    with pytest.raises(IllegalMoveError, match="the game is over"):
        env.step(5)


def test_positions_are_returned_or_printed_as_the_render_mode_says(
    capsys: pytest.CaptureFixture[str],
) -> None:
    start = State.deal(0)
    ansi, human = HanabiEnv("standard", render_mode="ansi"), HanabiEnv(render_mode="human")
    ansi.reset(seed=0)
    assert ansi.render() == str(start)
    assert capsys.readouterr().out == ""
    human.reset(seed=0)
    assert capsys.readouterr().out == f"{start}\n"
    with pytest.raises(TamayaError, match="not a render mode: 'rgb_array'"):
        HanabiEnv(render_mode="rgb_array")
