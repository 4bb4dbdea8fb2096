"""Maps of behaviour, as cells of a result and as pictures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.numbers import Floats
from tamaya.plotting import DIFFERENCES
from tamaya.qd.metrics import MapStyle, draw_map
from tamaya.reproduce import pictures
from tamaya.reproduce.evolved_runs import run_cell
from tamaya.reproduce.experiment import Result, TableCell


def bounds(cells: int) -> list[str]:
    """The lower bound of each niche, as the papers write it."""
    return [f"{place / cells:g}" for place in range(cells)]


def map_cells(
    measure: str,
    pool: ty.Pool,
    values: Sequence[ty.Estimate | float],
    published: Floats | None = None,
    margin: float | None = None,
) -> list[TableCell]:
    """One cell for each niche of the map; empty niches are 0, as the papers print them.

    :param margin: margin of the numbers of niches that both maps fill; None if not judged
    """
    by_niche = {elite.niche: value for elite, value in zip(pool.elites, values, strict=True)}
    rows, columns = pool.grid
    cells = []
    for row, down in enumerate(bounds(rows)):
        for column, across in enumerate(bounds(columns)):
            cell = run_cell((measure, down, across), by_niche.get((row, column), 0.0))
            if published is not None:
                theirs = float(published[row, column])
                both = cell.ours > 0 and theirs > 0
                cell = replace(cell, theirs=theirs, margin=margin if both else None)
            cells.append(cell)
    return cells


def as_map(result: Result, measure: str, *, theirs: bool = False) -> Floats:
    """The numbers of a map, ours or the paper's."""
    cells = [cell for cell in result.cells if cell.measure == measure]
    rows = list(dict.fromkeys(cell.row for cell in cells))
    values = [cell.theirs if theirs else cell.ours for cell in cells]
    return np.array(values, dtype=float).reshape(len(rows), -1)


def full_map(pool: ty.Pool, means: Sequence[float] | Floats) -> Floats:
    """Numbers of agents laid out on the map; empty niches are 0."""
    layout = np.zeros(pool.grid)
    for elite, mean in zip(pool.elites, means, strict=True):
        layout[elite.niche] = mean
    return layout


def draw_beside_the_paper(
    result: Result, measure: str, file: Path, style: MapStyle, reach: float
) -> None:
    """Draws our map, and below it ours minus the paper's, in colors from -`reach` to `reach`."""
    ours, theirs = as_map(result, measure), as_map(result, measure, theirs=True)
    figure = pictures.figure(16.0)
    above, below = figure.subplots(2, 1)
    draw_map(above, np.where(ours > 0, ours, math.nan), style)
    empty = (ours == 0) & (theirs == 0)
    draw_map(
        below,
        np.where(empty, math.nan, ours - theirs),
        MapStyle(
            title="ours minus the paper's",
            features=style.features,
            number=style.number.replace("{:", "{:+z"),
            limits=(-reach, reach),
            colors=DIFFERENCES,
            bar="difference",
        ),
    )
    pictures.save(figure, file)
