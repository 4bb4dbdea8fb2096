"""Agents in variants with six suits, which the papers leave to future work."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.numbers import Floats
from tamaya.plotting import LINES, PALE
from tamaya.reproduce import papers, pictures
from tamaya.reproduce.experiment import (
    Experiment,
    MatchArgs,
    Progress,
    Result,
    TableCell,
    cell,
    register,
)
from tamaya.reproduce.grid import Grid, grid
from tamaya.stats import estimate

RULES = ("iggi", "piers", "outer", "internal", "van_den_bergh", "tamaya")
SEARCHES = ("mcs(piers, iterations=100)",)
AGENTS = (*RULES, *SEARCHES)
VARIANTS = {
    "five suits": "standard",
    "six suits": "standard extra_suit=standard",
    "rainbow": "standard extra_suit=rainbow",
}
MOST = {"five suits": 25, "six suits": 30, "rainbow": 30}
POINTS, PERCENT, BOMBED = "points", "percent of the maximum", "bombed, %"
NOTES = """\
The papers play with five suits. Here the same agents, each with itself and two players, play with
a sixth suit: a plain one with its own color (60 cards, 30 points), or a rainbow suit whose cards
every color hint touches. No agent was changed or trained for them. The first table counts points,
the second their share of the maximum: a sixth suit adds ten cards and five points, but no hint
tokens. Searches sample the cards of the sixth suit like the others."""


@dataclass(frozen=True, kw_only=True)
class SuitArgs(MatchArgs):
    """Settings of the games."""

    search_games: int = 100
    """games of a searching agent"""


def measure(args: SuitArgs, progress: Progress) -> list[TableCell]:
    """Plays every agent with itself in every variant."""
    cells: list[TableCell] = []
    for number, name in enumerate(AGENTS):
        for variant, setup in VARIANTS.items():
            games = args.search_games if name in SEARCHES else args.games
            points, strict = _games(args, name, setup, games)
            percent = 100 * points / MOST[variant]
            bombed = 100 * (points != strict).astype(np.float64)
            for measured, values in ((POINTS, points), (PERCENT, percent), (BOMBED, bombed)):
                cells.append(cell(measured, name, variant, estimate(values)))
        progress((number + 1) / len(AGENTS))
    return cells


def _games(args: SuitArgs, name: str, setup: str, games: int) -> tuple[Floats, Floats]:
    played = ty.match(
        name, name, games=games, first_seed=args.first_seed, setup=f"{setup} players=2"
    )
    return played.scores.astype(np.float64), played.strict_scores.astype(np.float64)


def grids(result: Result) -> list[Grid]:
    """Points, their share of the maximum, and lost games."""
    titles = {
        POINTS: "Mean score with itself ± standard error (points kept)",
        PERCENT: "The same in percent of the maximum",
        BOMBED: "Percent of games in which the last life was lost",
    }
    return [
        Grid(
            title=title,
            corner="agent",
            header=tuple(VARIANTS),
            lines=grid(result, measured, 2, AGENTS, tuple(VARIANTS)),
            digits=2 if measured == POINTS else 1,
        )
        for measured, title in titles.items()
    ]


def draw(result: Result, file: Path) -> None:
    """The share of the maximum, a bar for each variant."""
    figure = pictures.figure(4.2)
    axes = figure.subplots(1, 1)
    colors = (PALE, *LINES[:2])
    for place, (variant, color) in enumerate(zip(VARIANTS, colors, strict=True)):
        cells = [result.cell(PERCENT, 2, name, variant) for name in AGENTS]
        axes.bar(
            [number + 0.27 * (place - 1) for number in range(len(AGENTS))],
            [share.ours for share in cells],
            0.25,
            yerr=[share.sem for share in cells],
            color=color,
            label=variant,
        )
    axes.set_xticks(range(len(AGENTS)), AGENTS, rotation=12, fontsize=8)
    axes.set_ylabel("mean score in percent of the maximum")
    axes.legend(frameon=False, fontsize=9)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(length=0)
    pictures.save(figure, file)


register(
    Experiment(
        name="walton_rivers2017_six_suits",
        paper=papers.WALTON_RIVERS_2017,
        beyond=True,
        what="agents in variants with six suits",
        duration="long",
        scales={
            "tiny": SuitArgs(games=10, search_games=2),
            "quick": SuitArgs(games=500, search_games=20),
            "paper": SuitArgs(games=5000),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
