"""Intra-run numbers of Canaan et al. 2019: how different the agents of run 1 are."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import tamaya as ty
from tamaya.plotting import OURS, PAPER, titled
from tamaya.qd.metrics import (
    all_pairs,
    ask,
    by_distance,
    correlation_of,
    hamming_distances,
    manhattan,
    niches,
    plainly,
    self_play,
)
from tamaya.reproduce import evolved_runs, papers, pictures
from tamaya.reproduce.equivalence import POINTS, RULES, SHARE
from tamaya.reproduce.evolved_runs import Printed, RunArgs, part, run_cell
from tamaya.reproduce.experiment import Experiment, Progress, Result, Scale, TableCell, register
from tamaya.reproduce.grid import Grid

PUBLISHED = {
    "mean score in self-play": Printed((8.20,), POINTS),
    "mean score of all pairs": Printed((6.64,), POINTS),
    "rules that differ, neighbours": Printed((9.78,), RULES),
    "rules that differ, 33 steps": Printed((15.0,), RULES),
    "equal moves, neighbours": Printed((0.66,), SHARE),
    "equal moves, 33 steps": Printed((0.07,), SHARE),
}
OWN = (
    "correlation of self-play with means as partner",
    "correlation of self-play with means in seat 0",
    "legal moves of a position",
    "positions",
)
MEASURES = {"score": "score", "rules": "rules that differ", "moves": "equal moves"}
NOTES = """\
Pairs play 400 games each, as in Figures 2 to 4; agents with themselves play 1,000. Moves are
compared in positions from 10 games of self-play of each agent of the run, which makes about the 140
thousand positions of the paper. Rules that differ are counted, so they have no error."""
WHY = """\
Equal moves do not agree: by our measure our agents are more similar than the paper's, near and far,
as they are between runs. The paper does not say in which positions it compares two agents. In
positions from the games of one of the two, ours are slightly more similar when near and less when
far. Our neighbours also differ in more rules. As in the paper, near agents are more similar than
far ones, in rules and in moves; only the few pairs at the largest distances are slightly more
similar again."""


@dataclass(frozen=True, kw_only=True)
class IntraArgs(RunArgs):
    """Settings of the measurement."""

    alone: int = 1000
    """games of each agent with itself"""
    recorded: int = 10
    """games of each agent whose positions all agents decide"""


def _scales() -> dict[Scale, IntraArgs]:
    sizes = evolved_runs.scales("canaan2019", tiny=2, quick=20, paper=400, runs=1)
    more = {"tiny": (10, 1), "quick": (200, 2), "paper": (1000, 10)}
    return {
        scale: IntraArgs(**vars(args), alone=more[scale][0], recorded=more[scale][1])
        for scale, args in sizes.items()
    }


def measure(args: IntraArgs, progress: Progress) -> list[TableCell]:
    """Measures the numbers of the text, then all distances."""
    (pool,) = evolved_runs.pools(args, part(progress, 0, 0.4))
    own = self_play(pool, games=args.alone, first_seed=args.first_seed, keep=args.keep)
    pairs = all_pairs(
        pool,
        games=args.games,
        first_seed=args.first_seed,
        keep=args.keep,
        progress=part(progress, 0.4, 0.8),
    )
    answers = ask(
        pool,
        pool.elites,
        games=args.recorded,
        first_seed=args.first_seed,
        progress=part(progress, 0.8, 1.0),
    )
    apart = manhattan(niches(pool))
    lines = by_distance(apart, pairs, hamming_distances(pool.elites), answers.similarities())
    at = {line.steps: line for line in lines}
    near, far = at.get(1, lines[-1]), at.get(33, lines[-1])  # small pools have no such pairs
    numbers: tuple[ty.Estimate | float, ...] = (
        own.mean_of_covered,
        pairs.overall,
        near.hamming,
        far.hamming,
        near.similarity,
        far.similarity,
        correlation_of(own.means, pairs.of_columns),
        correlation_of(own.means, pairs.of_rows),
        answers.mean_choices,
        float(answers.moves.shape[1]),
    )
    cells = [
        run_cell(("summary", name, "run 1"), number, PUBLISHED.get(name))
        for name, number in zip((*PUBLISHED, *OWN), numbers, strict=True)
    ]
    for line in lines:
        row = str(line.steps)
        cells += [
            run_cell(("score", row, "run 1"), line.score),
            run_cell(("rules", row, "run 1"), line.hamming),
            run_cell(("moves", row, "run 1"), line.similarity),
        ]
    return cells


def grids(result: Result) -> list[Grid]:
    """The numbers of the text, then all distances."""
    summary = tuple((result.cell("summary", 2, name, "run 1"),) for name in (*PUBLISHED, *OWN))
    steps = [cell.row for cell in result.cells if cell.measure == "score"]
    curves = tuple(tuple(result.cell(name, 2, row, "run 1") for name in MEASURES) for row in steps)
    return [
        Grid(
            title="Run 1, ours ± standard error (the paper's); bold where they disagree",
            corner="measure",
            header=("run 1",),
            lines=summary,
            digits=3,
        ),
        Grid(
            title="By distance",
            corner="steps between niches",
            header=tuple(MEASURES.values()),
            lines=curves,
            digits=3,
        ),
    ]


def draw(result: Result, file: Path) -> None:
    """Three curves over the distance, with the paper's numbers."""
    figure = pictures.figure(4.6)
    marks = {
        "score": [(0, 8.20)],
        "rules": [(1, 9.78), (33, 15.0)],
        "moves": [(1, 0.66), (33, 0.07)],
    }
    for axes, (name, words) in zip(figure.subplots(1, 3), MEASURES.items(), strict=True):
        cells = [cell for cell in result.cells if cell.measure == name]
        axes.plot(
            [int(cell.row) for cell in cells],
            [cell.ours for cell in cells],
            color=OURS,
            marker="o",
            markersize=4,
            label="ours",
        )
        axes.plot(*zip(*marks[name], strict=True), "D", color=PAPER, label="paper")
        titled(axes, words)
        axes.set_xlabel("steps between niches (Manhattan)")
        axes.set_ylim(bottom=0)
        axes.legend(frameon=False, loc="lower right" if name == "rules" else "upper right")
        plainly(axes)
    pictures.save(figure, file)


register(
    Experiment(
        name="canaan2019_intra_run",
        paper=papers.CANAAN_2019,
        what="intra-run numbers: how different the agents of one run are",
        needs=("runs",),
        duration="long",
        same_agents=False,
        criterion="rules that differ: within 0.5",
        groups={"summary": "row"},
        scales=_scales(),
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
        why=WHY,
    )
)
