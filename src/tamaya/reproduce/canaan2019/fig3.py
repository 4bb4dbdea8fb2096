"""Figure 3 of Canaan et al. 2019: who is the best partner of how many agents of run 1."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from tamaya.numbers import Floats
from tamaya.qd.metrics import MapStyle, all_pairs
from tamaya.reproduce import behaviour_maps, evolved_runs, papers
from tamaya.reproduce.canaan2019 import printed_maps
from tamaya.reproduce.evolved_runs import Printed, RunArgs, part, run_cell
from tamaya.reproduce.experiment import Experiment, Progress, Result, TableCell, register
from tamaya.reproduce.grid import Grid, grid

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
For each agent in seat 1 the best partner is the one that scores most with it from seat 0, of 400
games a pair; of equals the first. Which niche wins in detail is a matter of chance, in evolution
and in 400 games, so whole regions are compared, computed from the printed map in the same way: most
agents are best served by careful ones of middling communicativeness. The paper's small group of
silent agents that suit ten reckless ones, communicativeness 0.1 to 0.2 and risk aversion 0.3 to
0.4, is shown without a verdict: it hangs on what one run happened to find."""


def measure(args: RunArgs, progress: Progress) -> list[TableCell]:
    """How often each agent is the best partner."""
    (pool,) = evolved_runs.pools(args, part(progress, 0, 0.5))
    pairs = all_pairs(
        pool,
        games=args.games,
        first_seed=args.first_seed,
        keep=args.keep,
        progress=part(progress, 0.5, 1.0),
    )
    times = [float(number) for number in pairs.times_best]
    ours, theirs = regions(behaviour_maps.full_map(pool, times)), regions(PUBLISHED)
    cells = []
    for name, number in ours.items():
        margin = 0.1 if name in SHARES else theirs[name] / 3
        printed = Printed((theirs[name],), margin)
        cell = run_cell(("summary", name, "run 1"), number, printed)
        cells.append(replace(cell, agrees=None) if name in OWN else cell)
    return cells + behaviour_maps.map_cells("times best", pool, times, PUBLISHED)


def regions(times: Floats) -> dict[str, float]:
    """What a map of best partners comes to."""
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
    """What the map comes to; the map itself is in the picture and the file."""
    rows = ("agents", *SHARES, *NUMBERS, ISLAND)
    return [
        Grid(
            title="Best partners of run 1, ours (the paper's)",
            corner="measure",
            header=("run 1",),
            lines=grid(result, "summary", 2, rows, ("run 1",)),
        )
    ]


def draw(result: Result, file: Path) -> None:
    """Our map, and how far it is from the paper's."""
    style = MapStyle(
        title="for how many agents of run 1 it is the best partner",
        features=("communicativeness", "risk_aversion"),
        number="{:.0f}",
        bar="agents",
    )
    behaviour_maps.draw_beside_the_paper(result, "times best", file, style, reach=40)


register(
    Experiment(
        name="canaan2019_fig3",
        paper=papers.CANAAN_2019,
        what="Figure 3, for how many agents each is the best partner",
        joint=", ",
        needs=("runs",),
        duration="long",
        same_agents=False,
        criterion="within 0.1 (shares) or a third (numbers) of what the printed map comes to",
        scales=evolved_runs.scales("canaan2019", tiny=2, quick=20, paper=400, runs=1),
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
