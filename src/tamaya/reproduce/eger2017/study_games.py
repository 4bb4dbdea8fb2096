"""The public games of the human study of Eger et al. 2017."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tamaya.game import Seed
from tamaya.humans import STYLES, HumanGame, read
from tamaya.plotting import INK, LINES
from tamaya.reproduce import data, pictures
from tamaya.reproduce.experiment import Args, Result, Scale, TableCell, cell

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_POINTS = 25
LEAST = 0.0001
"""lower p-values are shown as this one"""
_COLORS = {"outer": LINES[3], "intentional": LINES[0], "full": LINES[1]}


@dataclass(frozen=True, kw_only=True)
class StudyArgs(Args):
    """Settings of experiments with the games of the study."""

    people: int = 10_000
    """number of people at most, in the order of their ids"""

    @property
    def decks(self) -> tuple[Seed, Seed]:
        """Seeds of the study's decks for first games; later games have others."""
        return 1, 5


SCALES: dict[Scale, StudyArgs] = {
    "tiny": StudyArgs(people=40),
    "quick": StudyArgs(),
    "paper": StudyArgs(),
}


@dataclass(frozen=True)
class StudyGame:
    """A game of the study, with its computer and its score."""

    game: HumanGame
    style: str
    """which of the three computers played: `outer`, `intentional` or `full`"""
    score: int
    bombed: bool


def study_games(args: StudyArgs) -> list[StudyGame]:
    """All games of the study, including those whose moves do not match: they were published too.

    :raises MissingData: if the games are absent
    """
    return [_study_game(game) for game in human_games(args.people)]


def _study_game(game: HumanGame) -> StudyGame:
    end = game.transcript.replay()
    return StudyGame(game, game.partners[0].removeprefix("eger:"), end.score, end.bombed)


def human_games(people: int) -> list[HumanGame]:
    """Games of a limited number of people, from the folder `HanabiData` below $TAMAYA_TRUTH.

    :raises MissingData: if the games are absent
    """
    data.check("HanabiData")
    games = read(data.path_of("HanabiData"))
    chosen = set(sorted({game.person for game in games})[:people])
    return [game for game in games if game.person in chosen]


def shown(p: float) -> float:
    """A p-value as the tables show it; 0.0001 stands for less."""
    return max(p, LEAST)


def points(games: Sequence[StudyGame], style: str) -> list[float]:
    """The scores with one of the computers."""
    return [float(game.score) for game in games if game.style == style]


def histogram(games: Sequence[StudyGame]) -> list[TableCell]:
    """The number of games that ended with each score, by computer."""
    return [
        cell("histogram", style, str(score), points(games, style).count(score))
        for style in STYLES
        for score in range(MOST_POINTS + 1)
    ]


def draw_histograms(result: Result, what: str, file: Path) -> None:
    """Draws a panel for each computer: games by score, our mean and the paper's."""
    figure = pictures.figure(5.8)
    panels = figure.subplots(len(STYLES), 1, sharex=True, sharey=True)
    for axes, style in zip(panels, STYLES, strict=True):
        counts = [result.cell("histogram", 2, style, str(n)).ours for n in range(MOST_POINTS + 1)]
        axes.bar(range(MOST_POINTS + 1), counts, 0.86, color=_COLORS[style], alpha=0.75)
        mean = result.cell("score", 2, style, "mean")
        _mark(axes, mean.ours, "-", f"mean {mean.ours:.2f} ± {mean.sem:.2f}", _COLORS[style])
        if mean.theirs is not None:
            _mark(axes, mean.theirs, ":", f"paper {mean.theirs:.2f}", INK)
        axes.set_title(f"with {style}, {int(sum(counts)):,} {what}", loc="left", fontsize=10.5)
        axes.legend(loc="upper right", frameon=False, fontsize=9)
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(length=0, labelsize=9)
    panels[-1].set_xlabel("points kept when bombed")
    panels[-1].set_xticks(range(0, MOST_POINTS + 1, 5))
    pictures.save(figure, file)


def _mark(axes: Axes, at: float, line: str, label: str, color: str) -> None:
    axes.axvline(at, color=color, linestyle=line, linewidth=1.8, label=label)
