"""Tables of three evolution runs: one line for each run, one column for each number."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import tamaya as ty
from tamaya.reproduce import evolved_runs, pictures
from tamaya.reproduce.evolved_runs import Printed, RunArgs, part, run_cell
from tamaya.reproduce.experiment import Progress, Result, TableCell
from tamaya.reproduce.grid import Grid, grid

RUNS = ("run 1", "run 2", "run 3")
Numbers = Mapping[str, ty.Estimate | float]
"""numbers of one run, by the name of their column"""


def measure_runs(
    args: RunArgs,
    progress: Progress,
    published: Mapping[str, Printed],
    numbers_of: Callable[[int, ty.Pool], Numbers],
) -> list[TableCell]:
    """Evolves the runs, measures their pools and compares the numbers with the published ones.

    :param numbers_of: measures a run, from its index and its pool
    """
    pools = evolved_runs.pools(args, part(progress, 0, 0.7))
    cells: list[TableCell] = []
    for place, (run, pool) in enumerate(zip(RUNS, pools, strict=True)):
        cells += [
            run_cell(("run", run, name), number, published.get(name), place)
            for name, number in numbers_of(place, pool).items()
        ]
        progress(0.7 + 0.1 * (place + 1))
    return cells


def runs_grid(result: Result, columns: Sequence[str]) -> Grid:
    """The table of the runs."""
    return Grid(
        title="Three runs, ours ± standard error (the paper's); bold where they disagree",
        corner="run",
        header=tuple(columns),
        lines=grid(result, "run", 2, RUNS, columns),
    )


def draw_runs(result: Result, columns: Sequence[str], file: Path) -> None:
    """Draws a panel for each number, with bars of the paper and of ours."""
    cells = {name: [result.cell("run", 2, run, name) for run in RUNS] for name in columns}
    pictures.pairs_of_bars(cells, file)
