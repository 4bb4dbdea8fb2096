"""What Figures 1 to 4 of Canaan et al. 2019 share: run 1, its pairs, its summary and its map."""

from __future__ import annotations

from collections.abc import Sequence

import tamaya as ty
from tamaya.qd.metrics import PairScores, all_pairs
from tamaya.reproduce import evolved_runs
from tamaya.reproduce.evolved_runs import Printed, RunArgs, part, run_cell
from tamaya.reproduce.experiment import Progress, Result, TableCell
from tamaya.reproduce.grid import Grid, grid

FEATURES = ("communicativeness", "risk_aversion")
"""features of the map: of its rows, of its columns"""
RUN = "run 1"


def all_pairs_of_run(args: RunArgs, progress: Progress) -> PairScores:
    """Evolves run 1 and plays all pairs of its agents."""
    (pool,) = evolved_runs.pools(args, part(progress, 0, 0.5))
    return all_pairs(
        pool,
        games=args.games,
        first_seed=args.first_seed,
        keep=args.keep,
        progress=part(progress, 0.5, 1.0),
    )


def summary_cell(
    name: str, number: ty.Estimate | float, printed: Printed | None = None
) -> TableCell:
    """A number of the summary, with the paper's."""
    return run_cell(("summary", name, RUN), number, printed)


def summary_grid(result: Result, rows: Sequence[str], title: str) -> Grid:
    """The summary as a table; the map itself is in the picture and in the file of the result."""
    lines = grid(result, "summary", 2, rows, (RUN,))
    return Grid(title=title, corner="measure", header=(RUN,), lines=lines)
