"""Networks instead of rule lists in the map of Canaan et al. 2020, at the same effort."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.game import Seed
from tamaya.numbers import Floats
from tamaya.qd import NetworkSettings, evolve_networks
from tamaya.qd.metrics import MapStyle, draw_map
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

SETUP = "competition players=2"
SIZE = 5
RULES, NETWORKS = "rule lists", "networks"
KINDS = (RULES, NETWORKS)
COVERED, BEST, MEAN, SUM = "niches", "best score", "mean score", "sum of scores"
COLUMNS = (COVERED, BEST, MEAN, SUM)
NAMES = ("communicativeness", "information_per_play")
NOTES = """\
The papers leave other representations to future work. Here the genome is a small network without a
rulebook: eight hidden units for each kind of move score every legal move from some ninety inputs
about the position and the move (those of our models of people, without the inputs that say what
another agent would do). The map is the paper's: communicativeness and information per play in 5 by
5 cells, self-play with two players. Both runs evaluate the same number of candidates with the same
number of games. This is a small run: the paper evaluates a million rule lists. New networks are
elites with noise, moved along the line to a second elite; new rule lists come from our own settings
of MAP-Elites with the published rules.

All elites are measured again on other decks, and placed in the cell of the behaviour that they show
there; of several elites in a cell, the best counts. At this effort rule lists are far ahead, in
scores and in niches: every rule is a sensible move to begin with, and a network must find that
out."""


@dataclass(frozen=True, kw_only=True)
class NetworkArgs(MatchArgs):
    """Settings of both runs."""

    first_seed: Seed = 1_000_000
    """seed of the first deck on which elites are measured again; evolution uses smaller ones"""
    candidates: int = 2000
    """candidates of each run"""
    evaluation: int = 50
    """games of a candidate"""
    folder: str = "runs/reproduce/networks"
    """folder of the runs"""


def measure(args: NetworkArgs, progress: Progress) -> list[TableCell]:
    """Evolves both kinds of agents and measures their elites again."""
    run = ty.evolve(
        Path(args.folder) / "rules",
        rulebook="published",
        setup="competition",
        features=NAMES,
        grid=(SIZE, SIZE),
        candidates=args.candidates,
        games=args.evaluation,
    )
    progress(0.3)
    settings = NetworkSettings(candidates=args.candidates, games=args.evaluation, setup=SETUP)
    networks = evolve_networks(
        Path(args.folder) / "networks",
        settings,
        progress=lambda run: progress(0.3 + 0.5 * run.evaluated / args.candidates),
    )
    agents: dict[str, Sequence[ty.Agent]] = {
        RULES: run.pool().elites,
        NETWORKS: networks.elites(),
    }
    cells: list[TableCell] = []
    for number, (kind, elites) in enumerate(agents.items()):
        cells += _map(args, kind, elites)
        progress(0.8 + 0.1 * (number + 1))
    return cells


def _map(args: NetworkArgs, kind: str, elites: Sequence[ty.Agent]) -> list[TableCell]:
    best: dict[tuple[int, int], Floats] = {}
    for elite in elites:
        played = ty.match(elite, elite, games=args.games, first_seed=args.first_seed, setup=SETUP)
        shown = played.features()
        row, column = (min(int(np.nan_to_num(shown[name]) * SIZE), SIZE - 1) for name in NAMES)
        scores = played.scores.astype(np.float64)
        if (row, column) not in best or scores.mean() > best[row, column].mean():
            best[row, column] = scores
    every = np.array(list(best.values()))
    # All elites play the same decks, so errors of sums are computed over decks.
    numbers: dict[str, ty.Estimate | float] = {
        COVERED: float(len(best)),
        BEST: estimate(every[every.mean(axis=1).argmax()]),
        MEAN: estimate(every.mean(axis=0)),
        SUM: estimate(every.sum(axis=0)),
    }
    cells = [cell("summary", kind, column, number) for column, number in numbers.items()]
    return cells + [
        cell(kind, str(row), str(column), _mean(best.get((row, column))))
        for row in range(SIZE)
        for column in range(SIZE)
    ]


def _mean(scores: Floats | None) -> ty.Estimate | float:
    return math.nan if scores is None else estimate(scores)


def grids(result: Result) -> list[Grid]:
    """The summaries, and both maps."""
    places = tuple(map(str, range(SIZE)))
    return [
        Grid(
            title="Both maps at the same effort, ± standard error on other decks (points kept)",
            corner="genomes",
            header=COLUMNS,
            lines=grid(result, "summary", 2, KINDS, COLUMNS),
        ),
        *(
            Grid(
                title=f"Mean score of the elites ± standard error: {kind}",
                corner="communicativeness",
                header=tuple(f"information per play {place}" for place in places),
                lines=grid(result, kind, 2, places[::-1], places),
            )
            for kind in KINDS
        ),
    ]


def _scores(result: Result, kind: str) -> Floats:
    return np.array(
        [[result.cell(kind, 2, str(r), str(c)).ours for c in range(SIZE)] for r in range(SIZE)]
    )


def draw(result: Result, file: Path) -> None:
    """Both maps side by side."""
    figure = pictures.figure(4.6)
    for axes, kind in zip(figure.subplots(1, 2), KINDS, strict=True):
        style = MapStyle(title=kind, features=NAMES, limits=(0, 21), number="{:.1f}")
        draw_map(axes, _scores(result, kind), style)
    pictures.save(figure, file)


register(
    Experiment(
        name="canaan2020_networks",
        paper=papers.CANAAN_2020,
        what="networks instead of rule lists, on the same map",
        beyond=True,
        duration="long",
        scales={
            "tiny": NetworkArgs(
                candidates=40, evaluation=5, games=10, folder="runs/reproduce/tiny/networks"
            ),
            "quick": NetworkArgs(
                candidates=400, evaluation=20, games=100, folder="runs/reproduce/quick/networks"
            ),
            "paper": NetworkArgs(games=200),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
