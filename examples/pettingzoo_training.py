"""A training loop on the PettingZoo environment: REINFORCE in self-play, then cross-play.

python examples/pettingzoo_training.py [GAMES]

The game is tiny (two colors, two ranks), so that a laptop sees progress in a minute.
"""

import sys

import numpy as np
import torch
from numpy.typing import NDArray

import tamaya as ty
from tamaya.envs import aec_env

SETUP = ty.Setup(colors=2, ranks=2, hand_size=2)
BATCH = 16
"""games per update"""


def logits_of(network: torch.nn.Module, seen: dict[str, NDArray[np.uint8]]) -> torch.Tensor:
    """Scores of all actions; illegal ones get minus infinity."""
    logits = network(torch.from_numpy(seen["observation"]).float())
    return torch.where(torch.from_numpy(seen["action_mask"]).bool(), logits, -torch.inf)


def play(env: object, network: torch.nn.Module, seed: int) -> tuple[list[torch.Tensor], float]:
    """Plays a game; returns the log probability of each move, and the score."""
    env.reset(seed=seed)
    log_probabilities, score = [], 0.0
    for agent in env.agent_iter():
        seen, _, ended, truncated, _ = env.last()
        if ended or truncated:
            env.step(None)
            continue
        choice = torch.distributions.Categorical(logits=logits_of(network, seen))
        action = choice.sample()
        log_probabilities.append(choice.log_prob(action))
        env.step(int(action))
        score += env.rewards[agent]
    return log_probabilities, score


def train(games: int) -> torch.nn.Module:
    """REINFORCE with the mean score of the batch as a baseline."""
    torch.manual_seed(0)
    env = aec_env(SETUP, scoring="kept")
    network = torch.nn.Sequential(
        torch.nn.Linear(SETUP.observation_size, 64),
        torch.nn.ReLU(),
        torch.nn.Linear(64, SETUP.actions),
    )
    optimizer = torch.optim.Adam(network.parameters(), lr=3e-3)
    for first in range(0, games, BATCH):
        played = [play(env, network, seed) for seed in range(first, first + BATCH)]
        scores = np.array([score for _, score in played])
        advantages = scores - scores.mean()
        loss = -sum(
            float(advantage) * torch.stack(log_probabilities).sum()
            for advantage, (log_probabilities, _) in zip(advantages, played, strict=True)
        )
        optimizer.zero_grad()
        (loss / BATCH).backward()
        optimizer.step()
        if first // BATCH % 20 == 0:
            print(f"game {first:5}: mean score {scores.mean():.2f} of 4")
    return network


def as_agent(network: torch.nn.Module) -> ty.NetworkAgent:
    """The trained policy as an agent, which the arena evaluates in batches."""

    def choose(observations: NDArray[np.uint8], legal: NDArray[np.uint8]) -> NDArray[np.float32]:
        with torch.no_grad():
            scores: NDArray[np.float32] = network(torch.from_numpy(observations).float()).numpy()
        return scores

    return ty.NetworkAgent(choose, observation="hle", name="trained policy")


if __name__ == "__main__":
    policy = as_agent(train(int(sys.argv[1]) if len(sys.argv) > 1 else 4000))
    print(ty.match(policy, policy, games=500, setup=SETUP))
    print(ty.match(policy, "piers", games=500, setup=SETUP))
