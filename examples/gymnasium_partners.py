"""A learner among partners from a pool, 256 games side by side.

python examples/gymnasium_partners.py [STEPS]

Replace `choose` by your policy. Rewards are points, also those of games that lose the last life.
"""

import sys

import numpy as np
from numpy.typing import NDArray

from tamaya.envs import vector_env

random = np.random.default_rng(0)


def choose(observations: NDArray[np.uint8], legal: NDArray[np.int8]) -> NDArray[np.int64]:
    """A random legal action in each game."""
    return (random.random(legal.shape) * legal).argmax(axis=1)


if __name__ == "__main__":
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    env = vector_env(256, partners="canaan2020-1", identify=True, scoring="kept")
    observations, infos = env.reset(seed=1)
    finished = 0
    points: dict[str, list[float]] = {}
    collected = np.zeros(256)
    for _ in range(steps):
        partners = infos["partner"].copy()
        actions = choose(observations, infos["action_mask"])
        observations, rewards, ended, truncated, infos = env.step(actions)
        collected += rewards
        for game in np.flatnonzero(ended | truncated):
            points.setdefault(env.partner_names[partners[game]], []).append(collected[game])
            collected[game] = 0
            finished += 1
    print(f"{finished} games with {len(points)} partners")
    for name, scores in sorted(points.items())[:5]:
        print(f"{name:6} {np.mean(scores):5.2f} points in {len(scores)} games")
