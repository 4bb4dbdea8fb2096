"""Cross-run numbers of Canaan et al. 2019: agents of one niche from different runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.plotting import OURS, PALE, PAPER, titled
from tamaya.qd.metrics import CrossMetrics, MetricsSettings, cross_metrics, over_decks, plainly
from tamaya.reproduce import evolved_runs, papers, pictures
from tamaya.reproduce.equivalence import GAIN, POINTS, RULES, SHARE
from tamaya.reproduce.evolved_runs import Printed, RunArgs, part, run_cell
from tamaya.reproduce.experiment import Experiment, Progress, Result, Scale, TableCell, register
from tamaya.reproduce.grid import Grid, grid
from tamaya.stats import estimate

PUBLISHED = {
    "crossed": Printed((8.07,), POINTS),
    "self-play": Printed((8.10,), POINTS),
    "crossed minus self-play": Printed((-0.03,), GAIN),
    "rules that differ": Printed((14.24,), RULES),
    "equal moves": Printed((0.58,), SHARE),
}
"""the paper's numbers, over all three pairs of runs"""
ALL = "all three"
NOTES = """\
Counterparts, the agents of one niche in two runs, play 1,000 games in each order of seats, and both
play as many games with themselves on the same decks. The published 8.07 is probably not such a
number: in every known version of the program, the routine for it pairs each agent of the first run
with itself, which would be self-play measured twice. We measure as the paper describes it, over the
niches that both runs fill. The paper's conclusion holds: counterparts score almost as much together
as with themselves, although their rule lists differ in almost every place."""
WHY = """\
Equal moves do not agree: our counterparts make the same move more often. The positions come from 10
games of each agent of run 1. The paper says 100 games, but its 140 thousand positions of 326 agents
amount to 10 games of 43 moves. In each position all agents decide with the same random numbers;
giving up counts as a move. The paper has about 13 legal moves per position. Agents that its authors
published are as similar by our measure (`canaan2019_counterparts`), so the paper's measure must
differ."""


@dataclass(frozen=True, kw_only=True)
class CrossArgs(RunArgs):
    """Settings of the comparison."""

    recorded: int = 10
    """games of each agent of run 1 whose positions all agents decide"""

    @property
    def settings(self) -> MetricsSettings:
        """The settings of the metrics."""
        return MetricsSettings(
            self_games=self.games, recorded_games=self.recorded, first_seed=self.first_seed
        )


def _scales() -> dict[Scale, CrossArgs]:
    sizes = evolved_runs.scales("canaan2019", tiny=10, quick=100, paper=1000)
    recorded = {"tiny": 1, "quick": 2, "paper": 10}
    return {
        scale: CrossArgs(**vars(args), recorded=recorded[scale]) for scale, args in sizes.items()
    }


def measure(args: CrossArgs, progress: Progress) -> list[TableCell]:
    """Compares every two runs, then all three together."""
    pools = evolved_runs.pools(args, part(progress, 0, 0.5))
    between = cross_metrics(pools, args.settings, keep=args.keep, progress=part(progress, 0.5, 1))
    cells: list[TableCell] = []
    for names, metrics in zip(("1 and 2", "1 and 3", "2 and 3"), between, strict=True):
        cells += _cells(f"runs {names}", [metrics], {})
    return cells + _cells(ALL, between, PUBLISHED)


