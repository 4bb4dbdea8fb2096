"""The public games of the human study of Eger et al. 2017, where they are at hand."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tamaya.humans import HumanGame, read
from tamaya.humans.hanabi_data import STYLES
from tamaya.reproduce import pictures
from tamaya.reproduce.experiment import Cell, MissingData, Result, Scale

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PAPER = "Eger et al. 2017: An Intentional AI for Hanabi"
MOST_POINTS = 25
LEAST = 0.0001
"""chances below it are shown as this"""
_TRUTH = Path(__file__).resolve().parents[4] / "shared" / "data"
_COLORS = {"outer": "#7a5195", "intentional": "#225ea8", "full": "#d95f02"}


@dataclass(frozen=True, kw_only=True)
class Args:
    """Settings of both figures."""

    people: int = 10_000
    """how many people at most, the first in the order of their ids"""


SCALES: dict[Scale, Args] = {"tiny": Args(people=40), "quick": Args(), "paper": Args()}


@dataclass(frozen=True)
class StudyGame:
    """A game, and what the figures show of it."""

    game: HumanGame
    style: str
    """the computer"""
    score: int


def study_games(args: Args) -> list[StudyGame]:
    """The games of the study, those out of step included: their scores were published too.

    :raises MissingData: if they are absent
    """
    return [
        StudyGame(game, game.partners[0].removeprefix("eger:"), game.transcript.replay().score)
        for game in human_games(args.people)
    ]


def human_games(people: int) -> list[HumanGame]:
    """Games of so many people at most, looked for in the folder `HanabiData` of $TAMAYA_TRUTH.

    :raises MissingData: if they are absent
    """
    folder = Path(os.environ.get("TAMAYA_TRUTH", _TRUTH)) / "HanabiData"
    if not folder.is_dir():
        raise MissingData(
            f"the games of the study are absent: no folder {str(folder)!r} (get "
            "github.com/yawgmoth/HanabiData and set TAMAYA_TRUTH to the folder that holds it)"
        )
    games = read(folder)
    chosen = set(sorted({game.person for game in games})[:people])
    return [game for game in games if game.person in chosen]


def cell(  # noqa: PLR0913
    measure: str, row: str, column: str, ours: float, *, sem: float = math.nan,
    theirs: float | None = None, agrees: bool | None = None,
) -> Cell:  # fmt: skip
    """A number of two players."""
    return Cell(measure=measure, players=2, row=row, column=column, ours=float(ours), sem=sem,
                theirs=theirs, agrees=agrees)  # fmt: skip


def shown(p: float) -> float:
    """A chance as the figures show it: 0.0001 stands for less."""
    return max(p, LEAST)


def points(games: Sequence[StudyGame], style: str) -> list[float]:
    """The scores with one of the computers."""
    return [float(one.score) for one in games if one.style == style]


def histogram(games: Sequence[StudyGame]) -> list[Cell]:
    """How many games ended with each score, by computer."""
    return [
        cell("histogram", style, str(score), points(games, style).count(score))
        for style in STYLES
        for score in range(MOST_POINTS + 1)
    ]


def draw_histograms(result: Result, what: str, file: Path) -> None:
    """A panel for each computer: games by score, our mean and the paper's."""
    made = pictures.figure(5.8)
    panels = made.subplots(len(STYLES), 1, sharex=True, sharey=True)
    for axes, style in zip(panels, STYLES, strict=True):
        counts = [result.cell("histogram", 2, style, str(n)).ours for n in range(MOST_POINTS + 1)]
        axes.bar(range(MOST_POINTS + 1), counts, 0.86, color=_COLORS[style], alpha=0.75)
        mean = result.cell("score", 2, style, "mean")
        _mark(axes, mean.ours, "-", f"mean {mean.ours:.2f} ± {mean.sem:.2f}", _COLORS[style])
        if mean.theirs is not None:
            _mark(axes, mean.theirs, ":", f"paper {mean.theirs:.2f}", "#333333")
        axes.set_title(f"with {style}, {int(sum(counts)):,} {what}", loc="left", fontsize=10.5)
        axes.legend(loc="upper right", frameon=False, fontsize=9)
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(length=0, labelsize=9)
    panels[-1].set_xlabel("points kept when bombed")
    panels[-1].set_xticks(range(0, MOST_POINTS + 1, 5))
    pictures.save(made, file)


def _mark(axes: Axes, at: float, line: str, words: str, color: str) -> None:
    axes.axvline(at, color=color, linestyle=line, linewidth=1.8, label=words)
