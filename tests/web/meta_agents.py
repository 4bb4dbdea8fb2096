"""A small meta-agent that trains in a moment, for tests."""

from __future__ import annotations

from pathlib import Path

import tamaya as ty

NICHES = ("1,1", "2,2", "2,3", "3,2", "3,4")


def small(folder: Path, kind: str = "published") -> str:
    """Writes the meta-agent's experience into a folder unless it is there; returns its name."""
    file = folder / "small.meta"
    if not file.exists():
        pool = ty.pool("tamaya-1")
        agents = tuple(pool.find(niche) for niche in NICHES)
        small_pool = ty.Pool("tamaya-1", agents, features=pool.features, grid=pool.grid)
        ty.Experience.train(small_pool, games=20).write(file)
    return f"meta:{file}#{kind}"
