"""Figure 1 of Canaan et al. 2019: the map of self-play scores of run 1."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import tamaya as ty
from tamaya.numbers import Floats
from tamaya.qd.metrics import MapStyle, SelfPlay, pearson, self_play
from tamaya.reproduce import behaviour_maps, evolved_runs, papers
from tamaya.reproduce.canaan2019 import printed_maps
from tamaya.reproduce.canaan2019.first_run import FEATURES, summary_cell, summary_grid
from tamaya.reproduce.equivalence import POINTS
from tamaya.reproduce.evolved_runs import Printed, RunArgs, part
from tamaya.reproduce.experiment import Experiment, Progress, Result, TableCell, register
from tamaya.reproduce.grid import Grid
from tamaya.stats import estimate

PUBLISHED = printed_maps.SELF_PLAY
SUMMARY = {
    "max score": Printed((20.51,), POINTS),
    "mean of covered niches": Printed((8.20,), POINTS),
    "mean of all 400 cells": Printed((6.69,), POINTS),
    "coverage": Printed((326.0,), 8.0),
}
OWN = ("correlation with the paper's map", "mean difference, niches in both")
NOTES = """\
Elites differ from run to run, so the map is compared as a whole, over the niches that are filled in
the paper and here. An empty niche counts 0. The picture shows run 1. The best agents lie
at the same place, with communicativeness about 0.5 and risk aversion 0.8 to 0.9. The niches that
only our runs fill lie at the edge of the empty region. Table I shows
their effect on the means."""
WHY = """\
Our run fills 14 niches more than the paper's, which the second table lists. The mean over the
niches that both fill agrees."""


def measure(args: RunArgs, progress: Progress) -> list[TableCell]:
    """Measures the map of run 1 and its summary."""
    (pool,) = evolved_runs.pools(args, part(progress, 0, 0.7))
    run = self_play(pool, games=args.games, first_seed=args.first_seed, keep=args.keep)
    numbers = [estimate(row) for row in run.scores]
    cells = behaviour_maps.map_cells("self-play", pool, numbers, PUBLISHED, POINTS)
    progress(1.0)
    return _summary(run, behaviour_maps.full_map(pool, run.means)) + cells


def _summary(run: SelfPlay, ours: Floats) -> list[TableCell]:
    everywhere = run.mean_of_all_cells
    assert everywhere is not None
    numbers: dict[str, ty.Estimate | float] = {
        "max score": run.best[1],
        "mean of covered niches": run.mean_of_covered,
        "mean of all 400 cells": everywhere,
        "coverage": float(run.coverage),
    }
    cells = [summary_cell(name, numbers[name], SUMMARY[name]) for name in SUMMARY]
    both = (ours > 0) & (PUBLISHED > 0)
    own = (pearson(ours.ravel(), PUBLISHED.ravel()), estimate((ours - PUBLISHED)[both]))
    return cells + [summary_cell(name, number) for name, number in zip(OWN, own, strict=True)]


def grids(result: Result) -> list[Grid]:
    """The summary of the map; the map itself is in the picture and in the file of the result."""
    title = "The map of run 1 in numbers, ours ± standard error (the paper's)"
    return [
        summary_grid(result, (*SUMMARY, *OWN), title),
        Grid(
            title="Niches that only our run 1 fills, ± standard error",
            corner="communicativeness, risk aversion",
            header=("score",),
            lines=tuple((cell,) for cell in _only_ours(result)),
        ),
    ]


def _only_ours(result: Result) -> list[TableCell]:
    return [
        replace(cell, row=f"{cell.row}, {cell.column}", theirs=None)
        for cell in result.cells
        if cell.measure == "self-play" and cell.ours > 0 and cell.theirs == 0
    ]


def draw(result: Result, file: Path) -> None:
    """Our map, and its difference from the paper's."""
    style = MapStyle(
        title="score in self-play, run 1 (points kept)", features=FEATURES, bar="mean score"
    )
    behaviour_maps.draw_beside_the_paper(result, "self-play", file, style, reach=6)


register(
    Experiment(
        name="canaan2019_fig1",
        paper=papers.CANAAN_2019,
        what="Figure 1, self-play of the elites in 20 by 20 niches",
        needs=("runs",),
        duration="long",
        same_agents=False,
        criterion="coverage: within 8 cells (2 %)",
        groups={"summary": "row"},
        labels={
            "self-play": "the map, over the niches that both fill",
        },
        scales=evolved_runs.scales("canaan2019", tiny=20, quick=200, paper=1000, runs=1),
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
        why=WHY,
    )
)
