"""A small meta-agent that is made in no time, for tests."""

from __future__ import annotations

from pathlib import Path

import tamaya as ty

NICHES = ("1,1", "2,2", "2,3", "3,2", "3,4")


def small(folder: Path, kind: str = "published") -> str:
    """Writes what it knows into a folder, and says what it is made from."""
    file = folder / "small.meta"
    if not file.exists():
        known = ty.pool("tamaya-1")
        agents = tuple(known.find(niche) for niche in NICHES)
        few = ty.Pool("tamaya-1", agents, features=known.features, grid=known.grid)
        ty.Experience.train(few, games=20).write(file)
    return f"meta:{file}#{kind}"
