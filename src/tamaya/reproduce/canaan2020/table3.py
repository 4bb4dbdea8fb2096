"""Table III of Canaan et al. 2020: three runs in 5 by 5 niches, alone and with each other."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.qd.metrics import SelfPlay, all_pairs, correlation_of
from tamaya.reproduce import evolved_runs, papers, pictures
from tamaya.reproduce.evolved_runs import Printed, RunArgs, part, run_cell
from tamaya.reproduce.experiment import Experiment, Progress, Result, TableCell, register
from tamaya.reproduce.grid import Grid, grid

RUNS = ("run 1", "run 2", "run 3")
PUBLISHED = {
    "coverage": Printed((22.0, 22.0, 22.0), 0.0),
    "max self-play": Printed((19.54, 19.95, 20.00), 0.3),
    "mean self-play": Printed((11.36, 11.66, 11.59), 0.5),
    "mean pairwise": Printed((8.71, 8.14, 9.52), 0.5),
    "correlation": Printed((0.92, 0.97, 0.91), 0.05),
}
OWN = "correlation, row means"
NOTES = """\
The table comes from match-ups of 400 games: the row agent in seat 0, the column agent in seat 1,
all pairs on the same decks; self-play is their diagonal. The correlation is that of self-play with
the means as partner in seat 1, which is what the published tables give; with the means in seat 0 it
is another number, shown without a verdict. Its error is that of a sample of 22 agents. Evolution is
a matter of chance, so a number is compared with the range of the paper's three runs; the margins
are round numbers, the same for both papers. Our mean self-play lies above the range in all three
runs, within the margin. The runs follow the program, preset `canaan2020`: 50 games a candidate and
crossover with chance 0.1, where the text says 100 and 0.5."""


def measure(args: RunArgs, progress: Progress) -> list[TableCell]:
    """The match-ups of each run."""
    pools = evolved_runs.pools(args, part(progress, 0, 0.7))
    cells: list[TableCell] = []
    for place, (run, pool) in enumerate(zip(RUNS, pools, strict=True)):
        pairs = all_pairs(pool, games=args.games, first_seed=args.first_seed, keep=args.keep)
        own = np.arange(len(pool))
        alone = SelfPlay(pool, pairs.scores[own, own], args.first_seed, pairs.scoring)
        numbers: dict[str, ty.Estimate | float] = {
            "coverage": float(alone.coverage),
            "max self-play": alone.best[1],
            "mean self-play": alone.mean_of_covered,
            "mean pairwise": pairs.overall,
            "correlation": correlation_of(alone.means, pairs.of_columns),
        }
        cells += [
            run_cell(("run", run, name), numbers[name], PUBLISHED[name], place)
            for name in PUBLISHED
        ]
        cells.append(run_cell(("run", run, OWN), correlation_of(alone.means, pairs.of_rows)))
        progress(0.7 + 0.1 * (place + 1))
    return cells


def grids(result: Result) -> list[Grid]:
    """The table as printed, and the other correlation."""
    columns = (*PUBLISHED, OWN)
    return [
        Grid(
            title="Three runs, ours ± standard error (the paper's); bold where they disagree",
            corner="run",
            header=columns,
            lines=grid(result, "run", 2, RUNS, columns),
        )
    ]


def draw(result: Result, file: Path) -> None:
    """Ours beside the paper's, a panel for each number."""
    cells = {name: [result.cell("run", 2, run, name) for run in RUNS] for name in PUBLISHED}
    pictures.pairs_of_bars(cells, file)


register(
    Experiment(
        name="canaan2020_table3",
        paper=papers.CANAAN_2020,
        what="Table III, three runs of MAP-Elites in 5 by 5 niches",
        joint=", ",
        needs=("runs",),
        duration="long",
        same_agents=False,
        criterion="in the range of the paper's three runs, widened by 0.3 points for the maximum, "
        "0.5 for means and 0.05 for correlations; coverage must be equal",
        scales=evolved_runs.scales("canaan2020", tiny=10, quick=100, paper=400),
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
