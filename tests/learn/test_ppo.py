"""The algorithm against numbers computed by hand."""

from __future__ import annotations

import math

import torch

from tamaya.learn.config import Config
from tamaya.learn.network import Network, Shape
from tamaya.learn.ppo import Rollout, Turns, generalized_advantages, loss, masked, slice_of
from tests.learn.small_networks import untrained


def test_advantages_are_discounted_sums_of_errors_that_stop_at_the_end_of_a_game() -> None:
    reward = torch.tensor([[1.0], [0.0], [2.0]])
    done = torch.tensor([[0.0], [1.0], [0.0]])
    value = torch.tensor([[0.5], [1.0], [3.0], [4.0]])
    out = torch.zeros(3, 1)
    generalized_advantages(reward, done, value, discount=0.5, trace=0.8, out=out)
    # Errors: 1 + 0.5 * 1 - 0.5 = 1;  0 - 1 = -1 (the game ends);  2 + 0.5 * 4 - 3 = 1.
    torch.testing.assert_close(out[:, 0], torch.tensor([1 + 0.5 * 0.8 * -1, -1.0, 1.0]))


class Fixed(Network):
    """A network that returns the same logits and value for every observation."""

    def __init__(self, logits: torch.Tensor, value: float) -> None:
        super().__init__(Shape(inputs=1, actions=len(logits), hidden=(1,), normalized=0))
        self._said = logits, value

    def unroll(
        self,
        observation: torch.Tensor,
        memory: torch.Tensor,
        slot: torch.Tensor,
        reset: torch.Tensor,
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        shape = observation.shape[:2]
        return self._said[0].expand(*shape, -1), torch.full(shape, self._said[1]), memory


def turns(action: list[int], log_prob: list[float], advantage: list[float]) -> Turns:
    games = len(action)
    return Turns(
        observation=torch.zeros(1, games, 1, dtype=torch.uint8),
        legal=torch.tensor([[[1, 1, 0]] * games], dtype=torch.uint8),
        slot=torch.zeros(1, games, dtype=torch.int64),
        action=torch.tensor([action]),
        log_prob=torch.tensor([log_prob]),
        reset=torch.zeros(1, games, dtype=torch.uint8),
        advantage=torch.tensor([advantage]),
        target=torch.full((1, games), 2.0),
    )


def test_the_loss_is_that_of_the_paper() -> None:
    """Two legal moves of probability 3/4 and 1/4; the illegal third one counts nowhere."""
    network = Fixed(torch.tensor([math.log(3.0), 0.0, 50.0]), value=1.5)
    half = math.log(0.5)
    batch = turns(action=[0, 1], log_prob=[half, half], advantage=[1.0, -1.0])
    config = Config(clip=0.2, value_weight=0.5)
    total, parts = loss(network, batch, torch.zeros(2, 1, 0), torch.tensor(0.1), config)
    # Ratios 1.5 and 0.5. Gain of the first: min(1.5, 1.2); of the second: min(-0.5, -0.8).
    policy = -(1.2 - 0.8) / 2
    entropy = -(0.75 * math.log(0.75) + 0.25 * math.log(0.25))
    value = 0.5**2
    torch.testing.assert_close(total.item(), policy + 0.5 * value - 0.1 * entropy)
    divergence = ((0.5 - math.log(1.5)) + (-0.5 - math.log(0.5))) / 2
    expected = torch.tensor([policy, value, entropy, divergence, 1.0])
    torch.testing.assert_close(parts, expected)


def test_illegal_moves_are_never_sampled() -> None:
    logits = masked(torch.tensor([5.0, 0.0, 100.0]), torch.tensor([1, 1, 0]))
    assert torch.softmax(logits, -1)[2] == 0


def test_minibatches_are_all_games_once() -> None:
    config = Config(games=12, minibatches=3)
    for epoch in (0, 1):
        games = [g for k in range(3) for g in range(12)[slice_of(k, epoch, config)]]
        assert sorted(games) == list(range(12))


def test_values_are_trained_towards_the_advantage_plus_the_value() -> None:
    config = Config(
        setup="standard colors=2 ranks=2 hand_size=2",
        games=8,
        steps=12,
        hidden=(8, 8),
        precision="float32",
    )
    rollout = Rollout(config, *untrained(config), graphs=False)
    rollout.collect(0)
    advantage = torch.zeros(config.steps, config.games)
    generalized_advantages(
        rollout._reward,
        rollout._done,
        rollout._value,
        discount=config.discount,
        trace=config.trace,
        out=advantage,
    )
    torch.testing.assert_close(rollout.turns.target, advantage + rollout._value[:-1])
    centred = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    torch.testing.assert_close(rollout.turns.advantage, centred)
