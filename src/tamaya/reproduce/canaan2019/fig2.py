"""Figure 2 of Canaan et al. 2019: the mean score of each agent of run 1 with all others."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.numbers import Floats
from tamaya.qd.metrics import MapStyle, pearson
from tamaya.reproduce import behaviour_maps, evolved_runs, papers
from tamaya.reproduce.canaan2019 import printed_maps
from tamaya.reproduce.canaan2019.first_run import (
    FEATURES,
    all_pairs_of_run,
    summary_cell,
    summary_grid,
)
from tamaya.reproduce.equivalence import POINTS
from tamaya.reproduce.evolved_runs import Printed, RunArgs
from tamaya.reproduce.experiment import Experiment, Progress, Result, TableCell, register
from tamaya.reproduce.grid import Grid

PUBLISHED = printed_maps.WITH_ALL
SUMMARY = {
    "mean of all pairs": Printed((6.64,), POINTS),
    "highest mean of an agent": Printed((12.55,), POINTS),
}
"""the first is printed in the text, the second in the figure"""
OWN = ("correlation with the paper's map", "mean of pairs, niches that the paper covers")
NOTES = """\
Every agent of run 1 plays 400 games with every other and with itself. The map shows its mean over
all partners and both seats; the paper does not say in which seat its agents sit. All pairs share
their decks, so errors are computed over decks. The numbers in the paper's figure average to 6.62,
not to the 6.64 of its text. One run is compared with one run, so numbers differ by more than the
error where evolution found another agent; the map is therefore compared as a whole, over the niches
that both fill."""
WHY = """\
Open: our pairs score about 0.4 points less, and the intervals reach beyond the margin. The niches
that only our run fills have poor agents, which lower the means; among the niches that the paper
covers too, the mean of all pairs is 6.38. The map agrees over the niches that both runs fill."""


def measure(args: RunArgs, progress: Progress) -> list[TableCell]:
    """Measures the mean of each agent over all partners."""
    pairs = all_pairs_of_run(args, progress)
    pool, means = pairs.pool, pairs.of_agents
    best = max(means, key=lambda mean: mean.mean)
    cells = [
        summary_cell(name, number, SUMMARY[name])
        for name, number in zip(SUMMARY, (pairs.overall, best), strict=True)
    ]
    ours = behaviour_maps.full_map(pool, [mean.mean for mean in means])
    covered = np.array([PUBLISHED[elite.niche] > 0 for elite in pool.elites])
    own = (_correlation(ours), pairs.among(np.outer(covered, covered)))
    cells += [summary_cell(name, number) for name, number in zip(OWN, own, strict=True)]
    return cells + behaviour_maps.map_cells("with all", pool, means, PUBLISHED, POINTS)


def _correlation(ours: Floats) -> ty.Estimate:
    """Correlation over the niches that both maps fill."""
    both = (ours > 0) & (PUBLISHED > 0)
    return pearson(np.asarray(ours[both]), np.asarray(PUBLISHED[both]))


def grids(result: Result) -> list[Grid]:
    """The summary of the map; the map itself is in the picture and in the file of the result."""
    title = "Run 1, ours ± standard error (the paper's)"
    return [summary_grid(result, (*SUMMARY, *OWN), title)]


def draw(result: Result, file: Path) -> None:
    """Our map, and its difference from the paper's."""
    style = MapStyle(
        title="mean score with all agents of run 1 (points kept)",
        features=FEATURES,
        bar="mean score",
    )
    behaviour_maps.draw_beside_the_paper(result, "with all", file, style, reach=4)


register(
    Experiment(
        name="canaan2019_fig2",
        paper=papers.CANAAN_2019,
        what="Figure 2, mean score of each agent with all agents of its run",
        needs=("runs",),
        duration="long",
        same_agents=False,
        groups={"summary": "row"},
        labels={
            "with all": "the map, over the niches that both fill",
        },
        scales=evolved_runs.scales("canaan2019", tiny=2, quick=20, paper=400, runs=1),
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
        why=WHY,
    )
)
