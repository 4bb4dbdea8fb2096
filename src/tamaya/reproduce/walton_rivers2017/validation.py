"""Validation of the classic agents against the numbers that their authors published."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.numbers import Floats
from tamaya.plotting import OURS, PAPER
from tamaya.reproduce import papers, pictures
from tamaya.reproduce.equivalence import POINTS
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

OUTERS = ("competition:outer", "mapelites:outer", "outer", "hle:outer", "eger:outer")
"""four re-implementations of Osawa's Outer, and ours"""
BERGH = "competition:van_den_bergh"
WITH_IF = "van den Bergh's list with `if`"
CONDITIONAL = (
    "if(lives_at_least=2, published.play_probably_safe(60), published.play_safe) > "
    "published.discard_probably_useless(100) > published.hint_playable > published.hint_useless > "
    "published.hint_most(new=1) > published.discard_probably_useless(0)"
)
"""the rules as the paper lists them, with its IfRule"""
PLAYERS = (2, 3, 4, 5)
MEAN, DEVIATION = "mean", "standard deviation"
PRINTED = {MEAN: 14.53, DEVIATION: 2.21}
"""Osawa's Outer with itself, two players, as Eger et al. 2017 quote it"""
REPRODUCES = ("competition:outer", "mapelites:outer")
"""re-implementations that set out to clone Osawa's agent, and so are judged"""
NOTES = """\
The papers validate their framework by playing Osawa's and van den Bergh's agents again and checking
that the scores are similar; they print none of the scores. Eger et al. quote one score of each
author. Osawa's own score of Outer with itself is 14.53 with a standard deviation of 2.21 (two
players); the number of its games is unknown, so its error is taken to be ours. Judged are the two
programs of the papers' authors. The other rows have the same name and other rules: our list never
gives up, that of the learning environment ignores what visible cards say, and Eger's Outer discards
at random.

The fixed rules of van den Bergh's thesis score up to 13.1 points on average. Eger et al. quote
neither these rules nor the number of players, and the agent of the papers has the rules of a later
article, so this number is not judged; our rows for two players come closest to it. The rows show
the program's list and the list that the paper prints. Its first rule is an IfRule, which is written
`if(lives_at_least=2, ..., ...)` here."""


def measure(args: MatchArgs, progress: Progress) -> list[TableCell]:
    """Plays every agent with copies of itself."""
    cells: list[TableCell] = []
    for number, name in enumerate(OUTERS):
        points = _games(args, name, 2)
        cells += _outer(name, points)
        progress(0.5 * (number + 1) / len(OUTERS))
    for number, players in enumerate(PLAYERS):
        for row, agent in ((BERGH, BERGH), (WITH_IF, CONDITIONAL)):
            score = estimate(_games(args, agent, players))
            cells.append(cell("van den Bergh", row, f"{players} players", score))
        progress(0.5 + 0.5 * (number + 1) / len(PLAYERS))
    return cells


def _games(args: MatchArgs, agent: str, players: int) -> Floats:
    setup = "eger" if agent.startswith("eger:") else "competition"
    played = ty.match(
        *[agent] * players,
        games=args.games,
        first_seed=args.first_seed,
        setup=f"{setup} players={players}",
    )
    return played.scores.astype(np.float64)


def _outer(name: str, points: Floats) -> list[TableCell]:
    score, deviation = estimate(points), float(points.std(ddof=1))
    margin = POINTS if name in REPRODUCES else None
    error = deviation / math.sqrt(2 * (len(points) - 1))  # if scores were normal
    return [
        cell("outer", name, MEAN, score, theirs=PRINTED[MEAN], margin=margin),
        cell("outer", name, DEVIATION, deviation, sem=error, theirs=PRINTED[DEVIATION]),
    ]


def grids(result: Result) -> list[Grid]:
    """Osawa's Outer, and van den Bergh's agent."""
    columns = tuple(f"{players} players" for players in PLAYERS)
    return [
        Grid(
            title="Outer with itself, two players (Osawa's)",
            corner="agent",
            header=(MEAN, DEVIATION),
            lines=grid(result, "outer", 2, OUTERS, (MEAN, DEVIATION)),
        ),
        Grid(
            title="Van den Bergh's agent with copies of itself (points kept)",
            corner="agent",
            header=columns,
            lines=grid(result, "van den Bergh", 2, (BERGH, WITH_IF), columns),
        ),
    ]


def draw(result: Result, file: Path) -> None:
    """Means of the Outers with their 95 % intervals, and Osawa's."""
    figure = pictures.figure(3.4)
    axes = figure.subplots(1, 1)
    cells = [result.cell("outer", 2, name, MEAN) for name in OUTERS]
    axes.errorbar(
        [score.ours for score in cells],
        range(len(cells)),
        xerr=[1.96 * score.sem for score in cells],
        fmt="o",
        color=OURS,
    )
    axes.axvline(PRINTED[MEAN], color=PAPER, label="Osawa 2015")
    axes.axvspan(PRINTED[MEAN] - POINTS, PRINTED[MEAN] + POINTS, color=PAPER, alpha=0.15)
    axes.set_yticks(range(len(cells)), OUTERS)
    axes.invert_yaxis()
    axes.set_xlabel("mean score with itself, 95 % interval (points kept)")
    axes.legend(frameon=False, fontsize=9)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(length=0)
    pictures.save(figure, file)


register(
    Experiment(
        name="walton_rivers2017_validation",
        paper=papers.WALTON_RIVERS_2017,
        what="validation against the published numbers of Osawa and van den Bergh",
        source="Osawa 2015 and van den Bergh 2015, quoted by Eger et al. 2017",
        duration="a minute",
        labels={
            "outer": "mean score of Outer with itself",
        },
        scales={
            "tiny": MatchArgs(games=20),
            "quick": MatchArgs(games=1000),
            "paper": MatchArgs(games=10_000),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
