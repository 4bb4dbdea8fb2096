"""Plots people, agents and evolved pools on the map of behaviour."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tamaya.humans.behaviour import Behaviour
from tamaya.plotting import INK, LINES, PALE, new_figure, save

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HEIGHT = "communicativeness"
WIDTHS = ("information_per_play", "risk_aversion")
"""horizontal axes, one panel each"""
_PEOPLE, _MEAN, _AGENT = LINES[0], LINES[6], LINES[1]


@dataclass(frozen=True, kw_only=True)
class Landscape:
    """The people, agents and elites to plot."""

    people: Sequence[Behaviour]
    agents: Sequence[Behaviour] = ()
    elites: Sequence[Behaviour] = ()
    pool: str = ""
    """name of the elites' pool"""


def draw(landscape: Landscape, path: Path) -> None:
    """Plots communicativeness against the other two features of the maps.

    :raises TamayaError: if the file type is unknown, or the file cannot be written
    """
    figure = new_figure(12.8, 7.2)
    panels = figure.subplots(1, len(WIDTHS), sharey=True)
    for axes, width in zip(panels, WIDTHS, strict=True):
        _panel(axes, landscape, width)
    panels[0].set_ylabel(_words(HEIGHT), fontsize=10.5, color=INK)
    turns = sum(person.counters.turns for person in landscape.people)
    figure.suptitle(
        f"{len(landscape.people):,} people and their {turns:,} decisions, beside agents in "
        "their place, counted alike",
        fontsize=11.5,
        color=INK,
    )
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(
        handles,
        labels,
        loc="outside lower center",
        ncols=4,
        frameon=False,
        fontsize=10,
        labelcolor=INK,
    )
    save(figure, path)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _panel(axes: Axes, landscape: Landscape, width: str) -> None:
    axes.set_facecolor("#fafafa")
    axes.grid(color="#e4e6ea", linewidth=0.8)
    axes.set_axisbelow(True)
    if landscape.elites:
        label = f"agents of the pool {landscape.pool}"
        x, y = _places(landscape.elites, width)
        axes.scatter(x, y, s=16, marker="s", color=PALE, linewidths=0, zorder=2, label=label)
    _draw_people(axes, landscape.people, width)
    if landscape.agents:
        _draw_agents(axes, landscape.agents, width)
    axes.set_xlabel(_words(width), fontsize=10.5, color=INK)
    axes.set_xlim(-0.02, 1.02)
    axes.set_ylim(-0.02, 1.02)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0, labelsize=9, labelcolor=INK)


def _draw_people(axes: Axes, people: Sequence[Behaviour], width: str) -> None:
    """Draws people as dots, and their mean as a cross."""
    x, y = _places(people, width)
    axes.scatter(
        x,
        y,
        s=[8 + 3.2 * math.sqrt(person.counters.turns) for person in people],
        color=_PEOPLE,
        alpha=0.38,
        edgecolors="white",
        linewidths=0.5,
        zorder=3,
        label="people (larger: more decisions)",
    )
    axes.scatter(
        np.nanmean(x),
        np.nanmean(y),
        s=190,
        marker="+",
        color=_MEAN,
        linewidths=2.6,
        zorder=5,
        label="mean of people",
    )


def _draw_agents(axes: Axes, agents: Sequence[Behaviour], width: str) -> None:
    """Draws named agents as diamonds, with their names."""
    x, y = _places(agents, width)
    axes.scatter(
        x,
        y,
        s=46,
        marker="D",
        color=_AGENT,
        edgecolors="white",
        linewidths=0.8,
        zorder=6,
        label="named agents",
    )
    _name(axes, agents, width)


def _places(behaviours: Sequence[Behaviour], width: str) -> tuple[list[float], list[float]]:
    return [player[width] for player in behaviours], [player[HEIGHT] for player in behaviours]


def _name(axes: Axes, agents: Sequence[Behaviour], width: str) -> None:
    """Writes names beside the marks, where they overlap least."""
    marks = [(x, y) for x, y in zip(*_places(agents, width), strict=True)]
    placed: list[_Box] = []
    for agent, (x, y) in zip(agents, marks, strict=True):
        if math.isnan(x) or math.isnan(y):
            continue
        boxes = [_Box.beside(agent.name, x, y, *way) for way in _WAYS]
        box = min(boxes, key=lambda box: box.trouble(marks, placed))
        placed.append(box)
        axes.annotate(
            agent.name,
            (x, y),
            box.middle,
            fontsize=9,
            color="#7f2704",
            ha="center",
            va="center",
            zorder=7,
            arrowprops={"arrowstyle": "-", "color": _AGENT, "linewidth": 0.7, "shrinkB": 4},
            bbox={"boxstyle": "round,pad=0.12", "facecolor": "white", "alpha": 0.7, "linewidth": 0},
        )


_WAYS = [(side, rise) for rise in (0.0, 0.04, -0.04, 0.075, -0.075) for side in (1, -1, 0)]
"""positions to try: right of the mark, left of it or at it, at several heights"""


@dataclass(frozen=True)
class _Box:
    """The rectangle of a name, in units of the axes."""

    left: float
    right: float
    low: float
    high: float

    @classmethod
    def beside(cls, name: str, x: float, y: float, side: int, rise: float) -> _Box:
        half = 0.0085 * len(name) + 0.01
        middle = x + side * (half + 0.015)
        return cls(middle - half, middle + half, y + rise - 0.017, y + rise + 0.017)

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.low + self.high) / 2

    def trouble(self, marks: Sequence[tuple[float, float]], placed: Sequence[_Box]) -> int:
        """How many marks and names it covers, plus 4 if it leaves the axes."""
        hidden = sum(
            self.left - 0.01 < x < self.right + 0.01 and self.low - 0.01 < y < self.high + 0.01
            for x, y in marks
        )
        covered = sum(self.meets(box) for box in placed)
        return (
            hidden
            + covered
            + 4 * (self.left < 0 or self.right > 1 or self.low < 0 or self.high > 1)
        )

    def meets(self, other: _Box) -> bool:
        """Do the two overlap?"""
        beside = self.right <= other.left or other.right <= self.left
        above = self.high <= other.low or other.high <= self.low
        return not (beside or above)
