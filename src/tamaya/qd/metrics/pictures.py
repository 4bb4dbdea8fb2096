"""Draws metrics with Matplotlib."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tamaya.matchups import Pool
from tamaya.numbers import Floats
from tamaya.plotting import INK, OURS, MapStyle, draw_map, new_figure, plainly, save, titled
from tamaya.qd.metrics.by_distance import AtDistance
from tamaya.qd.metrics.cross import CrossMetrics
from tamaya.qd.metrics.niches import has_flat_map, on_map
from tamaya.qd.metrics.pool_metrics import PoolMetrics

if TYPE_CHECKING:
    from matplotlib.axes import Axes


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
        color=OURS,
        marker="o",
        markersize=4,
        linewidth=1.4,
        capsize=2,
    )
    titled(axes, title)
    axes.set_xlabel("steps between niches (Manhattan)", fontsize=9.5, color=INK)
    axes.set_ylim(bottom=0)
    plainly(axes)


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
                title=f"{pool.name}: score in self-play\n{sample}",
                features=pool.features,
                bar="mean score",
            ),
        ),
        (
            "pairwise",
            [score.mean for score in pairs.of_agents],
            MapStyle(
                title=f"{pool.name}: mean score with all agents, in both places\n{pair_sample}",
                features=pool.features,
                bar="mean score",
            ),
        ),
        (
            "best-partners",
            pairs.times_best,
            MapStyle(
                title=f"{pool.name}: number of agents it is the best partner of\n{pair_sample}",
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
    left.scatter(alone, crossed, s=12, color=OURS, alpha=0.6, linewidths=0)
    left.set(xlim=(0, top), ylim=(0, top))
    left.set_xlabel("self-play, mean of both", fontsize=9.5, color=INK)
    left.set_ylabel("with each other, both orders of seats", fontsize=9.5, color=INK)
    titled(left, "score of two agents of one niche")
    longest = max(len(elite.genome) for elite in (*metrics.ours.elites, *metrics.theirs.elites))
    middle.hist(metrics.hamming, bins=np.arange(longest + 2) - 0.5, color=OURS, rwidth=0.9)
    titled(middle, f"rules that differ, of {longest}")
    right.hist(metrics.similarity.shares[0], bins=np.linspace(0, 1, 21), color=OURS, rwidth=0.9)
    titled(right, "share of equal moves")
    for axes in (left, middle, right):
        plainly(axes)
    for axes in (middle, right):
        axes.set_ylabel("niches", fontsize=9.5, color=INK)
    figure.suptitle(
        f"{metrics.ours.name} with {metrics.theirs.name}: {len(metrics.niches)} niches in both",
        fontsize=12,
        color=INK,
    )
    return save(
        figure, folder / f"{_file_name(metrics.ours)}-with-{_file_name(metrics.theirs)}.png"
    )
