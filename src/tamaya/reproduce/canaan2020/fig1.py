"""Figure 1 of Canaan et al. 2020: self-play maps of three runs in 5 by 5 niches."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.qd.metrics import MapStyle, SelfPlay, draw_map, self_play
from tamaya.reproduce import behaviour_maps, evolved_runs, papers, pictures
from tamaya.reproduce.equivalence import POINTS
from tamaya.reproduce.evolved_runs import Printed, RunArgs, part, run_cell
from tamaya.reproduce.experiment import Experiment, Progress, Result, TableCell, register
from tamaya.reproduce.grid import Grid, grid
from tamaya.reproduce.three_runs import RUNS
from tamaya.stats import estimate

MAPS = np.array([
    [[2.81, 2.81, 0, 0, 0],
     [5.48, 5.21, 14.18, 15.72, 15.73],
     [5.48, 8.33, 14.21, 19.63, 19.69],
     [3.46, 6.70, 14.88, 19.20, 18.68],
     [3.45, 7.21, 14.09, 17.35, 17.35]],
    [[3.37, 3.37, 0, 0, 0],
     [5.76, 6.11, 13.75, 15.47, 15.93],
     [5.76, 8.17, 14.54, 19.64, 19.92],
     [4.15, 8.21, 15.11, 18.19, 18.23],
     [3.07, 7.22, 14.89, 17.89, 17.89]],
    [[3.34, 3.33, 0, 0, 0],
     [4.44, 7.96, 13.51, 15.83, 15.76],
     [5.29, 8.54, 16.07, 20.10, 20.11],
     [3.67, 7.32, 15.60, 19.76, 19.68],
     [3.54, 5.88, 14.44, 16.55, 17.53]],
])  # fmt: skip
"""maps of the published runs; rows are communicativeness, columns information per play"""
SUMMARY = {
    "max score": Printed((19.69, 19.92, 20.11), POINTS),
    "mean of covered niches": Printed((11.44, 11.67, 11.74), POINTS),
    "coverage": Printed((22.0, 22.0, 22.0), 0.0),
}
"""by run; the text prints the ranges, and the maps show which number is whose"""
NOTES = """\
Each map of ours is compared with the mean of the three published maps, over the niches. The paper
shows the maps in colors; its authors' repository has their numbers. As in the paper, the highest
scores lie at high information per play and medium communicativeness. The same three niches stay
empty: agents that never hint get no information to play by. Communicativeness grows upwards, as in
the paper."""
WHY = """\
Open: with three runs each, the interval is about as wide as the margin. Our runs tend to score 0.1
to 0.4 points more."""


def measure(args: RunArgs, progress: Progress) -> list[TableCell]:
    """Measures the maps of all runs and their summaries."""
    pools = evolved_runs.pools(args, part(progress, 0, 0.7))
    summary: list[TableCell] = []
    maps: list[TableCell] = []
    for place, (run, pool) in enumerate(zip(RUNS, pools, strict=True)):
        alone = self_play(pool, games=args.games, first_seed=args.first_seed, keep=args.keep)
        summary += _summary(run, place, alone)
        numbers = [estimate(row) for row in alone.scores]
        maps += behaviour_maps.map_cells(
            run,
            pool,
            numbers,
            MAPS.mean(axis=0),
            POINTS,
        )
        progress(0.7 + 0.1 * (place + 1))
    return summary + maps


def _summary(run: str, place: int, alone: SelfPlay) -> list[TableCell]:
    numbers: dict[str, ty.Estimate | float] = {
        "max score": alone.best[1],
        "mean of covered niches": alone.mean_of_covered,
        "coverage": float(alone.coverage),
    }
    return [
        run_cell(("summary", run, name), numbers[name], SUMMARY[name], place) for name in SUMMARY
    ]


def grids(result: Result) -> list[Grid]:
    """The summaries of the maps, then the maps."""
    bounds = behaviour_maps.bounds(5)
    title = "niche by niche, ours ± standard error (mean of the three published runs)"
    return [
        Grid(
            title="Three runs, ours ± standard error (the paper's); bold where they disagree",
            corner="run",
            header=tuple(SUMMARY),
            lines=grid(result, "summary", 2, RUNS, tuple(SUMMARY)),
        ),
        *(
            Grid(
                title=f"{run.capitalize()}, {title}",
                corner="communicativeness",
                header=tuple(f"information per play {bound}" for bound in bounds),
                lines=grid(result, run, 2, list(reversed(bounds)), bounds),
            )
            for run in RUNS
        ),
    ]


def draw(result: Result, file: Path) -> None:
    """Our three maps, and the mean of the published ones."""
    figure = pictures.figure(8.6)
    maps = [(f"ours, {run}", behaviour_maps.as_map(result, run)) for run in RUNS]
    maps.append(("published, mean of three runs", MAPS.mean(axis=0)))
    for axes, (title, values) in zip(figure.subplots(2, 2).flat, maps, strict=True):
        style = MapStyle(
            title=title,
            features=("communicativeness", "information_per_play"),
            limits=(0, 21),
            number="{:.2f}",
        )
        draw_map(axes, np.where(values > 0, values, math.nan), style)
    pictures.save(figure, file)


register(
    Experiment(
        name="canaan2020_fig1",
        paper=papers.CANAAN_2020,
        what="Figure 1, self-play of the elites in 5 by 5 niches",
        needs=("runs",),
        duration="long",
        same_agents=False,
        criterion="coverage: equal",
        groups={"summary": "column"},
        labels={
            "run 1": "the map of our run 1",
            "run 2": "the map of our run 2",
            "run 3": "the map of our run 3",
        },
        scales=evolved_runs.scales("canaan2020", tiny=20, quick=200, paper=1000),
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
        why=WHY,
    )
)
