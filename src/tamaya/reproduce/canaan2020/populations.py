"""The published populations of Canaan et al. 2020, and our own pools from the same algorithm."""

from __future__ import annotations

import csv
import gzip
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.reproduce import data
from tamaya.rules import chromosome

SETUP = "competition players=2"
SHIPPED = ("canaan2020-1", "canaan2020-2", "canaan2020-3")
"""our own runs of the same algorithm"""
PUBLISHED_RUNS = (1, 2, 3)
"""runs of the paper. Our copy of the published files lacks run 3: it is used where it is present"""


@dataclass(frozen=True)
class Population:
    """Agents to train on, or to play with."""

    name: str
    """`1` or `2` for the paper's populations, otherwise the name of our pool"""
    pool: ty.Pool
    table: ty.Experience | None = None
    """experience from the published match-up table, 400 games per pair; None for our pools"""

    @property
    def is_published(self) -> bool:
        """Whether it is one of the paper's populations."""
        return self.table is not None


def populations() -> list[Population]:
    """The published populations whose chromosomes and match-up tables are there: 1 and 2, or all.

    :raises MissingData: if their files are absent
    """
    data.check("published agents")
    file = data.path_of("published agents")
    return [_published(file, run) for run in PUBLISHED_RUNS if _table_of(file, run).exists()]


def _table_of(file: Path, run: int) -> Path:
    """The file of a run's match-up table, beside that of the chromosomes."""
    return file.with_name(f"published_matchups_5x5_run{run}.csv.gz")


def shipped() -> list[Population]:
    """Our own pools from the same algorithm."""
    return [Population(name, ty.pool(name)) for name in SHIPPED]


def _published(file: Path, run: int) -> Population:
    name = f"tog2020_5x5_run{run}"
    with gzip.open(file, "rt") as lines:
        agents = [agent for agent in map(json.loads, lines) if agent["population"] == name]
    elites = tuple(
        ty.Elite(chromosome(agent["chromosome"]), niche=tuple(agent["niche"])) for agent in agents
    )
    pool = ty.Pool(
        f"population {run}",
        elites,
        SETUP,
        rulebook="published",
        grid=(5, 5),
        features=("communicativeness", "information_per_play"),
    )
    with gzip.open(_table_of(file, run), "rt") as rows:
        return Population(str(run), pool, _experience(pool, list(csv.DictReader(rows))))


def _experience(pool: ty.Pool, rows: list[dict[str, str]]) -> ty.Experience:
    places = {elite.niche: place for place, elite in enumerate(pool.elites)}
    columns = {
        "score": "score",
        "communicativeness": "h_communicativeness",
        "information_per_play": "h_ipp",
    }
    arrays = {name: np.full((len(pool), len(pool)), math.nan) for name in columns}
    for row in rows:
        at = _place(places, row, "r"), _place(places, row, "h")
        for name, column in columns.items():
            arrays[name][at] = float(row[column] or "nan")
    return ty.Experience(
        hypotheses=pool,
        responses=pool,
        setup=ty.Setup.parse(SETUP),
        scores=arrays.pop("score"),
        features=arrays,
        games=400,
    )


def _place(places: Mapping[tuple[int, ...], int], row: dict[str, str], who: str) -> int:
    return places[int(row[f"{who}_comm_idx"]), int(row[f"{who}_ipp_idx"])]
