"""Files of every released version, which later versions must read.

`python -m tests.earlier` writes the files of this version, once for each release.
"""

from pathlib import Path

import tamaya as ty

FOLDER = Path(__file__).parent
NETWORK_SETUP = "standard colors=2 ranks=2 hand_size=2"
AGENTS = {
    "learned:{}/agent.safetensors": NETWORK_SETUP,
    "human:{}/person.npz": "eger",
}
"""agents that are files in the folder of a version, and their set-ups"""
EVOLUTION = {
    "candidates": 60,
    "batch": 20,
    "games": 4,
    "extra": 2,
    "rulebook": "published",
    "setup": "competition",
    "grid": (3, 3),
}
"""settings of the run folder"""


def scores(folder: Path, spec: str) -> list[int]:
    """What one of `AGENTS` scores with itself."""
    agent = spec.format(folder)
    return [int(score) for score in ty.match(agent, agent, games=20, setup=AGENTS[spec]).scores]
