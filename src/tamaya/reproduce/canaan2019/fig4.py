"""Figure 4 of Canaan et al. 2019: the score of two agents over the distance of their niches."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.plotting import OURS, PAPER
from tamaya.qd.metrics import manhattan, niches, plainly
from tamaya.reproduce import evolved_runs, papers, pictures
from tamaya.reproduce.canaan2019.first_run import all_pairs_of_run, summary_cell, summary_grid
from tamaya.reproduce.equivalence import POINTS
from tamaya.reproduce.evolved_runs import Printed, RunArgs, run_cell
from tamaya.reproduce.experiment import Experiment, Progress, Result, TableCell, register
from tamaya.reproduce.grid import Grid

ALONE, ALL, FARTHEST = "an agent with itself", "all pairs", "largest distance"
PUBLISHED = {
    ALONE: Printed((8.20,), POINTS),
    ALL: Printed((6.64,), POINTS),
    FARTHEST: Printed((33.0,), 2.0),
}
NOTES = """\
The figure has no numbers. The text gives three: the mean of agents with themselves, the mean of all
pairs, and the largest distance of two agents. As in the paper, two agents score more the nearer
their niches are. Our mean of agents with themselves comes from these games, not from the 1,000
games of Table I."""
WHY = """\
Open: our pairs score about 0.4 points less, as in Figure 2 (`canaan2019_fig2`)."""


def measure(args: RunArgs, progress: Progress) -> list[TableCell]:
    """Measures mean scores by Manhattan distance."""
    pairs = all_pairs_of_run(args, progress)
    apart = manhattan(niches(pairs.pool))
    numbers: tuple[ty.Estimate | float, ...] = (
        pairs.with_itself,
        pairs.overall,
        float(apart.max()),
    )
    cells = [
        summary_cell(name, number, PUBLISHED[name])
        for name, number in zip(PUBLISHED, numbers, strict=True)
    ]
    return cells + [
        run_cell(("score", f"{steps}", "run 1"), pairs.among(apart == steps))
        for steps in np.unique(apart)
    ]


def grids(result: Result) -> list[Grid]:
    """The numbers of the text, then the whole curve."""
    curve = tuple((cell,) for cell in result.cells if cell.measure == "score")
    return [
        summary_grid(result, tuple(PUBLISHED), "Run 1, ours ± standard error (the paper's)"),
        Grid(
            title="Mean score by distance",
            corner="steps between niches",
            header=("score",),
            lines=curve,
        ),
    ]


def draw(result: Result, file: Path) -> None:
    """The curve, with the paper's two numbers."""
    figure = pictures.figure(5.6)
    axes = figure.subplots()
    curve = [cell for cell in result.cells if cell.measure == "score"]
    steps = [int(cell.row) for cell in curve]
    errors = np.nan_to_num([2 * cell.sem for cell in curve])
    axes.errorbar(
        steps,
        [cell.ours for cell in curve],
        yerr=errors,
        color=OURS,
        marker="o",
        markersize=5,
        capsize=3,
        label="ours ± 2 standard errors",
    )
    axes.plot([0], [PUBLISHED[ALONE].by_run[0]], "D", color=PAPER, label="paper: with itself")
    axes.axhline(
        PUBLISHED[ALL].by_run[0],
        color=PAPER,
        linestyle="--",
        linewidth=1.2,
        label="paper: all pairs",
    )
    ours = result.cell("summary", 2, ALL, "run 1").ours
    axes.axhline(ours, color=OURS, linestyle="--", linewidth=1.2, label="ours: all pairs")
    axes.set(xlabel="steps between niches (Manhattan)", ylabel="mean score (points kept)")
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)
    plainly(axes)
    pictures.save(figure, file)


register(
    Experiment(
        name="canaan2019_fig4",
        paper=papers.CANAAN_2019,
        what="Figure 4, score of two agents against the distance of their niches",
        needs=("runs",),
        duration="long",
        same_agents=False,
        criterion="largest distance: within 2 steps",
        groups={"summary": "row"},
        scales=evolved_runs.scales("canaan2019", tiny=2, quick=20, paper=400, runs=1),
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
        why=WHY,
    )
)
