"""Draws results with Matplotlib."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tamaya.plotting import (
    DIFFERENCES,
    OURS,
    PALE,
    SCORES,
    new_figure,
    separate_cells,
    titled,
    write_numbers,
)
from tamaya.plotting import save as save_figure
from tamaya.reproduce.experiment import TableCell
from tamaya.reproduce.grid import Grid

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 12.8
"""width of all pictures, in inches of 100 pixels"""


def figure(height: float) -> Figure:
    """An empty figure, 1280 pixels wide.

    :raises TamayaError: if Matplotlib is missing
    """
    return new_figure(WIDTH, height)


def save(figure: Figure, file: Path) -> None:
    """Writes a picture; equal figures give equal files."""
    save_figure(figure, file)


@dataclass(frozen=True)
class HeatStyle:
    """Style of a table that `heat` draws."""

    title: str
    number: str
    """format of numbers, like '{:.2f}'"""
    limits: tuple[float, float]
    """values of the first and the last color"""
    colors: str = SCORES
    """name of a Matplotlib color map"""


def heat(axes: Axes, grid: Grid, values: NDArray[np.float64], style: HeatStyle) -> None:
    """Draws numbers on colored cells, in the rows and columns of a grid."""
    low, high = style.limits
    image = axes.imshow(values, cmap=style.colors, vmin=low, vmax=high, aspect="auto")
    axes.set_xticks(range(len(grid.header)), [_label(name) for name in grid.header])
    axes.set_yticks(range(len(grid.lines)), [_label(line[0].row) for line in grid.lines])
    axes.tick_params(labelsize=9)
    axes.xaxis.tick_top()
    titled(axes, style.title)
    separate_cells(axes, *values.shape)
    write_numbers(axes, image, values, style.number)


def ours(grid: Grid) -> NDArray[np.float64]:
    """Our numbers of a grid."""
    return np.array([[cell.ours for cell in line] for line in grid.lines])


def beside_the_paper(grid: Grid, file: Path) -> None:
    """Draws our numbers, and below them ours minus the paper's."""
    cells = [cell for line in grid.lines for cell in line]
    theirs = np.array([[cell.theirs for cell in line] for line in grid.lines], dtype=float)
    picture = figure(7.6)
    above, below = picture.subplots(2, 1)
    words = cells[0].measure.replace("_", " ")
    heat(
        above,
        grid,
        ours(grid),
        HeatStyle(f"{words} of the agent on the left: ours", "{:.2f}", (0, 1)),
    )
    verdicts = [cell.verdict for cell in cells]
    title = f"ours minus the paper's: {verdicts.count('agrees')} of {len(cells)} agree"
    heat(below, grid, ours(grid) - theirs, HeatStyle(title, "{:+z.2f}", (-0.1, 0.1), DIFFERENCES))
    save(picture, file)


def curve(
    axes: Axes, cells: Sequence[TableCell], *, color: str, label: str, linestyle: str = "-"
) -> None:
    """Draws numbers with their errors over the games of an episode, which name the columns."""
    axes.errorbar(
        [int(cell.column) for cell in cells],
        [cell.ours for cell in cells],
        yerr=[cell.sem for cell in cells],
        capsize=2,
        marker="o",
        markersize=4,
        color=color,
        linestyle=linestyle,
        label=label,
    )
    axes.set_xlabel("game of the episode")
    axes.set_xticks([int(cell.column) for cell in cells])


def _label(name: str) -> str:
    words = name.replace("_", " ").replace("van den bergh", "van den\nbergh")
    return words.replace("with ", "with\n").replace("legal ", "legal\n")


def pairs_of_bars(panels: Mapping[str, Sequence[TableCell]], file: Path) -> None:
    """Draws a panel for each number: bars of the paper and of ours ± 2 standard errors, by row."""
    picture = figure(4.2)
    for axes, (title, cells) in zip(picture.subplots(1, len(panels)), panels.items(), strict=True):
        theirs = [math.nan if cell.theirs is None else cell.theirs for cell in cells]
        errors = [2 * cell.sem for cell in cells]  # nan draws nothing
        places = np.arange(len(cells))
        paper = axes.bar(places - 0.2, theirs, 0.38, color=PALE, label="paper")
        ours = axes.bar(
            places + 0.2,
            [cell.ours for cell in cells],
            0.38,
            yerr=errors,
            color=OURS,
            capsize=3,
            label="ours ± 2 standard errors",
        )
        number = "{:.0f}" if all(math.isnan(cell.sem) for cell in cells) else "{:.2f}"
        for bars, color in ((paper, "black"), (ours, "white")):
            axes.bar_label(
                bars, fmt=number, label_type="center", rotation=90, color=color, fontsize=9
            )
        axes.set_xticks(places, [cell.row for cell in cells])
        titled(axes, title)
        axes.tick_params(length=0, labelsize=9)
        axes.spines[["top", "right"]].set_visible(False)
    handles, labels = axes.get_legend_handles_labels()
    picture.legend(handles, labels, loc="outside lower center", ncols=2, frameon=False, fontsize=9)
    save(picture, file)
