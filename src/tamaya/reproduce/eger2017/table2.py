"""Table II of Eger et al. 2017: Outer, Intentional and Full with each other."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tamaya.arena import play_in_a_row
from tamaya.game import Card, Seed, Setup
from tamaya.reproduce import papers, pictures
from tamaya.reproduce.equivalence import POINTS, with_rounding
from tamaya.reproduce.experiment import (
    Experiment,
    Judgement,
    MatchArgs,
    Progress,
    Result,
    TableCell,
    cell,
    register,
)
from tamaya.reproduce.grid import Grid, grid
from tamaya.stats import estimate

AGENTS = ("outer", "intentional", "full")

PRINTED = {
    ("outer", "outer"): 12.8,
    ("outer", "intentional"): 13.0,
    ("outer", "full"): 6.9,
    ("intentional", "intentional"): 12.6,
    ("intentional", "full"): 14.6,
    ("full", "full"): 17.1,
}
"""by seats 0 and 1; the paper prints each pair once"""
DEVIATIONS = {
    ("outer", "outer"): 2.0,
    ("outer", "intentional"): 2.1,
    ("outer", "full"): 4.3,
    ("intentional", "intentional"): 2.6,
    ("intentional", "full"): 2.7,
    ("full", "full"): 2.5,
}
"""sample standard deviations, as printed in brackets"""

AGAIN = {
    ("outer", "outer"): 12.82,
    ("outer", "intentional"): 13.09,
    ("outer", "full"): 6.87,
    ("intentional", "outer"): 13.17,
    ("intentional", "intentional"): 12.62,
    ("intentional", "full"): 14.65,
    ("full", "outer"): 7.24,
    ("full", "intentional"): 14.83,
    ("full", "full"): 17.13,
}
"""the original program, run again with the paper's set-up for 10,000 games each; errors are about
0.02, for Outer with Full 0.04"""

NOTES = """\
The agents are `eger:outer` and so on, in the set-up `eger`, on the program's own decks: the paper's
seeds 1 to 10,000, shuffled as in Python 2. Scores are points kept when the last life is lost. The
row agent sits in seat 0 and moves first, which is worth up to 0.4 points. The published program
creates its players once for all games. So Outer keeps its notes about slots from the previous game,
and Full starts a game by responding to the last hint of the previous one. Our first table does the
same; in the second, agents forget between games. Random numbers are ours, not the program's, so
single games with Outer differ; Intentional and Full choose at random only among useless cards."""


@dataclass(frozen=True, kw_only=True)
class PairArgs(MatchArgs):
    """Settings of the table."""

    first_seed: Seed = 1
    """seed of the first of the program's decks"""


def program_decks(args: PairArgs) -> NDArray[np.uint8]:
    """The program's decks, [games, cards]: card indices in drawing order."""
    copies = (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)
    cards = [Card(f"{color}{rank}").index for color in "gywbr" for rank in copies]
    decks = np.zeros((args.games, len(cards)), np.uint8)
    for game in range(args.games):
        numbers, deck = random.Random(args.first_seed + game), list(cards)
        for i in range(len(deck) - 1, 0, -1):  # Python 2's shuffle
            j = int(numbers.random() * (i + 1))
            deck[i], deck[j] = deck[j], deck[i]
        decks[game] = deck
    return decks


def measure(args: PairArgs, progress: Progress) -> list[TableCell]:
    """Plays every pair in both orders of seats, with and without forgetting."""
    decks, cells = program_decks(args), []
    pairs = [(first, second) for first in AGENTS for second in AGENTS]
    for number, (first, second) in enumerate(pairs):
        for forgetting in (False, True):
            results = play_in_a_row(
                f"eger:{first}",
                f"eger:{second}",
                decks=decks,
                setup=Setup.eger(2),
                first_seed=args.first_seed,
                forgetting=forgetting,
            )
            score = estimate(results["score"].astype(float))
            if forgetting:
                cells.append(_cell("fresh", (first, second), score.mean, score.sem, None))
                continue
            rerun, printed = AGAIN[first, second], PRINTED.get((first, second))
            cells.append(_cell("score", (first, second), score.mean, score.sem, rerun))
            if printed is not None:
                cells += _as_printed((first, second), results["score"].astype(float), printed)
        progress((number + 1) / len(pairs))
    return cells


def _as_printed(pair: tuple[str, str], scores: NDArray[np.float64], mean: float) -> list[TableCell]:
    """Mean and deviation, which the paper prints with one decimal."""
    where, score, sd = ", ".join(pair), estimate(scores), float(scores.std(ddof=1))
    error = sd / math.sqrt(2 * (len(scores) - 1))  # if scores were normal
    return [
        _cell("printed", ("mean", where), score.mean, score.sem, mean, decimals=1),
        _cell("printed", ("deviation", where), sd, error, DEVIATIONS[pair], decimals=1),
    ]


def _cell(  # noqa: PLR0913
    measured: str,
    pair: tuple[str, str],
    ours: float,
    sem: float,
    theirs: float | None,
    *,
    decimals: int = 2,
) -> TableCell:
    """A number; the paper's has as many games, and so many decimals."""
    judged: Judgement = {}
    if theirs is not None:
        judged = {"their_sem": with_rounding(sem, decimals), "margin": POINTS, "same": True}
    return cell(measured, *pair, ours, sem=sem, theirs=theirs, **judged)


def grids(result: Result) -> list[Grid]:
    """The table of the program, the numbers that the paper prints, and the table without notes."""
    header = tuple(f"with {name}" for name in AGENTS)
    titles = {
        "score": "Mean score ± standard error, agents that keep their notes between games (the "
        "original program run again)",
        "fresh": "Mean score ± standard error, agents that forget between games",
    }
    tables = [
        Grid(
            title=title,
            corner="seat 0",
            header=header,
            lines=grid(result, name, 2, AGENTS, AGENTS),
        )
        for name, title in titles.items()
    ]
    pairs = tuple(f"{first}, {second}" for first, second in PRINTED)
    printed = Grid(
        title="The same ± standard error (the paper's)",
        corner="seats 0 and 1",
        header=pairs,
        lines=grid(result, "printed", 2, ("mean", "deviation"), pairs),
    )
    return [tables[0], printed, tables[1]]


def draw(result: Result, file: Path) -> None:
    """Both tables side by side."""
    figure = pictures.figure(4.2)
    shown = [table for table in grids(result) if len(table.lines) == len(AGENTS)]
    names = ("agents keep their notes between games, as published", "agents forget between games")
    for axes, table, name in zip(figure.subplots(1, 2), shown, names, strict=True):
        style = pictures.HeatStyle(f"mean score, {name}", "{:.2f}", (5, 18))
        pictures.heat(axes, table, pictures.ours(table), style)
    pictures.save(figure, file)


register(
    Experiment(
        name="eger2017_table2",
        paper=papers.EGER_2017,
        what="Table II, Outer, Intentional and Full with each other",
        source="the paper, and its program run again",
        labels={
            "score": "mean score (the original program, run again)",
            "printed": "means and deviations (the paper)",
        },
        scales={
            "tiny": PairArgs(games=20),
            "quick": PairArgs(games=1000),
            "paper": PairArgs(games=10_000),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
