"""Draws metrics with Matplotlib."""

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
"""a map with more rows or columns than this has no numbers in its cells"""


@dataclass(frozen=True, kw_only=True)
class MapStyle:
    """Style of a map that `draw_map` draws."""

    title: str
    features: tuple[str, ...]
    """feature of the rows, feature of the columns"""
    number: str = "{:.1f}"
    """format of the numbers in cells"""
    limits: tuple[float, float] | None = None
    """values of the first and the last color; by default 0 and the highest value"""
    colors: str = "YlGnBu"
    """name of a Matplotlib color map"""
    upward: bool = False
    """whether row 0 is at the bottom"""
    hide_zeros: bool = False
    bar: str = ""
    """label of the color bar; without a label there is no bar"""


def new_figure(width: float, height: float) -> Figure:
    """An empty figure; sizes are in inches of 100 pixels.

    :raises TamayaError: if Matplotlib is missing
    """
    with extra("tables", "pictures need Matplotlib"):
        from matplotlib.figure import Figure  # noqa: PLC0415
        from matplotlib.layout_engine import ConstrainedLayoutEngine  # noqa: PLC0415
    layout = ConstrainedLayoutEngine(h_pad=0.12, w_pad=0.12)
    return Figure(figsize=(width, height), dpi=100, layout=layout, facecolor="white")


def draw_map(axes: Axes, values: Floats, style: MapStyle) -> None:
    """Draws a map of behaviour with a number in each cell; empty cells stay grey."""
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
    """The lower bound of each cell of a feature in [0, 1]."""
    return [f"{cell / cells:.2f}".rstrip("0").rstrip(".") for cell in range(cells)]


def _words(name: str) -> str:
    return name.replace("_", " ")


def draw_curve(axes: Axes, lines: list[AtDistance], what: str, title: str) -> None:
    """Draws one statistic of pairs over the distance of their niches, ± 2 standard errors."""
    steps = [line.steps for line in lines]
    if what == "hamming":
        values = [line.hamming for line in lines]
        errors = [0.0] * len(lines)
    else:
        estimates = [getattr(line, what) for line in lines]
        values, errors = (
            [estimate.mean for estimate in estimates],
            [2 * estimate.sem for estimate in estimates],
        )
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
    """Gives axes a light grid, small labels and no frame at the top and right."""
    axes.grid(color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=9, labelcolor=_INK, color=_INK)


def save(figure: Figure, file: Path) -> Path:
    """Writes a PNG without date and software, so that equal figures give equal files.

    :raises TamayaError: if the file cannot be written
    """
    try:
        figure.savefig(file, metadata={"Software": None})
    except OSError as error:
        raise TamayaError(f"cannot write {str(file)!r}: {error.strerror or error}") from None
    return file


def draw_pool(metrics: PoolMetrics, folder: Path) -> list[Path]:
    """Draws maps of self-play, cross-play and best partners, and curves over the distance."""
    files, prefix = [], _file_name(metrics.pool)
    if has_flat_map(metrics.pool):
        for name, values, style in _maps(metrics):
            file = folder / f"{prefix}-{name}.png"
            files.append(_map(metrics.pool, np.asarray(values, np.float64), style, file))
    figure = new_figure(12.8, 4.2)
    titles = {
        "score": f"mean score ({metrics.pairs.scoring}) ± 2 standard errors",
        "hamming": "rules that differ",
        "similarity": "share of equal moves",
    }
    for axes, (what, title) in zip(figure.subplots(1, 3), titles.items(), strict=True):
        draw_curve(axes, metrics.by_distance, what, title)
    return [*files, save(figure, folder / f"{prefix}-distance.png")]


def _file_name(pool: Pool) -> str:
    """The pool's name, usable in a file name."""
    return re.sub(r"[^\w.-]+", "_", pool.name)


def _maps(metrics: PoolMetrics) -> list[tuple[str, object, MapStyle]]:
    pool, pairs = metrics.pool, metrics.pairs
    sample = f"{metrics.settings.self_games:,} games each, {metrics.self_play.scoring}"
    pair_sample = f"{pairs.games:,} games a pair, {pairs.scoring}"
    return [
        (
            "self-play",
            metrics.self_play.means,
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
                title=f"{pool.name}: mean score with all agents, both places ({pair_sample})",
                features=pool.features,
                bar="mean score",
            ),
        ),
        (
            "best-partners",
            pairs.times_best,
            MapStyle(
                title=f"{pool.name}: number of agents it is the best partner of ({pair_sample})",
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


def draw_cross(metrics: CrossMetrics, folder: Path) -> Path:
    """Draws cross-play against self-play by niche, and the similarity of counterparts."""
    figure = new_figure(12.8, 4.4)
    left, middle, right = figure.subplots(1, 3)
    alone, crossed = (part.mean(axis=(0, 2)) for part in (metrics.scores[2:], metrics.scores[:2]))
    top = max(1.0, float(max(alone.max(), crossed.max()))) * 1.05
    left.plot([0, top], [0, top], color="#bbbbbb", linewidth=1)
    left.scatter(alone, crossed, s=12, color=_LINE, alpha=0.6, linewidths=0)
    left.set(xlim=(0, top), ylim=(0, top))
    left.set_xlabel("self-play, mean of both", fontsize=9.5, color=_INK)
    left.set_ylabel("with each other, both orders of seats", fontsize=9.5, color=_INK)
    left.set_title("score of two agents of one niche", fontsize=11, color=_INK)
    longest = max(len(elite.genome) for elite in (*metrics.ours.elites, *metrics.theirs.elites))
    middle.hist(metrics.hamming, bins=np.arange(longest + 2) - 0.5, color=_LINE, rwidth=0.9)
    middle.set_title(f"rules that differ, of {longest}", fontsize=11, color=_INK)
    right.hist(metrics.similarity.shares[0], bins=np.linspace(0, 1, 21), color=_LINE, rwidth=0.9)
    right.set_title("share of equal moves", fontsize=11, color=_INK)
    for axes in (left, middle, right):
        plainly(axes)
    for axes in (middle, right):
        axes.set_ylabel("niches", fontsize=9.5, color=_INK)
    figure.suptitle(
        f"{metrics.ours.name} with {metrics.theirs.name}: {len(metrics.niches)} niches in both",
        fontsize=12,
        color=_INK,
    )
    return save(
        figure, folder / f"{_file_name(metrics.ours)}-with-{_file_name(metrics.theirs)}.png"
    )
