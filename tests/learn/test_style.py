"""Extra rewards for a style of play, against what the engine says of the same moves."""

from __future__ import annotations

import pytest
import torch

from tamaya.game import Move, State
from tamaya.learn.config import Config
from tamaya.learn.ppo import Learner
from tamaya.learn.style import StyleReward
from tamaya.vector import Vector
from tests.learn.small_networks import untrained
from tests.vector.test_observations import SETUPS


def share_known(state: State, move: Move) -> float:
    """The share of the played card's color and rank that hints told its owner."""
    view = state.view(state.current)
    assert move.slot is not None
    slot = view.knowledge(view.me)[move.slot]
    return (slot.color_hinted + slot.rank_hinted) / 2


@pytest.mark.parametrize("words", SETUPS)
def test_hints_and_known_plays_are_rewarded(words: str) -> None:
    config = Config(setup=words, hint_reward=0.25, knowledge_reward=-2.0)
    style = StyleReward(config, torch.device("cpu"))
    env = Vector(20, words)
    known_plays = 0
    for turn in range(40):
        actions = env.random_actions(turn)
        extra = style.of(torch.from_numpy(env.observation), torch.from_numpy(actions).long())
        for row, action in enumerate(actions):
            move = Move.from_action_id(int(action), env.setup)
            points = 0.25 if move.is_hint else 0.0
            if move.kind == "play":
                known = share_known(env.state(row), move)
                points, known_plays = -2.0 * known, known_plays + (known > 0)
            assert extra[row] == points, (row, move)
        env.step(actions)
    assert known_plays > 5


def share_of_hints(hint_reward: float) -> float:
    """How often a network hints after a short training in a tiny game."""
    config = Config(
        setup="standard colors=2 ranks=2 hand_size=2",
        games=64,
        steps=16,
        hidden=(32, 32),
        precision="float32",
        hint_reward=hint_reward,
    )
    learner = Learner(config, *untrained(config))
    for batch in range(20):
        learner.learn(batch, batch / 20)
    first_hint = 2 * config.game.hand_size
    return float((learner.rollout.turns.action >= first_hint).float().mean())


def test_a_reward_for_hints_teaches_to_hint() -> None:
    assert share_of_hints(-2.0) < 0.1
    assert share_of_hints(2.0) > 0.4
