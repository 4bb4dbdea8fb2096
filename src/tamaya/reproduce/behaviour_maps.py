"""Maps of behaviour as cells of results and as pictures."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import tamaya as ty
from tamaya.qd.metrics import MapStyle, draw_map
from tamaya.reproduce import pictures
from tamaya.reproduce.evolved_runs import run_cell
from tamaya.reproduce.experiment import Cell, Result

Map = NDArray[np.float64]
"""a number for each niche; 0 where nobody is"""
Agree = Callable[[tuple[int, int], float, float], bool]
"""niche, ours, theirs"""


def bounds(cells: int) -> list[str]:
    """Where niches begin, as the papers write it."""
    return [f"{place / cells:g}" for place in range(cells)]


def map_cells(
    measure: str,
    pool: ty.Pool,
    found: Sequence[ty.Estimate | float],
    published: Map | None = None,
    agree: Agree | None = None,
) -> list[Cell]:
    """One cell for each niche of the map, 0 where nobody is, as the papers print it."""
    there = {one.niche: value for one, value in zip(pool.elites, found, strict=True)}
    rows, columns = pool.grid
    made = []
    for row, down in enumerate(bounds(rows)):
        for column, across in enumerate(bounds(columns)):
            one = run_cell((measure, down, across), there.get((row, column), 0.0))
            if published is not None:
                theirs = float(published[row, column])
                fits = agree and agree((row, column), one.ours, theirs)
                one = replace(one, theirs=theirs, agrees=fits)
            made.append(one)
    return made


def as_map(result: Result, measure: str, *, theirs: bool = False) -> Map:
    """The numbers of a map, ours or the paper's."""
    cells = [one for one in result.cells if one.measure == measure]
    rows = list(dict.fromkeys(one.row for one in cells))
    values = [one.theirs if theirs else one.ours for one in cells]
    return np.array(values, dtype=float).reshape(len(rows), -1)


def full_map(pool: ty.Pool, means: Sequence[float] | Map) -> Map:
    """Numbers of agents laid out on the map, 0 where nobody is."""
    drawn = np.zeros(pool.grid)
    for one, mean in zip(pool.elites, means, strict=True):
        drawn[one.niche] = mean
    return drawn


def draw_beside_the_paper(
    result: Result, measure: str, file: Path, style: MapStyle, reach: float
) -> None:
    """Two panels: our map, and ours minus the paper's, in colors up to `reach`."""
    ours, theirs = as_map(result, measure), as_map(result, measure, theirs=True)
    made = pictures.figure(16.0)
    above, below = made.subplots(2, 1)
    draw_map(above, np.where(ours > 0, ours, math.nan), style)
    cells = [one for one in result.cells if one.measure == measure and one.agrees is not None]
    count = f": {sum(bool(one.agrees) for one in cells)} of {len(cells)} agree" if cells else ""
    empty = (ours == 0) & (theirs == 0)
    draw_map(
        below,
        np.where(empty, math.nan, ours - theirs),
        MapStyle(
            title=f"ours minus the paper's{count}",
            features=style.features,
            number=style.number.replace("{:", "{:+z"),
            limits=(-reach, reach),
            colors="RdBu",
            bar="difference",
        ),
    )
    pictures.save(made, file)
