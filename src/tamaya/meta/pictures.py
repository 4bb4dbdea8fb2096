"""Draws with Matplotlib how meta-agents learn."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tamaya.files import check_picture
from tamaya.game import TamayaError
from tamaya.meta.evaluation import Evaluation
from tamaya.meta.watching import Watched
from tamaya.numbers import Floats
from tamaya.plotting import (
    INK,
    LINES,
    TRUTH,
    MapStyle,
    check_plot,
    draw_map,
    new_figure,
    plainly,
    save,
    titled,
)
from tamaya.qd.metrics.niches import has_flat_map
from tamaya.stats import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from PIL.Image import Image

_MOVING = ".gif"
_ACROSS = 6
"""panels in a row of a strip, at most"""
_LABELLED = 8
"""a map with more rows or columns than this has no numbers in its cells"""
_BARS = 8
"""hypotheses that are shown as bars if there is no map"""
_FRAME, _LAST_FRAME = 1000, 3000
"""duration of a frame and of the last frame, in milliseconds"""


def draw_learning(evaluation: Evaluation, path: Path, *, strict: bool = False) -> None:
    """Draws gains over the first agent and recognition of partners, game by game.

    :raises TamayaError: if the file type is unknown or the file cannot be written
    """
    colors = {name: LINES[i % len(LINES)] for i, name in enumerate(evaluation.agents)}
    figure = new_figure(12.8 if evaluation.learners else 7.4, 4.8)
    panels = figure.subplots(1, 2 if evaluation.learners else 1, squeeze=False)[0]
    scoring = "0 when bombed" if strict else "points kept"
    first, *others = evaluation.agents
    if others:
        panels[0].axhline(0, color=colors[first], linewidth=1.6, label=first)
        title = f"gain over {first} in points ({scoring})"
    else:
        title = f"mean score ({scoring})"
    for name in others or evaluation.agents:
        curve = (
            evaluation.gains_by_game(name, first, strict=strict)
            if others
            else evaluation.by_game(name, strict=strict)
        )
        _curve(panels[0], range(1, evaluation.games + 1), curve, name, colors[name])
    _panel(panels[0], title, "game of the episode", evaluation.games)
    for name in evaluation.learners:
        known = [_percent(share) for share in evaluation.recognized(name)]
        _curve(panels[1], range(evaluation.games + 1), known, name, colors[name])
    if evaluation.learners:
        _panel(panels[1], "partners recognized, %", "games played", evaluation.games)
        panels[1].set_ylim(0, 103)
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(
        handles,
        labels,
        loc="outside lower center",
        ncols=min(6, len(labels)),
        frameon=False,
        fontsize=9.5,
        labelcolor=INK,
    )
    figure.suptitle(
        f"{evaluation.size}, seeds {evaluation.seeds[0]}-{evaluation.seeds[1]}\n"
        f"{evaluation.setup}; bands and bars: ± standard error",
        fontsize=9.5,
        color=INK,
    )
    save(figure, path)


def _curve(
    axes: Axes, games: Sequence[int], curve: Sequence[Estimate], name: str, color: str
) -> None:
    means = np.array([point.mean for point in curve])
    errors = np.nan_to_num([point.sem for point in curve])
    axes.fill_between(games, means - errors, means + errors, color=color, alpha=0.14, linewidth=0)
    if len(means) == 1:  # a band of one game has no width
        axes.errorbar(games, means, errors, color=color, capsize=4, linewidth=1.6)
    axes.plot(games, means, color=color, marker="o", markersize=4, linewidth=1.6, label=name)


def _panel(axes: Axes, title: str, below: str, games: int) -> None:
    titled(axes, title)
    axes.set_xlabel(below, fontsize=9.5, color=INK)
    axes.set_xticks(range(0, games + 1, 1 + games // 16))
    axes.set_xlim(0.7 if below.startswith("game ") else -0.3, games + 0.3)
    plainly(axes)


def _percent(share: Estimate) -> Estimate:
    return Estimate(100 * share.mean, 100 * share.sem, share.games)


def draw_strip(watched: Watched, path: Path) -> None:
    """Draws the beliefs before the first game and after each game, one panel each.

    :raises TamayaError: if the file type is unknown or the file cannot be written
    """
    count = watched.games + 1
    down = -(-count // _ACROSS)
    across = -(-count // down)
    figure = new_figure(max(6.4, 2.14 * across), 0.7 + 2.65 * down)
    panels = figure.subplots(down, across, squeeze=False)
    for after, axes in enumerate(panels.flat):
        if after < count:
            draw_belief(axes, watched, after)
            axes.set_title(_when(watched, after), fontsize=9.5, color=INK, pad=5)
        else:
            axes.set_axis_off()
        keep_outer_labels(axes, left=after % across == 0, bottom=after + across >= count)
    figure.suptitle(_heading(watched), fontsize=11, color=INK)
    save(figure, path)


def draw_belief(axes: Axes, watched: Watched, after: int) -> None:
    """Draws the beliefs after a number of games as a map of niches or as bars, the truth in red."""
    if has_flat_map(watched.hypotheses):
        _belief_map(axes, watched, watched.beliefs[after])
    else:
        _belief_bars(axes, watched, watched.beliefs[after])


def _belief_map(axes: Axes, watched: Watched, row: Floats) -> None:
    elites = watched.hypotheses.elites
    probabilities = np.full(watched.hypotheses.grid, np.nan)
    for elite, probability in zip(elites, row, strict=True):
        probabilities[elite.niche] = np.nan_to_num(probabilities[elite.niche]) + probability
    draw_belief_map(
        axes,
        probabilities,
        [elites[place].niche for place in watched.truth],
        features=watched.hypotheses.features,
        top=float(watched.beliefs.max()),
    )


def draw_belief_map(
    axes: Axes,
    probabilities: Floats,
    truth: Sequence[tuple[int, ...]],
    *,
    features: tuple[str, ...],
    top: float = 1.0,
) -> None:
    """Draws probabilities on a map of niches, nan for empty ones, with the true niches in red.

    :param top: probability of the brightest color
    """
    from matplotlib.patches import Rectangle  # noqa: PLC0415

    many = max(probabilities.shape) > _LABELLED
    draw_map(
        axes,
        np.where(probabilities < 0.005, 0.0, 100 * probabilities),
        MapStyle(
            title="",
            features=features,
            number="" if many else "{:.0f}",
            limits=(0, max(1.0, 100 * top)),
            hide_zeros=True,
        ),
    )
    if many:
        for set_ticks, cells in zip(
            (axes.set_yticks, axes.set_xticks), probabilities.shape, strict=True
        ):
            ticks = range(0, cells, cells // 4)
            set_ticks(ticks, [f"{place / cells:.2g}" for place in ticks])
    axes.tick_params(labelsize=8)
    axes.xaxis.label.set_fontsize(8.5)
    axes.yaxis.label.set_fontsize(8.5)
    for down, across in truth:
        axes.add_patch(
            Rectangle(
                (across - 0.5, down - 0.5),
                1,
                1,
                fill=False,
                clip_on=False,
                edgecolor=TRUTH,
                linewidth=2.0,
                zorder=5,
            )
        )


def _belief_bars(axes: Axes, watched: Watched, row: Floats) -> None:
    """Draws the hypotheses with the highest probabilities of the episode, in a fixed order."""
    most = np.sort(np.argsort(-watched.beliefs.max(axis=0), kind="stable")[:_BARS])
    places = np.arange(len(most))
    colors = [TRUTH if place in watched.truth else LINES[0] for place in most]
    axes.barh(places, 100 * row[most], color=colors, height=0.75)
    names = [_short(watched.hypotheses.names[place]) for place in most]
    axes.set_yticks(places, names)
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    plainly(axes)
    axes.tick_params(labelsize=7.5)


def _short(name: str) -> str:
    last = name.rpartition(":")[2]
    return last if len(last) <= 14 else f"{last[:13]}…"


def keep_outer_labels(axes: Axes, *, left: bool, bottom: bool) -> None:
    """Removes labels of axes that are not at the left or at the bottom of a grid of panels."""
    if not left:
        axes.set_ylabel("")
        axes.tick_params(labelleft=False)
    if not bottom:
        axes.set_xlabel("")
        axes.tick_params(labelbottom=False)


def _when(watched: Watched, after: int) -> str:
    if after == 0:
        return "before game 1\n"
    bombed = ", bombed" if watched.bombed[after - 1] else ""
    return f"after game {after}\n{watched.scores[after - 1]} points{bombed}"


def _heading(watched: Watched) -> str:
    frame = "" if not watched.truth else " (red)"
    grid = watched.hypotheses.grid
    unit = "bright is likely" if grid and max(grid) > _LABELLED else "in percent"
    return f"beliefs of {watched.agent} about its partner {watched.partner}{frame}, {unit}"


def draw_animation(watched: Watched, path: Path) -> None:
    """Draws the beliefs after each game as a GIF that repeats.

    :raises TamayaError: if the file is not a GIF or cannot be written
    """
    _check(path, _MOVING)
    frames = [_frame(watched, after) for after in range(watched.games + 1)]
    durations = [_FRAME] * watched.games + [_LAST_FRAME]
    try:
        frames[0].save(path, save_all=True, append_images=frames[1:], duration=durations, loop=0)
    except OSError as error:
        raise TamayaError(f"cannot write {str(path)!r}: {error.strerror or error}") from None


def _frame(watched: Watched, after: int) -> Image:
    from PIL.Image import Palette  # noqa: PLC0415 (Matplotlib needs it too)
    from PIL.Image import open as opened  # noqa: PLC0415

    figure = new_figure(6.4, 5.8)
    axes = figure.subplots()
    draw_belief(axes, watched, after)
    axes.set_title(_when(watched, after), fontsize=11, color=INK, pad=8)
    figure.suptitle(_heading(watched), fontsize=11, color=INK)
    figure.supxlabel(_doing(watched, after), fontsize=9.5, color=INK)
    content = BytesIO()
    figure.savefig(content, format="png")
    return opened(content).convert("RGB").convert("P", palette=Palette.ADAPTIVE)


def _doing(watched: Watched, after: int) -> str:
    if after == watched.games:
        return f"mean score {np.mean(watched.scores):.2f} (points kept)"
    return f"game {after + 1}: plays like {watched.responses[after][0]}"


def check_kinds(*, picture: Path | None = None, animation: Path | None = None) -> None:
    """Checks before anything is played that pictures can be drawn and written.

    :raises TamayaError: if a type is unknown (the message lists the known ones), Matplotlib is not
        installed, or a file cannot be written
    """
    check_plot(picture)
    if animation is not None:
        _check(animation, _MOVING)
    check_picture(animation)


def _check(path: Path, *kinds: str) -> None:
    if path.suffix.lower() not in kinds:
        raise TamayaError(f"cannot draw {str(path)!r} (expected a {' or '.join(kinds)} file)")
