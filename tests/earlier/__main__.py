"""Writes files of this version into a folder with its name; refuses to change an earlier one."""

from __future__ import annotations

import sys
from pathlib import Path

import tamaya as ty
from tamaya.agents.families.cyclone import published
from tamaya.cyclone import write_weights
from tests.earlier import EVOLUTION, FOLDER


def write(folder: Path) -> None:
    """Writes one small file of each stable format."""
    folder.mkdir(parents=True)
    ty.evolve(folder / "run", **EVOLUTION)  # type: ignore[arg-type]
    (folder / "run" / ".lock").unlink()
    (folder / "run" / "report.html").unlink()  # for people, not for programs
    game = ty.play("piers", "iggi", seed=7)
    (folder / "game.txt").write_text(str(game.transcript))
    pool = ty.pool("tamaya-1")
    pool.write(folder / "pool.json")
    ty.matchups(["piers", "iggi"], games=5, out=folder / "table.parquet", key=bytes(16))
    ty.Experience.train("classics", games=4).write(folder / "classics.meta")
    write_weights(folder / "weights.toml", published()["human_like", "table1"], ["made by a test"])
    (folder / "names.txt").write_text("\n".join(sorted(ty.__all__)) + "\n")


if __name__ == "__main__":
    place = FOLDER / ty.__version__
    if place.exists():
        sys.exit(f"{place} exists: files of a released version never change")
    write(place)
    print(f"wrote {place}")
