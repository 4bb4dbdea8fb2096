"""Nash averages of the pools of Canaan et al. 2020: which agents and partners matter."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.numbers import Floats
from tamaya.plotting import LINES, titled
from tamaya.qd.metrics import NashAverage, PairScores, all_pairs, nash_average, pearson
from tamaya.reproduce import papers, pictures
from tamaya.reproduce.canaan2020.populations import SHIPPED
from tamaya.reproduce.experiment import (
    Experiment,
    MatchArgs,
    Progress,
    Result,
    TableCell,
    cell,
    register,
)
from tamaya.reproduce.grid import Grid, by_row, grid

VALUE, SUPPORT, HARD = "value of the game", "agents with weight", "partners with weight"
BEST, CHOSEN = "best mean agent, Nash average", "best Nash average"
AGREE = "correlation of averages with means"
SUMMARY = (VALUE, SUPPORT, HARD, BEST, CHOSEN, AGREE)
SCORE, REGRET = "points", "points lost"
"""what the opponent wants to be low, or high"""
NOTES = """\
The paper's Generalist is the agent with the best mean over all partners of a pool. Such a mean
depends on how many partners of a kind the pool holds. Nash averaging (Balduzzi et al. 2018) does
not: an opponent chooses the partners so that the best mixture of agents scores least, and an
agent's Nash average is its mean over partners with the opponent's weights. The pools are our three
runs of the paper's algorithm, in its 5 by 5 niches; the agent sits in seat 0, the partner in seat
1, and all pairs play the same decks. Errors are standard deviations over resampled decks: the
equilibrium is computed again for each resample.

In a cooperative game the opponent of `points` has an easy choice: nearly all weight falls on the
one partner with which every agent scores least, so this average only says who bears the worst
partner best. `points lost` counts what an agent loses against the best response of the pool to that
partner (so all numbers are 0 or less). Then two or three partners matter, and an agent with a good
average is one that no kind of partner exposes. By this measure the paper's Generalist, the agent
with the best mean, is also the best in all three pools; it loses 1.6 to 2.4 points."""


@dataclass(frozen=True, kw_only=True)
class NashArgs(MatchArgs):
    """Settings of the tables."""

    resamples: int = 100
    """resampled sets of decks for the errors"""


def measure(args: NashArgs, progress: Progress) -> list[TableCell]:
    """Plays all pairs of each pool and solves the games."""
    cells: list[TableCell] = []
    for number, name in enumerate(SHIPPED):
        pairs = all_pairs(ty.pool(name), games=args.games, first_seed=args.first_seed)
        for place, payoff in enumerate((SCORE, REGRET)):
            table = _payoffs(pairs.means, payoff)
            nash, again = nash_average(table), _resampled(pairs, args, payoff)
            cells += _summary(f"{name}, {payoff}", table, nash, again)
            cells += _weights(f"{name}, {payoff}", pairs, nash, again)
            progress((2 * number + place + 1) / (2 * len(SHIPPED)))
    return cells


def _payoffs(means: Floats, payoff: str) -> Floats:
    best = means.max(axis=0) if payoff == REGRET else 0.0
    difference: Floats = means - best
    return difference


def _resampled(pairs: PairScores, args: NashArgs, payoff: str) -> list[NashAverage]:
    """The equilibria of tables with resampled decks."""
    rng = np.random.default_rng(args.first_seed)
    decks = rng.integers(0, pairs.games, (args.resamples, pairs.games))
    tables = (pairs.scores[:, :, chosen].mean(axis=2) for chosen in decks)
    return [nash_average(_payoffs(table, payoff)) for table in tables]


def _numbers(means: Floats, nash: NashAverage) -> dict[str, float]:
    by_mean = int(means.mean(axis=1).argmax())
    return {
        VALUE: nash.value,
        SUPPORT: float(len(nash.used_agents)),
        HARD: float(len(nash.used_partners)),
        BEST: float(nash.averages[by_mean]),
        CHOSEN: float(nash.averages.max()),
    }


def _summary(
    name: str, means: Floats, nash: NashAverage, again: list[NashAverage]
) -> list[TableCell]:
    ours = _numbers(means, nash)
    spread = {
        column: float(np.std([_numbers(means, other)[column] for other in again], ddof=1))
        for column in ours
    }
    cells = [cell("summary", name, column, ours[column], sem=spread[column]) for column in ours]
    return [*cells, cell("summary", name, AGREE, pearson(nash.averages, means.mean(axis=1)))]


def _weights(
    name: str, pairs: PairScores, nash: NashAverage, again: list[NashAverage]
) -> list[TableCell]:
    """The partners with weight: their niche, weight and mean score with all agents."""
    cells = []
    means = pairs.means.mean(axis=0)
    for place in nash.used_partners:
        niche = ",".join(map(str, pairs.pool.elites[place].niche))
        row, weights = f"{name}, niche {niche}", [other.partners[place] for other in again]
        spread = float(np.std(weights, ddof=1))
        cells.append(cell("partners", row, "weight", float(nash.partners[place]), sem=spread))
        cells.append(cell("partners", row, "mean score with all", float(means[place])))
    return cells


ROWS = tuple(f"{name}, {payoff}" for payoff in (SCORE, REGRET) for name in SHIPPED)


def grids(result: Result) -> list[Grid]:
    """The games of the three pools, and the partners with weight."""
    return [
        Grid(
            title="The game of each pool, ± error over resampled decks (points kept)",
            corner="pool, payoff",
            header=SUMMARY,
            lines=grid(result, "summary", 2, ROWS, SUMMARY),
        ),
        Grid(
            title="Partners with weight (niche: communicativeness, information per play)",
            corner="partner",
            header=("weight", "mean score with all"),
            lines=tuple(by_row(result, "partners").values()),
        ),
    ]


def draw(result: Result, file: Path) -> None:
    """The weights of the partners, by their mean score with all agents, for both payoffs."""
    figure = pictures.figure(4.0)
    panels = figure.subplots(1, 2, sharey=True)
    for axes, payoff in zip(panels, (SCORE, REGRET), strict=True):
        for number, name in enumerate(SHIPPED):
            start = f"{name}, {payoff}, niche"
            rows = [row for row in by_row(result, "partners") if row.startswith(start)]
            means = [result.cell("partners", 2, row, "mean score with all").ours for row in rows]
            weights = [result.cell("partners", 2, row, "weight") for row in rows]
            heights, errors = ([w.ours for w in weights], [w.sem for w in weights])
            style = {"fmt": "o", "color": LINES[number], "label": name, "capsize": 2}
            axes.errorbar(means, heights, yerr=errors, **style)
        titled(axes, f"payoff: {payoff}")
        axes.set_xlabel("mean score of the partner with all agents", fontsize=9)
        axes.spines[["top", "right"]].set_visible(False)
    panels[0].set_ylabel("weight of the partner")
    panels[0].legend(frameon=False, fontsize=9)
    pictures.save(figure, file)


register(
    Experiment(
        name="canaan2020_nash",
        paper=papers.CANAAN_2020,
        beyond=True,
        what="Nash averages of the pools",
        duration="a minute",
        scales={
            "tiny": NashArgs(games=4, resamples=4),
            "quick": NashArgs(games=50, resamples=40),
            "paper": NashArgs(games=400),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
