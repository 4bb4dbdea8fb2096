"""The published populations of Canaan et al. 2020, and our own pools from the same algorithm."""

from __future__ import annotations

import csv
import gzip
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

import tamaya as ty
from tamaya.reproduce import data
from tamaya.rules import chromosome

SETUP = "competition players=2"
SHIPPED = ("canaan2020-1", "canaan2020-2", "canaan2020-3")
"""our own runs of the same algorithm"""
ELITES = {1: "published_elites", 2: "published_elites", 3: "published_elites_5x5_run3"}
"""by run of the paper: the file of its chromosomes"""


@dataclass(frozen=True)
class Population:
    """Agents to train on, or to play with."""

    name: str
    """`1`, `2` or `3` for the paper's populations, otherwise the name of our pool"""
    pool: ty.Pool
    table: ty.Experience | None = None
    """experience from the published match-up table, 400 games per pair; None for our pools"""

    @property
    def is_published(self) -> bool:
        """Whether it is one of the paper's populations."""
        return self.table is not None


def populations() -> list[Population]:
    """The three published populations.

    :raises MissingData: if their files are absent
    """
    return [_published(run) for run in ELITES]


def shipped() -> list[Population]:
    """Our own pools from the same algorithm."""
    return [Population(name, ty.pool(name)) for name in SHIPPED]


def _published(run: int) -> Population:
    name = f"tog2020_5x5_run{run}"
    with gzip.open(data.beside("published agents", f"{ELITES[run]}.jsonl.gz"), "rt") as lines:
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
    table = data.beside("published agents", f"published_matchups_5x5_run{run}.csv.gz")
    with gzip.open(table, "rt") as rows:
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
