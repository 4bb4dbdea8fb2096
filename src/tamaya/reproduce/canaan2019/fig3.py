"""Figure 3 of Canaan et al. 2019: for how many agents of run 1 each agent is the best partner."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from tamaya.numbers import Floats
from tamaya.qd.metrics import MapStyle
from tamaya.reproduce import behaviour_maps, evolved_runs, papers
from tamaya.reproduce.canaan2019 import printed_maps
from tamaya.reproduce.canaan2019.first_run import (
    FEATURES,
    all_pairs_of_run,
    summary_cell,
    summary_grid,
)
from tamaya.reproduce.evolved_runs import Printed, RunArgs
from tamaya.reproduce.experiment import Experiment, Progress, Result, TableCell, register
from tamaya.reproduce.grid import Grid

PUBLISHED = printed_maps.TIMES_BEST
SHARES = (
    "share with a best partner of risk aversion 0.7 or more",
    "share with a best partner of communicativeness 0.3 to 0.6",
    "share with a best partner of both",
)
NUMBERS = ("agents that are somebody's best partner", "most agents with one best partner")
ISLAND = "agents with a best partner in the corner 0.1-0.2, 0.3-0.4"
OWN = ("agents", ISLAND)
NOTES = """\
The best partner of an agent in seat 1 is the agent in seat 0 with the highest mean score over their
400 games; of equals the first. Chance in evolution and in 400 games decides which niche wins, so
whole regions are compared; their numbers are computed from the printed map in the same way. For
most agents the best partner is a careful agent of medium communicativeness. The paper also has a
small group of silent agents (communicativeness 0.1 to 0.2, risk aversion 0.3 to 0.4) that are the
best partners of ten reckless agents. It is shown without a verdict, since it depends on what a
single run found."""
WHY = """\
One of our agents is the best partner of 78 agents; in the paper, the most is 52. A single agent
that evolution found decides this number. The other numbers of the map agree."""


def measure(args: RunArgs, progress: Progress) -> list[TableCell]:
    """Counts for how many agents each agent is the best partner."""
    pairs = all_pairs_of_run(args, progress)
    pool = pairs.pool
    times = [float(number) for number in pairs.times_best]
    ours, theirs = regions(behaviour_maps.full_map(pool, times)), regions(PUBLISHED)
    cells = []
    for name, number in ours.items():
        margin = 0.1 if name in SHARES else theirs[name] / 3
        printed = Printed((theirs[name],), margin)
        cell = summary_cell(name, number, printed)
        cells.append(replace(cell, agrees=None) if name in OWN else cell)
    return cells + behaviour_maps.map_cells("times best", pool, times, PUBLISHED)


def regions(times: Floats) -> dict[str, float]:
    """The summary of a map of best partners."""
    agents = float(times.sum())
    careful = np.arange(20)[None, :] >= 14
    middling = (np.arange(20)[:, None] >= 6) & (np.arange(20)[:, None] < 12)
    return {
        "agents": agents,
        SHARES[0]: float((times * careful).sum()) / agents,
        SHARES[1]: float((times * middling).sum()) / agents,
        SHARES[2]: float((times * careful * middling).sum()) / agents,
        NUMBERS[0]: float((times > 0).sum()),
        NUMBERS[1]: float(times.max()),
        ISLAND: float(times[2:4, 6:8].sum()),
    }


def grids(result: Result) -> list[Grid]:
    """The summary of the map; the map itself is in the picture and in the file of the result."""
    rows = ("agents", *SHARES, *NUMBERS, ISLAND)
    return [summary_grid(result, rows, "Best partners of run 1, ours (the paper's)")]


def draw(result: Result, file: Path) -> None:
    """Our map, and its difference from the paper's."""
    style = MapStyle(
        title="number of agents of run 1 for which it is the best partner",
        features=FEATURES,
        number="{:.0f}",
        bar="agents",
    )
    behaviour_maps.draw_beside_the_paper(result, "times best", file, style, reach=40)


register(
    Experiment(
        name="canaan2019_fig3",
        paper=papers.CANAAN_2019,
        what="Figure 3, for how many agents each is the best partner",
        needs=("runs",),
        duration="long",
        same_agents=False,
        groups={"summary": "row"},
        criterion="within 0.1 (shares) or a third (numbers) of the same number of the printed map",
        scales=evolved_runs.scales("canaan2019", tiny=2, quick=20, paper=400, runs=1),
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
        why=WHY,
    )
)
