"""Draws maps of behaviour and tables of numbers on colored cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tamaya.numbers import Floats
from tamaya.plotting.colors import EMPTY, INK, SCORES, ink_on
from tamaya.plotting.figures import titled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.image import AxesImage

ANNOTATED = 24
"""a map with more rows or columns than this has no numbers in its cells"""


@dataclass(frozen=True, kw_only=True)
class MapStyle:
    """Style of a map that `draw_map` draws."""

    title: str
    features: tuple[str, ...]
    """feature of the rows, which grows upwards, and feature of the columns"""
    number: str = "{:.1f}"
    """format of the numbers in cells"""
    limits: tuple[float, float] | None = None
    """values of the first and the last color; by default 0 and the highest value"""
    colors: str = SCORES
    """name of a Matplotlib color map"""
    hide_zeros: bool = False
    bar: str = ""
    """label of the color bar; without a label there is no bar"""


def draw_map(axes: Axes, values: Floats, style: MapStyle) -> None:
    """Draws a map of behaviour with a number in each cell; empty cells stay grey."""
    low, high = style.limits or (0.0, max(1e-9, float(np.nanmax(values, initial=0.0))))
    image = axes.imshow(
        np.ma.masked_invalid(values),
        cmap=style.colors,
        vmin=low,
        vmax=high,
        origin="lower",
        aspect="auto",
    )
    axes.set_facecolor(EMPTY)
    rows, columns = values.shape
    size = 9.0 if max(rows, columns) <= 10 else 7.0
    axes.set_xticks(range(columns), _lower_bounds(columns), fontsize=size)
    axes.set_yticks(range(rows), _lower_bounds(rows), fontsize=size)
    axes.set_ylabel(_words(style.features[0]), color=INK, fontsize=9.5)
    axes.set_xlabel(_words(style.features[1]), color=INK, fontsize=9.5)
    titled(axes, style.title)
    separate_cells(axes, rows, columns)
    if max(rows, columns) <= ANNOTATED:
        shown = np.where(values == 0, np.nan, values) if style.hide_zeros else values
        write_numbers(axes, image, shown, style.number, size - 0.5)
    if style.bar:
        color_bar(axes, image, style.bar)


def separate_cells(axes: Axes, rows: int, columns: int) -> None:
    """Draws white lines between the cells of a table, and removes frame and ticks."""
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0, labelcolor=INK)
    axes.set_xticks(np.arange(1, columns) - 0.5, minor=True)
    axes.set_yticks(np.arange(1, rows) - 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=0.8)
    axes.tick_params(which="minor", length=0)


def write_numbers(
    axes: Axes, image: AxesImage, values: Floats, number: str, size: float = 9.0
) -> None:
    """Writes numbers on the cells of an image, black or white by contrast; nan stays empty."""
    for (row, column), value in np.ndenumerate(values):
        if not np.isnan(value):
            axes.text(
                column,
                row,
                number.format(value),
                ha="center",
                va="center",
                fontsize=size,
                color=ink_of(image, float(value)),
            )


def ink_of(image: AxesImage, value: float) -> str:
    """Black or white, whichever has more contrast on the color of a value."""
    red, green, blue, _ = (round(255 * part) for part in image.to_rgba(np.array([value]))[0])
    return ink_on(f"#{red:02x}{green:02x}{blue:02x}")


def color_bar(axes: Axes, image: AxesImage, label: str) -> None:
    """Draws the scale of colors at the right of axes."""
    bar = axes.figure.colorbar(image, ax=axes, pad=0.02, fraction=0.04)
    bar.set_label(label, color=INK, fontsize=9)
    bar.outline.set_visible(False)
    bar.ax.tick_params(length=0, labelsize=8.5, labelcolor=INK)


def _lower_bounds(cells: int) -> list[str]:
    """The lower bound of each cell of a feature in [0, 1]."""
    return [f"{cell / cells:.2f}".rstrip("0").rstrip(".") for cell in range(cells)]


def _words(name: str) -> str:
    return name.replace("_", " ")
