"""The shipped validation sets and their bounds.

The validation set has a fixed seed, and a fixed file: it stays the same if evolution or the agents
change later. `python -m tamaya.benchmark.shipping` makes the files.
"""

from __future__ import annotations

from pathlib import Path

from tamaya.benchmark.protocol import VALIDATION_SEED, VERSION, Budget, Track
from tamaya.benchmark.test_set import TestSet
from tamaya.files import is_file
from tamaya.game import Seed

FOLDER = Path(__file__).parent / "validation_sets"


def set_file(track: Track, players: int, budget: Budget) -> Path:
    """Where the shipped set is; tracks with the same families and rules share it."""
    kind = "people" if track.rules.startswith("eger") else "standard"
    return FOLDER / f"{kind}-{players}-{budget.name}.json"


def shipped_set(seed: Seed, track: Track, players: int, budget: Budget) -> TestSet | None:
    """The shipped set of a seed; None if none is shipped.

    :raises TamayaError: if the file is damaged
    """
    file = set_file(track, players, budget)
    if seed != VALIDATION_SEED or not is_file(file):
        return None
    partners = TestSet.read(file)
    return partners if partners.protocol == VERSION else None
