"""Plots people, agents and evolved pools on the map of behaviour."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tamaya.game import TamayaError
from tamaya.humans.behaviour import Behaviour
from tamaya.qd.metrics.pictures import new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HEIGHT = "communicativeness"
WIDTHS = ("information_per_play", "risk_aversion")
"""one panel each"""
_KINDS = {".png": {"Software": None}, ".svg": {"Date": None}}
_INK, _PALE = "#333333", "#b8bcc4"
_PEOPLE, _MEAN, _AGENT = "#225ea8", "#08306b", "#d95f02"


@dataclass(frozen=True, kw_only=True)
class Landscape:
    """Who stands on the map."""

    people: Sequence[Behaviour]
    agents: Sequence[Behaviour] = ()
    elites: Sequence[Behaviour] = ()
    pool: str = ""
    """what the pool of the elites is called"""


def draw(seen: Landscape, path: Path) -> None:
    """Writes a picture with communicativeness against the other two features of the maps.

    :raises TamayaError: if the picture's kind is unknown or it cannot be written
    """
    if path.suffix.lower() not in _KINDS:
        raise TamayaError(f"cannot draw {str(path)!r} (expected a file {', '.join(_KINDS)})")
    figure = new_figure(12.8, 7.2)
    panels = figure.subplots(1, len(WIDTHS), sharey=True)
    for axes, width in zip(panels, WIDTHS, strict=True):
        _panel(axes, seen, width)
    panels[0].set_ylabel(_words(HEIGHT), fontsize=10.5, color=_INK)
    turns = sum(person.counters.turns for person in seen.people)
    figure.suptitle(
        f"{len(seen.people):,} people and their {turns:,} decisions, beside agents in "
        "their place, counted alike",
        fontsize=11.5,
        color=_INK,
    )
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(
        handles,
        labels,
        loc="outside lower center",
        ncols=4,
        frameon=False,
        fontsize=10,
        labelcolor=_INK,
    )
    try:
        figure.savefig(path, metadata=_KINDS[path.suffix.lower()])
    except OSError as error:
        raise TamayaError(f"cannot write {str(path)!r}: {error.strerror or error}") from None


def _words(name: str) -> str:
    return name.replace("_", " ")


def _panel(axes: Axes, seen: Landscape, width: str) -> None:
    axes.set_facecolor("#fafafa")
    axes.grid(color="#e4e6ea", linewidth=0.8)
    axes.set_axisbelow(True)
    if seen.elites:
        x, y = _places(seen.elites, width)
        axes.scatter(
            x,
            y,
            s=16,
            marker="s",
            color=_PALE,
            linewidths=0,
            zorder=2,
            label=f"agents of the pool {seen.pool}",
        )
    x, y = _places(seen.people, width)
    sizes = [8 + 3.2 * math.sqrt(person.counters.turns) for person in seen.people]
    axes.scatter(
        x,
        y,
        s=sizes,
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
    if seen.agents:
        x, y = _places(seen.agents, width)
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
        _name(axes, seen.agents, width)
    axes.set_xlabel(_words(width), fontsize=10.5, color=_INK)
    axes.set_xlim(-0.02, 1.02)
    axes.set_ylim(-0.02, 1.02)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0, labelsize=9, labelcolor=_INK)


def _places(shown: Sequence[Behaviour], width: str) -> tuple[list[float], list[float]]:
    return [one[width] for one in shown], [one[HEIGHT] for one in shown]


def _name(axes: Axes, agents: Sequence[Behaviour], width: str) -> None:
    """Names beside the marks, where they hide no mark and no other name."""
    marks = [(x, y) for x, y in zip(*_places(agents, width), strict=True)]
    taken: list[_Box] = []
    for agent, (x, y) in zip(agents, marks, strict=True):
        if math.isnan(x) or math.isnan(y):
            continue
        boxes = [_Box.beside(agent.name, x, y, *way) for way in _WAYS]
        box = min(boxes, key=lambda box: box.trouble(marks, taken))
        taken.append(box)
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
"""right of a mark, left or around it, and higher or lower"""


@dataclass(frozen=True)
class _Box:
    """Where a name stands, in units of the axes."""

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

    def trouble(self, marks: Sequence[tuple[float, float]], taken: Sequence[_Box]) -> int:
        """How much it hides, or sticks out."""
        hidden = sum(
            self.left - 0.01 < x < self.right + 0.01 and self.low - 0.01 < y < self.high + 0.01
            for x, y in marks
        )
        met = sum(self.meets(other) for other in taken)
        return hidden + met + 4 * (self.left < 0 or self.right > 1 or self.low < 0 or self.high > 1)

    def meets(self, other: _Box) -> bool:
        """Do the two overlap?"""
        beside = self.right <= other.left or other.right <= self.left
        above = self.high <= other.low or other.high <= self.low
        return not (beside or above)
