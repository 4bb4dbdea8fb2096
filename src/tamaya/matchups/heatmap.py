"""Draws match-up tables as heat maps."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tamaya.extras import extra
from tamaya.matchups.table import MatchupTable, scoring_name
from tamaya.matchups.text import others, strings
from tamaya.plotting import INK, SCORES, save, write_numbers
from tamaya.plotting.maps import ANNOTATED

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.image import AxesImage

_LONGEST = 32
"""most letters of a name; longer names are cut"""


def draw(table: MatchupTable, path: Path, *, strict: bool) -> None:
    """Writes a heat map of the mean scores, brighter for higher scores.

    :raises TamayaError: if the file type is unknown or the file cannot be written
    """
    save(_figure(table, strict), path, dpi=160, tight=True)


def _figure(table: MatchupTable, strict: bool) -> Figure:
    with extra("tables", "heat maps need Matplotlib"):
        from matplotlib.figure import Figure  # noqa: PLC0415
    rows, columns = len(table.plan.rows), len(table.plan.columns)
    inch = 0.56 if max(rows, columns) <= ANNOTATED else max(0.13, min(0.3, 13 / max(rows, columns)))
    wide, high = max(3.2, columns * inch), max(2.2, rows * inch)
    figure = Figure(figsize=(wide, high))
    axes = figure.add_axes((0, 0, 1, 1))
    means = table.means(strict=strict)
    top = max(1, math.ceil(float(np.nanmax(np.nan_to_num(means)))))
    image = axes.imshow(np.ma.masked_invalid(means), cmap=SCORES, vmin=0, vmax=top, aspect="auto")
    axes.set_facecolor("#e9e9e9")  # shows through where there is no result
    _label(axes, table, inch)
    _title(axes, table, strict, wide)
    if max(rows, columns) <= ANNOTATED:
        _annotate(axes, table, strict, image)
    bar = figure.colorbar(image, cax=figure.add_axes((1 + 0.18 / wide, 0, 0.2 / wide, 1)))
    bar.set_label(f"mean score, {scoring_name(strict)}", color=INK, fontsize=9)
    bar.outline.set_visible(False)
    bar.ax.tick_params(length=0, labelsize=8.5, labelcolor=INK)
    return figure


def _label(axes: Axes, table: MatchupTable, inch: float) -> None:
    """Writes the agents' names at the left and below, without their common prefix."""
    rows, columns = table.plan.rows, table.plan.columns
    prefix = _common_prefix((*rows, *columns))
    size = 9.5 if inch > 0.4 else max(4.5, min(8.5, inch * 40))
    short = [_shortened(name.removeprefix(prefix)) for name in rows]
    axes.set_yticks(range(len(rows)), short, fontsize=size)
    short = [_shortened(name.removeprefix(prefix)) for name in columns]
    axes.set_xticks(range(len(columns)), short, fontsize=size)
    slanted = inch > 0.4
    for label in axes.get_xticklabels():
        label.set_rotation(40 if slanted else 90)
        label.set_horizontalalignment("right" if slanted else "center")
        label.set_rotation_mode("anchor" if slanted else "default")
    axes.tick_params(length=0, labelcolor=INK, pad=4)
    axes.set_xlabel(f"partner, in {others(table)}", color=INK, fontsize=10, labelpad=8)
    axes.set_ylabel("agent, in seat 0", color=INK, fontsize=10, labelpad=8)
    for spine in axes.spines.values():
        spine.set_visible(False)
    if slanted:
        axes.set_xticks(np.arange(1, len(columns)) - 0.5, minor=True)
        axes.set_yticks(np.arange(1, len(rows)) - 0.5, minor=True)
        axes.grid(which="minor", color="white", linewidth=1.6)
        axes.tick_params(which="minor", length=0)


def _title(axes: Axes, table: MatchupTable, strict: bool, wide: float) -> None:
    plan = table.plan
    prefix = _common_prefix((*plan.rows, *plan.columns)).rstrip(":")
    parts = [f"mean score ({scoring_name(strict)})", f"{plan.games:,} games a pair", plan.seeds]
    lines = (
        [", ".join(parts), str(plan.setup)] if wide < 8 else [", ".join([*parts, str(plan.setup)])]
    )
    _above(axes, 8, "\n".join(lines), size=8.5, weight="normal")
    size = f"{len(plan.rows)} \N{MULTIPLICATION SIGN} {len(plan.columns)}"
    title = f"{size} {prefix} agents" if prefix else f"{size} agents"
    _above(axes, 12 + 12.5 * len(lines), title, size=12.5, weight="bold")


def _above(axes: Axes, points: float, text: str, *, size: float, weight: str) -> None:
    """Writes text above the picture, at a distance in points, flush with its left side."""
    axes.annotate(
        text,
        (0, 1),
        (0, points),
        xycoords="axes fraction",
        textcoords="offset points",
        color=INK,
        fontsize=size,
        fontweight=weight,
        va="bottom",
        annotation_clip=False,
    )


def _annotate(axes: Axes, table: MatchupTable, strict: bool, image: AxesImage) -> None:
    means, texts = table.means(strict=strict), strings(table, strict=strict)
    write_numbers(axes, image, means, "{:.1f}")
    for row, column in np.argwhere(np.isnan(means)):  # grey, with a word instead of a number
        text = texts[row][column]
        axes.text(column, row, text, ha="center", va="center", color=INK, fontsize=9)


def _shortened(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def _common_prefix(names: tuple[str, ...]) -> str:
    """The family that all names share, colon included; '' if they differ."""
    family, colon, _ = names[0].partition(":")
    prefix = family + colon
    return prefix if colon and all(name.startswith(prefix) for name in names) else ""
