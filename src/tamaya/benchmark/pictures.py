"""Draws a board with Matplotlib: families by challenger, performance profiles, learning curves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

import numpy as np

from tamaya.benchmark.board import Board
from tamaya.benchmark.result import BenchmarkResult
from tamaya.numbers import Floats
from tamaya.plotting import (
    INK,
    LINES,
    SCORES,
    new_figure,
    plainly,
    save,
    separate_cells,
    write_numbers,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LONGEST = 34
"""most letters of a name; longer names are cut"""
_CURVE_POINTS = 26
"""scores at which a performance profile is drawn"""


_DASHES: tuple[str | tuple[int, tuple[float, float]], ...] = ("-", (0, (3, 1.5)), (0, (1, 1.2)))
"""lines of the first, second and third round through the colors"""


class _LineStyle(TypedDict):
    """How a line is drawn."""

    color: str
    linestyle: str | tuple[int, tuple[float, float]]
    linewidth: float


def draw_board(board: Board, path: Path) -> None:
    """Writes a picture of a board.

    :raises TamayaError: if the file type is unknown, or the file cannot be written
    """
    adapts = len(board.results[0].partners[0].by_game) > 1
    heat_height = 0.36 * len(board.results) + 1.4
    figure = new_figure(11, heat_height + 4.6 + 0.06 * len(board.results))
    grid = figure.add_gridspec(2, 2 if adapts else 1, height_ratios=(heat_height, 4.0))
    _heat_map(figure.add_subplot(grid[0, :]), board)
    _profile(figure.add_subplot(grid[1, 0]), board)
    if adapts:
        _curves(figure.add_subplot(grid[1, 1]), board)
    figure.legend(
        loc="outside lower center", ncols=4, fontsize=8.5, frameon=False, handlelength=2.6
    )
    figure.suptitle(board.title, fontsize=12, fontweight="bold", color=INK)
    save(figure, path, dpi=110)


def _heat_map(axes: Axes, board: Board) -> None:
    families, results = board.families, board.results
    means = np.array([[r.families[family].value for family in families] for r in results])
    image = axes.imshow(means, cmap=SCORES, vmin=0, vmax=25, aspect="auto")
    axes.set_yticks(range(len(results)), [shortened(r.agent) for r in results], fontsize=9)
    fresh = results[0].fresh
    labels = [f"{name}*" if name in fresh else name for name in families]
    axes.set_xticks(
        range(len(families)), labels, fontsize=9, rotation=25, ha="right", rotation_mode="anchor"
    )
    separate_cells(axes, *means.shape)
    write_numbers(axes, image, means, "{:.1f}", 8.5)
    title = "mean score with each family (* fresh partners)"
    axes.set_title(title, loc="left", fontsize=10, color=INK)
    bar = axes.figure.colorbar(image, ax=axes, pad=0.02, fraction=0.025)
    bar.outline.set_visible(False)
    bar.ax.tick_params(length=0, labelsize=8, labelcolor=INK)


def profile(result: BenchmarkResult, scores: Floats) -> Floats:
    """Weighted share of partners with which a challenger scores at least this much."""
    reached = result.means[None, :] >= scores[:, None]
    return np.asarray(reached @ result.strata.weights)


def _profile(axes: Axes, board: Board) -> None:
    scores = np.linspace(0, 25, 4 * (_CURVE_POINTS - 1) + 1)
    for number, result in enumerate(board.results):
        share = 100 * profile(result, scores)
        axes.plot(scores, share, label=shortened(result.agent), **_line(number))
    axes.set_xlim(0, 25)
    axes.set_ylim(0, 102)
    axes.set_xlabel("score", fontsize=9, color=INK)
    _titled(axes, "share of partners with at least this mean score, %")


def learning_curve(result: BenchmarkResult) -> Floats:
    """Mean score of each game of an episode, with equal weights for families."""
    by_game = np.array([partner.by_game for partner in result.partners])
    return np.asarray(result.strata.weights @ by_game)


def _curves(axes: Axes, board: Board) -> None:
    games = range(1, len(board.results[0].partners[0].by_game) + 1)
    for number, result in enumerate(board.results):
        curve = learning_curve(result)
        axes.plot(games, curve, marker="o", markersize=3.5, **_line(number))
    axes.set_xticks(games)
    axes.set_xlabel("game of the episode", fontsize=9, color=INK)
    _titled(axes, "mean score by game")


def _line(number: int) -> _LineStyle:
    """Color and dashes of a challenger: dashed lines use the same colors again."""
    style = _DASHES[number // len(LINES) % len(_DASHES)]
    return {"color": LINES[number % len(LINES)], "linestyle": style, "linewidth": 1.7}


def _titled(axes: Axes, title: str) -> None:
    axes.set_title(title, loc="left", fontsize=10, color=INK)
    plainly(axes)


def shortened(name: str, longest: int = _LONGEST) -> str:
    """A name of at most so many letters."""
    return name if len(name) <= longest else f"{name[: longest - 1]}…"
