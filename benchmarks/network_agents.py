"""A PyTorch policy in the arena: games per second move by move, and in batches.

python -m benchmarks.network_agents [--hidden 64] [--games 4096]
"""

from __future__ import annotations

import argparse
import json
import time

import numpy as np
import torch
from numpy.typing import NDArray

import tamaya as ty

Bytes = NDArray[np.uint8]


def policy(hidden: int) -> ty.NetworkAgent:
    """A network that never plays a card, so that its games are long."""
    setup = ty.Setup.standard(2)
    torch.manual_seed(0)
    model = torch.nn.Sequential(
        torch.nn.Linear(setup.observation_size, hidden),
        torch.nn.ReLU(),
        torch.nn.Linear(hidden, setup.actions),
    )
    plays = slice(setup.hand_size, 2 * setup.hand_size)

    def choose(observations: Bytes, legal: Bytes) -> NDArray[np.float32]:
        with torch.no_grad():
            scores: NDArray[np.float32] = model(torch.from_numpy(observations).float()).numpy()
        scores[:, plays] -= 1000
        return scores

    return ty.NetworkAgent(choose, name="PyTorch")


class OneByOne(ty.Agent):
    """The same policy, evaluated move by move."""

    def __init__(self, network: ty.NetworkAgent) -> None:
        self._player = network.sit()

    def act(self, view: ty.View) -> ty.Move:
        """Evaluates one position."""
        move = self._player.decide(view).move
        assert move is not None
        return move


def games_per_second(games: int, *agents: ty.Agent) -> float:
    """Games per second, the best of three runs."""
    seconds = []
    for _ in range(3):
        began = time.perf_counter()
        ty.match(*agents, games=games)
        seconds.append(time.perf_counter() - began)
    return games / min(seconds)


def main() -> None:
    """Prints a line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--games", type=int, default=4096)
    given = parser.parse_args()
    torch.set_num_threads(1)
    network = policy(given.hidden)
    single = games_per_second(10, OneByOne(network), OneByOne(network))
    batched = games_per_second(given.games, network, network)
    ratio = batched / single
    print(
        json.dumps(
            {
                "hidden": given.hidden,
                "one_by_one": round(single, 1),
                "side_by_side": round(batched),
                "times": round(ratio, 1),
            }
        )
    )


if __name__ == "__main__":
    main()
