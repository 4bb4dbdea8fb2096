"""Cross-run numbers of agents that Canaan et al. published, by our measure."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.game import Seed
from tamaya.plotting import OURS, PAPER, titled
from tamaya.qd.metrics import ask, plainly
from tamaya.reproduce import data, papers, pictures
from tamaya.reproduce.canaan2020.populations import SETUP
from tamaya.reproduce.evolved_runs import Printed, run_cell
from tamaya.reproduce.experiment import Args, Experiment, Progress, Result, TableCell, register
from tamaya.reproduce.grid import Grid, grid
from tamaya.rules import chromosome
from tamaya.stats import estimate

MAPS = {
    "20 by 20 niches": ("tog_20x20_2P_run1", "tog_20x20_2P_run2"),
    "5 by 5 niches": ("tog2020_5x5_run1", "tog2020_5x5_run2"),
}
"""the two published runs that are compared, for each map"""
PRINTED = {"equal moves": Printed((0.58,), 0.05), "rules that differ": Printed((14.24,), 0.5)}
COLUMNS = ("niches", "rules that differ", "equal moves", "legal moves", "positions")
NOTES = """\
In the paper, agents of one niche from different runs make the same move in 0.58 of positions; in
our runs the share is 0.74 (`canaan2019_cross_run`). Are our agents more alike, or do we measure
differently? The agents of the paper's runs were not published. But its authors published those of
two later runs of the same program with 20 by 20 niches of communicativeness and information per
play, and of two runs with 5 by 5 niches. By our measure these agents are as similar as ours,
although they share as few rules as the paper says. So the measures differ: the paper must have
compared moves in another way, or in other positions (it has 13 legal moves per position, we have
14), and does not say how."""


@dataclass(frozen=True, kw_only=True)
class CounterpartArgs(Args):
    """Settings of the comparison."""

    recorded: int
    """games of self-play whose positions all agents decide, for each agent of the first run"""
    most: int = 400
    """niches to compare, at most"""
    first_seed: Seed = 0

    @property
    def decks(self) -> tuple[Seed, Seed]:
        """Seeds of the first and the last deck."""
        return self.first_seed, self.first_seed + self.most * self.recorded - 1


def measure(args: CounterpartArgs, progress: Progress) -> list[TableCell]:
    """Compares two published runs of each map."""
    cells: list[TableCell] = []
    maps = _published()
    for number, (name, runs) in enumerate(maps.items(), 1):
        cells += _compared(name, *runs, args)
        progress(number / len(maps))
    return cells


def _published() -> dict[str, tuple[ty.Pool, ty.Pool]]:
    with gzip.open(data.path_of("published agents"), "rt") as lines:
        rows = [json.loads(line) for line in lines]

    def pool(name: str) -> ty.Pool:
        elites = [
            ty.Elite(chromosome(row["chromosome"]), niche=tuple(row["niche"]), gives_up=True)
            for row in rows
            if row["population"] == name
        ]
        return ty.Pool(name, tuple(elites), SETUP)

    return {name: (pool(first), pool(second)) for name, (first, second) in MAPS.items()}


def _compared(row: str, first: ty.Pool, second: ty.Pool, args: CounterpartArgs) -> list[TableCell]:
    ours = {elite.niche: elite for elite in first.elites}
    theirs = {elite.niche: elite for elite in second.elites}
    niches = sorted(ours.keys() & theirs.keys())[: args.most]
    pairs = [(ours[niche], theirs[niche]) for niche in niches]
    players = replace(first, agents=tuple(our_elite for our_elite, _ in pairs), grid=())
    count = len(pairs)
    answers = ask(
        players,
        [*(our_elite for our_elite, _ in pairs), *(other for _, other in pairs)],
        games=args.recorded,
        first_seed=args.first_seed,
    )
    alike = answers.similarity(range(count), range(count, 2 * count))
    differ = [
        sum(a != b for a, b in zip(our_elite.genome, other.genome, strict=True))
        for our_elite, other in pairs
    ]
    numbers: dict[str, ty.Estimate | float] = {
        "niches": float(count),
        "rules that differ": estimate(differ),
        "equal moves": alike.among(np.ones((1, count), np.bool_)),
        "legal moves": answers.mean_choices,
        "positions": float(answers.moves.shape[1]),
    }
    return [run_cell(("counterparts", row, name), number) for name, number in numbers.items()]


def grids(result: Result) -> list[Grid]:
    """One line for each map."""
    rows = list(dict.fromkeys(cell.row for cell in result.cells))
    return [
        Grid(
            title="Published agents of one niche from two runs, ± standard error",
            corner="map",
            header=COLUMNS,
            digits=3,
            lines=grid(result, "counterparts", 2, rows, COLUMNS),
        )
    ]


def draw(result: Result, file: Path) -> None:
    """Equal moves and rules that differ, with the paper's numbers for its own runs."""
    figure = pictures.figure(3.6)
    rows = [line[0].row for line in grids(result)[0].lines]
    left, right = figure.subplots(1, 2)
    for axes, name, top in ((left, "equal moves", 1), (right, "rules that differ", 17)):
        cells = [result.cell("counterparts", 2, row, name) for row in rows]
        bars = axes.bar(range(len(rows)), [cell.ours for cell in cells], 0.6, color=OURS)
        axes.bar_label(bars, fmt="{:.2f}", label_type="center", color="white")
        axes.axhline(
            PRINTED[name].by_run[0], color=PAPER, linestyle="--", label="paper, its own runs"
        )
        axes.set_xticks(range(len(rows)), rows)
        axes.set_ylim(0, top)
        titled(axes, name)
        axes.legend(frameon=False, fontsize=9, loc="upper right")
        plainly(axes)
    pictures.save(figure, file)


register(
    Experiment(
        name="canaan2019_counterparts",
        paper=papers.CANAAN_2019,
        what="how similar published agents of one niche are, by our measure",
        needs=("published agents",),
        duration="a minute",
        scales={
            "tiny": CounterpartArgs(recorded=1, most=20),
            "quick": CounterpartArgs(recorded=2),
            "paper": CounterpartArgs(recorded=10),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
