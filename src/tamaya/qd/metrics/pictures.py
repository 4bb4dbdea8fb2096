"""Plots of metrics. Needs Matplotlib."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tamaya.extras import extra
from tamaya.game import TamayaError
from tamaya.matchups import Pool
from tamaya.numbers import Floats
from tamaya.qd.metrics.by_distance import AtDistance
from tamaya.qd.metrics.cross import CrossMetrics
from tamaya.qd.metrics.niches import has_flat_map, on_map
from tamaya.qd.metrics.pool_metrics import PoolMetrics

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.image import AxesImage

_INK = "#333333"
_LINE = "#225ea8"
_EMPTY = "#ececec"
_ANNOTATED = 24
"""rows and columns up to which cells say their number"""


@dataclass(frozen=True, kw_only=True)
class MapStyle:
    """How `draw_map` shows numbers."""

    title: str
    features: tuple[str, ...]
    """of the rows and of the columns"""
    number: str = "{:.1f}"
    """a format"""
    limits: tuple[float, float] | None = None
    """of the colors; by default 0 and the highest value"""
    colors: str = "YlGnBu"
    upward: bool = False
    """row 0 at the bottom"""
    hide_zeros: bool = False
    bar: str = ""
    """words beside a bar of colors; without any there is none"""


def new_figure(width: float, height: float) -> Figure:
    """An empty picture, in inches of a hundred pixels.

    :raises TamayaError: if Matplotlib is missing
    """
    with extra("tables", "pictures need Matplotlib"):
        from matplotlib.figure import Figure  # noqa: PLC0415
        from matplotlib.layout_engine import ConstrainedLayoutEngine  # noqa: PLC0415
    layout = ConstrainedLayoutEngine(h_pad=0.12, w_pad=0.12)
    return Figure(figsize=(width, height), dpi=100, layout=layout, facecolor="white")


def draw_map(axes: Axes, values: Floats, style: MapStyle) -> None:
    """A map of behaviour with a number in each cell; cells that nobody holds stay grey."""
    low, high = style.limits or (0.0, max(1e-9, float(np.nanmax(values, initial=0.0))))
    image = axes.imshow(
        np.ma.masked_invalid(values),
        cmap=style.colors,
        vmin=low,
        vmax=high,
        origin="lower" if style.upward else "upper",
        aspect="auto",
    )
    axes.set_facecolor(_EMPTY)
    rows, columns = values.shape
    size = 9.0 if max(rows, columns) <= 10 else 7.0
    axes.set_xticks(range(columns), _lower_bounds(columns), fontsize=size)
    axes.set_yticks(range(rows), _lower_bounds(rows), fontsize=size)
    axes.tick_params(length=0, labelcolor=_INK)
    axes.set_ylabel(_words(style.features[0]), color=_INK, fontsize=9.5)
    axes.set_xlabel(_words(style.features[1]), color=_INK, fontsize=9.5)
    axes.set_title(style.title, fontsize=11, color=_INK, pad=8)
    axes.spines[:].set_visible(False)
    axes.set_xticks(np.arange(1, columns) - 0.5, minor=True)
    axes.set_yticks(np.arange(1, rows) - 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=0.8)
    axes.tick_params(which="minor", length=0)
    if max(rows, columns) <= _ANNOTATED:
        _write_numbers(axes, image, values, style, size - 0.5)
    if style.bar:
        bar = axes.figure.colorbar(image, ax=axes, pad=0.02, fraction=0.04)
        bar.set_label(style.bar, color=_INK, fontsize=9)
        bar.outline.set_visible(False)
        bar.ax.tick_params(length=0, labelsize=8.5, labelcolor=_INK)


def _write_numbers(
    axes: Axes, image: AxesImage, values: Floats, style: MapStyle, size: float
) -> None:
    for (row, column), value in np.ndenumerate(values):
        if np.isnan(value) or (style.hide_zeros and value == 0):
            continue
        red, green, blue, _ = image.to_rgba(np.array([value]))[0]
        dark = 0.299 * red + 0.587 * green + 0.114 * blue < 0.55
        axes.text(
            column,
            row,
            style.number.format(value),
            ha="center",
            va="center",
            fontsize=size,
            color="white" if dark else _INK,
        )


def _lower_bounds(cells: int) -> list[str]:
    """Where cells begin, features being in [0, 1]."""
    return [f"{cell / cells:.2f}".rstrip("0").rstrip(".") for cell in range(cells)]


def _words(name: str) -> str:
    return name.replace("_", " ")


def draw_curve(axes: Axes, lines: list[AtDistance], what: str, title: str) -> None:
    """One number of pairs against the distance of their niches, with twice its error."""
    steps = [line.steps for line in lines]
    if what == "hamming":
        values = [line.hamming for line in lines]
        errors = [0.0] * len(lines)
    else:
        found = [getattr(line, what) for line in lines]
        values, errors = [item.mean for item in found], [2 * item.sem for item in found]
    axes.errorbar(
        steps,
        values,
        yerr=np.nan_to_num(errors),
        color=_LINE,
        marker="o",
        markersize=4,
        linewidth=1.4,
        capsize=2,
    )
    axes.set_title(title, fontsize=11, color=_INK)
    axes.set_xlabel("steps between niches (Manhattan)", fontsize=9.5, color=_INK)
    axes.set_ylim(bottom=0)
    plainly(axes)


def plainly(axes: Axes) -> None:
    """Light axes."""
    axes.grid(color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=9, labelcolor=_INK, color=_INK)


def save(made: Figure, file: Path) -> Path:
    """Writes a PNG that does not say when or with what it was made.

    :raises TamayaError: if it cannot be written
    """
    try:
        made.savefig(file, metadata={"Software": None})
    except OSError as error:
        raise TamayaError(f"cannot write {str(file)!r}: {error.strerror or error}") from None
    return file


def draw_pool(made: PoolMetrics, folder: Path) -> list[Path]:
    """Maps of self-play, means with all and best partners, and curves over the distance."""
    files, called = [], _file_name(made.pool)
    if has_flat_map(made.pool):
        for name, values, style in _maps(made):
            file = folder / f"{called}-{name}.png"
            files.append(_map(made.pool, np.asarray(values, np.float64), style, file))
    figure = new_figure(12.8, 4.2)
    titles = {
        "score": f"mean score ({made.pairs.scoring}) ± 2 standard errors",
        "hamming": "rules that differ",
        "similarity": "share of equal moves",
    }
    for axes, (what, title) in zip(figure.subplots(1, 3), titles.items(), strict=True):
        draw_curve(axes, made.by_distance, what, title)
    return [*files, save(figure, folder / f"{called}-distance.png")]


def _file_name(pool: Pool) -> str:
    """The pool's name as part of a file's."""
    return re.sub(r"[^\w.-]+", "_", pool.name)


def _maps(made: PoolMetrics) -> list[tuple[str, object, MapStyle]]:
    pool, pairs = made.pool, made.pairs
    sample = f"{made.how.self_games:,} games each, {made.self_play.scoring}"
    every = f"{pairs.games:,} games a pair, {pairs.scoring}"
    return [
        (
            "self-play",
            made.self_play.means,
            MapStyle(
                title=f"{pool.name}: score in self-play ({sample})",
                features=pool.features,
                bar="mean score",
            ),
        ),
        (
            "pairwise",
            [score.mean for score in pairs.of_agents],
            MapStyle(
                title=f"{pool.name}: mean score with all agents, both places ({every})",
                features=pool.features,
                bar="mean score",
            ),
        ),
        (
            "best-partners",
            pairs.times_best,
            MapStyle(
                title=f"{pool.name}: for how many agents it is the best partner ({every})",
                features=pool.features,
                number="{:.0f}",
                hide_zeros=True,
                bar="agents",
            ),
        ),
    ]


def _map(pool: Pool, values: Floats, style: MapStyle, file: Path) -> Path:
    rows, columns = pool.grid
    figure = new_figure(max(6.4, min(12.8, 2.2 + 0.55 * columns)), max(4.4, 1.6 + 0.36 * rows))
    draw_map(figure.subplots(), on_map(pool, values), style)
    return save(figure, file)


def draw_cross(made: CrossMetrics, folder: Path) -> Path:
    """Crossed against self-play, niche by niche, and how alike counterparts are."""
    figure = new_figure(12.8, 4.4)
    left, middle, right = figure.subplots(1, 3)
    alone, crossed = (part.mean(axis=(0, 2)) for part in (made.scores[2:], made.scores[:2]))
    top = max(1.0, float(max(alone.max(), crossed.max()))) * 1.05
    left.plot([0, top], [0, top], color="#bbbbbb", linewidth=1)
    left.scatter(alone, crossed, s=12, color=_LINE, alpha=0.6, linewidths=0)
    left.set(xlim=(0, top), ylim=(0, top))
    left.set_xlabel("self-play, mean of both", fontsize=9.5, color=_INK)
    left.set_ylabel("with each other, both orders of seats", fontsize=9.5, color=_INK)
    left.set_title("score of two agents of one niche", fontsize=11, color=_INK)
    longest = max(len(one.genome) for one in (*made.ours.elites, *made.theirs.elites))
    middle.hist(made.hamming, bins=np.arange(longest + 2) - 0.5, color=_LINE, rwidth=0.9)
    middle.set_title(f"rules that differ, of {longest}", fontsize=11, color=_INK)
    right.hist(made.similarity.shares[0], bins=np.linspace(0, 1, 21), color=_LINE, rwidth=0.9)
    right.set_title("share of equal moves", fontsize=11, color=_INK)
    for axes in (left, middle, right):
        plainly(axes)
    for axes in (middle, right):
        axes.set_ylabel("niches", fontsize=9.5, color=_INK)
    figure.suptitle(
        f"{made.ours.name} with {made.theirs.name}: {len(made.niches)} niches in both",
        fontsize=12,
        color=_INK,
    )
    return save(figure, folder / f"{_file_name(made.ours)}-with-{_file_name(made.theirs)}.png")
