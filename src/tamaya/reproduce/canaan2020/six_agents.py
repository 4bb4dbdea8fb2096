"""What Tables I and II of Canaan et al. 2020 share: how six rule agents behave with each other."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

import tamaya as ty
from tamaya.features import COLUMNS, count_move
from tamaya.game import Seed, State, agent_seed
from tamaya.reproduce.equivalence import SHARE, with_rounding
from tamaya.reproduce.experiment import Judgement, MatchArgs, Progress, Result, Scale, TableCell
from tamaya.reproduce.grid import Grid, grid

AGENTS = ("iggi", "internal", "outer", "van_den_bergh", "flawed", "piers")
COLUMN_NAMES = (*AGENTS, "self", "min", "max", "average")
Published = Mapping[str, tuple[float, ...]]
"""an agent's printed numbers, in the order of COLUMN_NAMES"""


@dataclass(frozen=True, kw_only=True)
class TableArgs(MatchArgs):
    """Settings of both tables."""

    @property
    def decks(self) -> tuple[Seed, Seed]:
        """Seeds of the first and the last deck: `games` for the pairs, then `games` for Self."""
        return self.first_seed, self.first_seed + 2 * self.games - 1


SCALES: dict[Scale, TableArgs] = {
    "tiny": TableArgs(games=20),
    "quick": TableArgs(games=200),
    "paper": TableArgs(games=1000),
}
NOTES = """\
The agents are the re-implementations on DeepMind's HLE that the paper measured (`hle:iggi` and so
on). As in the paper, hints count relative to turns with a token, and the first move of a game does
not count. In the paper the measured agent sits in a random seat; here it sits in each seat for half
of the games. The column Self is a second measurement of the diagonal, in the paper and here, on
other decks. Min, max and average are over all seven numbers. Games with Flawed end early, so its
row and column are the noisiest, in the paper and here. Over the 36 pairs, the differences are as
large as those of two samples of this size and rounded numbers; a test checks this."""


@dataclass(frozen=True)
class CountedShare:
    """A feature as the paper counts it: scale * sum of `part` / sum of `whole`."""

    name: str
    part: str
    whole: str
    scale: float = 1.0


@dataclass(frozen=True)
class MeasuredShare:
    """A ratio of sums over games, with the deviation of each game, from which its error follows."""

    value: float
    deviations: NDArray[np.float64]
    """one for each game; their mean is 0"""

    @classmethod
    def of(cls, counters: NDArray[np.int64], behaviour: CountedShare) -> MeasuredShare:
        """The share over games, one row of counters each. The error is linearized."""
        part = behaviour.scale * counters[:, COLUMNS.index(behaviour.part)]
        whole = counters[:, COLUMNS.index(behaviour.whole)].astype(np.float64)
        if not whole.any():
            return cls(math.nan, np.full(len(whole), math.nan))
        value = float(part.sum() / whole.sum())
        return cls(value, (part - value * whole) / whole.mean())

    @property
    def sem(self) -> float:
        """Standard error of the value."""
        return float(self.deviations.std(ddof=1) / math.sqrt(len(self.deviations)))


def table(
    args: TableArgs, progress: Progress, behaviour: CountedShare, published: Published | None
) -> list[TableCell]:
    """Measures all rows of a table."""
    cells: list[TableCell] = []
    for number, agent in enumerate(AGENTS):
        cells += _row(args, agent, behaviour, published[agent] if published else None)
        progress((number + 1) / len(AGENTS))
    return cells


def _row(
    args: TableArgs, agent: str, behaviour: CountedShare, published: tuple[float, ...] | None
) -> list[TableCell]:
    def share(partner: str, first_seed: Seed) -> MeasuredShare:
        return MeasuredShare.of(_counted(agent, partner, args.games, first_seed), behaviour)

    shares = [share(partner, args.first_seed) for partner in AGENTS]
    shares.append(share(agent, args.first_seed + args.games))
    values = [measured.value for measured in shares]
    least, most = (shares[pick(range(len(values)), key=values.__getitem__)] for pick in (min, max))
    # The pairs share their decks, so their deviations add up game by game; Self has other decks.
    together = MeasuredShare(0.0, np.sum([measured.deviations for measured in shares[:-1]], axis=0))
    average = sum(values) / len(values), math.hypot(together.sem, shares[-1].sem) / len(values)
    numbers = [(measured.value, measured.sem) for measured in (*shares, least, most)] + [average]
    theirs = published or (None,) * len(numbers)
    return [
        TableCell(
            measure=behaviour.name,
            players=2,
            row=agent,
            column=column,
            ours=ours,
            sem=sem,
            theirs=printed,
            **_judged(sem, printed),
        )
        for column, (ours, sem), printed in zip(COLUMN_NAMES, numbers, theirs, strict=True)
    ]


def _judged(sem: float, printed: float | None) -> Judgement:
    """How a share is judged: the paper's has our error, and two decimals."""
    if printed is None:
        return {}
    return {"their_sem": with_rounding(sem, 2), "margin": SHARE, "same": True}


def _counted(agent: str, partner: str, games: int, first_seed: Seed) -> NDArray[np.int64]:
    """Counters of the agent for each game. It moves first in the first half of the games.

    The first move of a game is not counted, as in the original.
    """
    me, other, half = f"hle:{agent}", f"hle:{partner}", games // 2
    leading = ty.match(me, other, games=half, first_seed=first_seed, count_each_game=True)
    following = ty.match(
        other, me, games=games - half, first_seed=first_seed + half, count_each_game=True
    )
    assert leading.game_counters is not None
    assert following.game_counters is not None
    first = leading.game_counters[:, 0].astype(np.int64) - _first_moves(me, half, first_seed)
    return np.concatenate([first, following.game_counters[:, 1].astype(np.int64)])


@cache
def _first_moves(agent: str, games: int, first_seed: Seed) -> NDArray[np.int64]:
    """Counters of the first move of each game, which the agent makes."""
    player = ty.as_agent(agent).sit()
    setup = ty.Setup.standard(players=2)
    rows = []
    for seed in range(first_seed, first_seed + games):
        view = State.deal(seed, setup).view(0)
        player.begin_game(view, agent_seed(seed, 0))
        move = player.decide(view).move
        assert move is not None
        rows.append([*vars(count_move(view, move)).values()])
    return np.array(rows, np.int64)


def grid_of(result: Result, measure: str, title: str) -> Grid:
    """The table as the paper prints it."""
    return Grid(
        title=title,
        corner="agent",
        header=(*(f"with {name}" for name in AGENTS), *COLUMN_NAMES[len(AGENTS) :]),
        lines=grid(result, measure, 2, AGENTS, COLUMN_NAMES),
        digits=3,
    )