def _cells(
    row: str, between: Sequence[CrossMetrics], printed: Mapping[str, Printed]
) -> list[TableCell]:
    """Numbers over all niches of several pairs of runs, which share their decks."""
    scores = np.concatenate([metrics.scores for metrics in between], axis=1)
    crossed, alone = (part.mean(axis=(0, 1)) for part in (scores[:2], scores[2:]))
    loss = estimate(crossed - alone)
    distances = np.concatenate([metrics.hamming for metrics in between])
    shares = [metrics.mean_similarity for metrics in between]
    sizes = [len(metrics.niches) for metrics in between]
    # All pairs of runs decide the same positions, so the mean of their errors is an upper bound.
    alike = ty.Estimate(
        float(np.average([share.mean for share in shares], weights=sizes)),
        float(np.average([share.sem for share in shares], weights=sizes)),
        shares[0].games,
    )
    numbers: dict[str, ty.Estimate | float] = {
        "niches": float(sum(sizes)),
        "crossed": over_decks(scores[:2]),
        "self-play": over_decks(scores[2:]),
        "crossed minus self-play": ty.Estimate(loss.mean, loss.sem, scores.size),
        "rules that differ": estimate(distances),
        "equal moves": alike,
        "positions": float(between[0].positions),
    }
    return [
        run_cell(("counterparts", row, name), number, printed.get(name))
        for name, number in numbers.items()
    ]


def grids(result: Result) -> list[Grid]:
    """One line for each pair of runs, and one for all."""
    rows = ("runs 1 and 2", "runs 1 and 3", "runs 2 and 3", ALL)
    columns = ("niches", *PUBLISHED, "positions")
    return [
        Grid(
            title="Agents of one niche, ours ± standard error (the paper's); bold where they "
            "disagree",
            corner="runs",
            header=columns,
            lines=grid(result, "counterparts", 2, rows, columns),
            digits=3,
        )
    ]


def draw(result: Result, file: Path) -> None:
    """Cross-play and self-play; rules that differ and equal moves with the paper's."""
    figure = pictures.figure(4.4)
    left, middle, right = figure.subplots(1, 3, width_ratios=(2, 1, 1))
    rows = [line[0].row for line in grids(result)[0].lines]
    for offset, name, color in ((-0.2, "crossed", OURS), (0.2, "self-play", PALE)):
        cells = [result.cell("counterparts", 2, row, name) for row in rows]
        places = np.arange(len(rows)) + offset
        left.bar(
            places,
            [cell.ours for cell in cells],
            0.38,
            color=color,
            capsize=3,
            yerr=np.nan_to_num([2 * cell.sem for cell in cells]),
            label=name,
        )
        for place, cell in zip(places, cells, strict=True):
            left.text(
                place,
                cell.ours / 2,
                f"{cell.ours:.2f}",
                ha="center",
                rotation=90,
                fontsize=9,
                color="white" if name == "crossed" else "black",
            )
    printed = [PUBLISHED[name].by_run[0] for name in ("crossed", "self-play")]
    last = len(rows) - 1
    left.plot([last - 0.2, last + 0.2], printed, "D", color=PAPER, zorder=3, label="paper")
    left.set_xticks(range(len(rows)), rows)
    titled(left, "score of counterparts (points kept)")
    left.margins(y=0.18)
    left.legend(frameon=False, fontsize=9, loc="upper center", ncols=3)
    for axes, name, top in ((middle, "rules that differ", 17), (right, "equal moves", 1)):
        cells = [result.cell("counterparts", 2, row, name) for row in rows]
        bars = axes.bar(range(len(rows)), [cell.ours for cell in cells], 0.6, color=OURS)
        axes.bar_label(bars, fmt="{:.2f}", label_type="center", color="white", fontsize=9)
        axes.axhline(PUBLISHED[name].by_run[0], color=PAPER, linestyle="--", label="paper")
        axes.set_xticks(range(len(rows)), ["1, 2", "1, 3", "2, 3", "all"])
        axes.set_ylim(0, top)
        titled(axes, name)
        axes.legend(frameon=False, fontsize=8, loc="upper right")
    for axes in (left, middle, right):
        plainly(axes)
    pictures.save(figure, file)


register(
    Experiment(
        name="canaan2019_cross_run",
        paper=papers.CANAAN_2019,
        what="cross-run numbers: agents of one niche from different runs",
        needs=("runs",),
        duration="long",
        same_agents=False,
        groups={"counterparts": "column"},
        labels={
            "crossed": "score of counterparts with each other",
            "self-play": "score of counterparts with themselves",
            "crossed minus self-play": "with each other minus with themselves",
        },
        scales=_scales(),
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
        why=WHY,
    )
)
