"""A cross-play table of agents from different families: python examples/cross_play.py

The diagonal is self-play. An agent whose row is much lower than its diagonal relies on a convention
that others do not know.
"""

import sys

import numpy as np

import tamaya as ty

AGENTS = [
    "piers",
    "tamaya",
    "cyclone:self_play",
    "human:all",
    "convention:hats",
    "learned:self-play",
]

if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    table = ty.matchups(AGENTS, games=games)
    print(table)
    for name in AGENTS:
        alone = table.score(name, name).mean
        cross = np.mean([table.score(name, other).mean for other in AGENTS if other != name])
        print(
            f"{name:20} self-play {alone:5.2f}  cross-play {cross:5.2f}  gap {alone - cross:5.2f}"
        )
    print("best response to people:", table.best_response("human:all"))
