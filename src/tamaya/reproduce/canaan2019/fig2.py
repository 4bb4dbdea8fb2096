"""Figure 2 of Canaan et al. 2019: how each agent of run 1 does with all others."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.numbers import Floats
from tamaya.qd.metrics import MapStyle, all_pairs, pearson
from tamaya.reproduce import behaviour_maps, evolved_runs, papers
from tamaya.reproduce.canaan2019 import printed_maps
from tamaya.reproduce.evolved_runs import Printed, RunArgs, part, run_cell, within
from tamaya.reproduce.experiment import Experiment, Progress, Result, TableCell, register
from tamaya.reproduce.grid import Grid, grid

PUBLISHED = printed_maps.WITH_ALL
MARGIN = 1.0
SUMMARY = {
    "mean of all pairs": Printed((6.64,), MARGIN),
    "highest mean of an agent": Printed((12.55,), MARGIN),
}
"""printed in the text, and in the figure"""
OWN = ("correlation with the paper's map", "mean of pairs, niches that the paper covers")
NOTES = """\
Every agent of run 1 plays every other and itself, 400 games each, and is averaged over all
partners, in both places; the paper does not say in which place its agents sit. All pairs share
their decks, and errors are taken deck by deck. The numbers that the paper prints in the figure
average to 6.62, not to the 6.64 of its text. One run is compared with one run: where evolution
found another agent the numbers differ by more than the error, and niches that are empty there and
filled here cannot agree."""


def measure(args: RunArgs, progress: Progress) -> list[TableCell]:
    """Means of all agents over all partners."""
    (pool,) = evolved_runs.pools(args, part(progress, 0, 0.5))
    pairs = all_pairs(
        pool,
        games=args.games,
        first_seed=args.first_seed,
        keep=args.keep,
        progress=part(progress, 0.5, 1.0),
    )
    means = pairs.of_agents
    best = max(means, key=lambda mean: mean.mean)
    cells = [
        run_cell(("summary", name, "run 1"), number, SUMMARY[name])
        for name, number in zip(SUMMARY, (pairs.overall, best), strict=True)
    ]
    ours = behaviour_maps.full_map(pool, [mean.mean for mean in means])
    theirs = np.array([PUBLISHED[mean.niche] > 0 for mean in pool.elites])
    own = (_correlation(ours), pairs.among(np.outer(theirs, theirs)))
    cells += [run_cell(("summary", name, "run 1"), n) for name, n in zip(OWN, own, strict=True)]
    return cells + behaviour_maps.map_cells(
        "with all", pool, means, PUBLISHED, lambda _, a, b: within(a, [b], MARGIN)
    )


def _correlation(ours: Floats) -> ty.Estimate:
    """Over niches that both hold."""
    both = (ours > 0) & (PUBLISHED > 0)
    return pearson(np.asarray(ours[both]), np.asarray(PUBLISHED[both]))


def grids(result: Result) -> list[Grid]:
    """What the map comes to; the map itself is in the picture and the file."""
    return [
        Grid(
            title="Run 1, ours ± standard error (the paper's)",
            corner="measure",
            header=("run 1",),
            lines=grid(result, "summary", 2, (*SUMMARY, *OWN), ("run 1",)),
        )
    ]


def draw(result: Result, file: Path) -> None:
    """Our map, and how far it is from the paper's."""
    style = MapStyle(
        title="mean score with all agents of run 1 (points kept)",
        features=("communicativeness", "risk_aversion"),
        bar="mean score",
    )
    behaviour_maps.draw_beside_the_paper(result, "with all", file, style, reach=4)


register(
    Experiment(
        name="canaan2019_fig2",
        paper=papers.CANAAN_2019,
        what="Figure 2, mean score of each agent with all agents of its run",
        joint=", ",
        needs=("runs",),
        duration="long",
        same_agents=False,
        criterion="within 1 point of the printed one",
        scales=evolved_runs.scales("canaan2019", tiny=2, quick=20, paper=400, runs=1),
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
