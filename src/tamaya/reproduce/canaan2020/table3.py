"""Table III of Canaan et al. 2020: self-play and cross-play of three runs in 5 by 5 niches."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.qd.metrics import SelfPlay, all_pairs, correlation_of
from tamaya.reproduce import evolved_runs, papers, three_runs
from tamaya.reproduce.equivalence import POINTS, SHARE
from tamaya.reproduce.evolved_runs import Printed, RunArgs
from tamaya.reproduce.experiment import Experiment, Progress, Result, TableCell, register
from tamaya.reproduce.grid import Grid

PUBLISHED = {
    "coverage": Printed((22.0, 22.0, 22.0), 0.0),
    "max self-play": Printed((19.54, 19.95, 20.00), POINTS),
    "mean self-play": Printed((11.36, 11.66, 11.59), POINTS),
    "mean pairwise": Printed((8.71, 8.14, 9.52), POINTS),
    "correlation": Printed((0.92, 0.97, 0.91), SHARE),
}
OWN = "correlation, row means"
NOTES = """\
The numbers come from match-up tables with 400 games per pair: the row agent sits in seat 0, the
column agent in seat 1, and all pairs play the same decks. Self-play is the diagonal. `correlation`
is that of self-play with the mean as partner in seat 1, as in the published tables; the correlation
with the mean in seat 0 is shown without a verdict. Its error is that of a sample of 22 agents.

Evolution is a matter of chance, so the mean of our three runs is compared with the mean of the
paper's three. Our mean self-play is higher in all three runs than in any run of the paper. The runs
follow the program (preset `canaan2020`), with 50 games per candidate and crossover with chance 0.1,
where the text says 100 and 0.5, and with its 105 rules, where the text says 135."""
WHY = """\
Open: with three runs each, the intervals are about as wide as the margins, for the mean over pairs
twice as wide. Only more runs could decide."""


def measure(args: RunArgs, progress: Progress) -> list[TableCell]:
    """Measures the match-ups of each run."""

    def numbers(_: int, pool: ty.Pool) -> dict[str, ty.Estimate | float]:
        pairs = all_pairs(pool, games=args.games, first_seed=args.first_seed, keep=args.keep)
        own = np.arange(len(pool))
        alone = SelfPlay(pool, pairs.scores[own, own], args.first_seed, pairs.scoring)
        return {
            "coverage": float(alone.coverage),
            "max self-play": alone.best[1],
            "mean self-play": alone.mean_of_covered,
            "mean pairwise": pairs.overall,
            "correlation": correlation_of(alone.means, pairs.of_columns),
            OWN: correlation_of(alone.means, pairs.of_rows),
        }

    return three_runs.measure_runs(args, progress, PUBLISHED, numbers)


def grids(result: Result) -> list[Grid]:
    """The table as printed, with the other correlation."""
    return [three_runs.runs_grid(result, (*PUBLISHED, OWN))]


def draw(result: Result, file: Path) -> None:
    """Bars of the paper and of ours, a panel for each number."""
    three_runs.draw_runs(result, tuple(PUBLISHED), file)


register(
    Experiment(
        name="canaan2020_table3",
        paper=papers.CANAAN_2020,
        what="Table III, three runs of MAP-Elites in 5 by 5 niches",
        needs=("runs",),
        duration="long",
        same_agents=False,
        criterion="coverage: equal",
        groups={"run": "column"},
        scales=evolved_runs.scales("canaan2020", tiny=10, quick=100, paper=400),
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
        why=WHY,
    )
)
