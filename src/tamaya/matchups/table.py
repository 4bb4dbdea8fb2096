"""Match-up tables: the results of all pairs of a pool."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tamaya.agents import AgentLike
from tamaya.agents.seeds import NO_KEY
from tamaya.features import COLUMNS, Counters, features
from tamaya.game import Seat, Seed, Setup, TamayaError, UnknownNameError
from tamaya.matchups.best_response import BestResponse, Rematch
from tamaya.matchups.content import Content
from tamaya.stats import Estimate, ScoreHistogram

if TYPE_CHECKING:
    import polars

Pair = tuple[str, str]
"""names of a row agent, in seat 0, and of a column agent, in all other seats"""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """Everything that decides the numbers of a table: agents, games, decks and set-up."""

    rows: tuple[str, ...]
    """names of the agents in seat 0. They can be used as agents, unless the table was read from a
    file, which holds only their text"""
    columns: tuple[str, ...]
    """names of the agents in all other seats, likewise"""
    games: int
    """games of each pair"""
    first_seed: Seed
    """seed of the first deck; all pairs play the same decks"""
    setup: Setup
    version: str
    """version of the package that plays"""
    agents: Content = field(default=(), compare=False)
    """hashes of the agents, for tables that are saved in a file"""
    key: bytes = field(default=NO_KEY, compare=False)
    """hides the decks from agents written in Python; see `tamaya.agents.seeds`"""

    @property
    def pairs(self) -> int:
        """Number of cells."""
        return len(self.rows) * len(self.columns)

    @property
    def seeds(self) -> str:
        """The range of seeds, and the key of Python agents' seeds if there is one, as text."""
        key = f", key {self.key.hex()}" if self.key else ""
        return f"seeds {self.first_seed}-{self.first_seed + self.games - 1}{key}"


def scoring_name(strict: bool) -> str:
    """The name of a scoring rule, as all texts and pictures write it."""
    return "strict: 0 when bombed" if strict else "points kept"


@dataclass(frozen=True, eq=False, repr=False)
class MatchupTable:
    """One cell for each ordered pair: the row agent in seat 0, the column agent in the others.

    Cells that failed or were not played are nan. Arrays are indexed [row, column, ...].
    """

    plan: Plan
    kept: NDArray[np.int64]
    """games that did not bomb, by points: [rows, columns, points]"""
    bombed: NDArray[np.int64]
    """games that bombed, by points at that moment: [rows, columns, points]"""
    forfeits: NDArray[np.int64]
    """games that ended with an illegal move: [rows, columns]"""
    counters: NDArray[np.uint64]
    """counters of each seat, summed over all games: [rows, columns, seats, counters]"""
    failures: dict[Pair, str] = field(default_factory=dict)
    """error messages of pairs that could not be played"""
    players: tuple[tuple[AgentLike, ...], tuple[AgentLike, ...]] | None = None
    """the agents of rows and columns; None for tables that were read from a file"""

    @classmethod
    def empty(cls, plan: Plan) -> MatchupTable:
        """A table without any games."""
        shape, points = (len(plan.rows), len(plan.columns)), plan.setup.max_score + 1
        return cls(
            plan,
            np.zeros((*shape, points), np.int64),
            np.zeros((*shape, points), np.int64),
            np.zeros(shape, np.int64),
            np.zeros((*shape, plan.setup.players, len(COLUMNS)), np.uint64),
        )

    @property
    def finished(self) -> NDArray[np.bool_]:
        """Which pairs have been played: [rows, columns]."""
        played: NDArray[np.bool_] = (self.kept + self.bombed).sum(axis=2) == self.plan.games
        return played

    @property
    def complete(self) -> bool:
        """Whether all pairs have been played."""
        return bool(self.finished.all())

    def histogram(self, row: str, column: str) -> ScoreHistogram:
        """The number of games of a pair by score."""
        at = self.cell(row, column)
        return ScoreHistogram(tuple(self.kept[at].tolist()), tuple(self.bombed[at].tolist()))

    def score(self, row: str, column: str, *, strict: bool = False) -> Estimate:
        """Mean score of a pair: points kept, or 0 when bombed if strict."""
        histogram = self.histogram(row, column)
        return histogram.strict_score if strict else histogram.score

    def counted(self, row: str, column: str, seat: Seat) -> Counters:
        """Counters of one seat of a pair, summed over all games."""
        if not 0 <= seat < self.plan.setup.players:
            raise TamayaError(f"no seat {seat} (expected 0 to {self.plan.setup.players - 1})")
        return Counters.of(self.counters[(*self.cell(row, column), seat)])

    def features(self, row: str, column: str, seat: Seat) -> dict[str, float]:
        """All behaviour features of one seat of a pair."""
        counted = self.counted(row, column, seat)
        return {feature.name: feature(counted) for feature in features()}

    def means(self, *, strict: bool = False) -> NDArray[np.float64]:
        """Mean scores, nan where there are none: [rows, columns]."""
        games, total, _ = self._moments(strict)
        return np.where(games > 0, total / np.maximum(games, 1), np.nan)

    def sems(self, *, strict: bool = False) -> NDArray[np.float64]:
        """Standard errors of the means, nan for fewer than two games: [rows, columns]."""
        games, total, squares = self._moments(strict)
        spread = squares * games - total * total
        divisor = np.maximum(games * games * (games - 1), 1)
        return np.where(games > 1, np.sqrt(spread / divisor), np.nan)

    def _moments(self, strict: bool) -> tuple[NDArray[np.int64], ...]:
        """Games, sum of scores and sum of their squares, in whole numbers."""
        games = (self.kept + self.bombed).sum(axis=2)
        scored = self.kept if strict else self.kept + self.bombed
        points = np.arange(scored.shape[2])
        return games, scored @ points, scored @ (points * points)

    def best_response(
        self, partners: str | Mapping[str, float] | None = None, *, strict: bool = False
    ) -> BestResponse:
        """The row agent with the highest expected score. Ties: the first.

        The score by which it was chosen is optimistic, so the agent then plays as many games with
        each partner on fresh decks.

        :param partners: one column agent, or weights of several (they need not add up to 1); by
            default all column agents have the same weight
        :raises TamayaError: if weights are bad, or no row agent has played with all partners
        """
        weights = self._weights(partners)
        counted = weights > 0
        means = self.means(strict=strict)[:, counted] @ weights[counted]
        sems = self.sems(strict=strict)[:, counted] @ weights[counted]
        if np.isnan(means).all():
            raise TamayaError(
                "no agent has played with all of these partners (expected finished pairs)"
            )
        best = int(np.nanargmax(means))
        games = self.plan.games * int(np.count_nonzero(counted))
        score = Estimate(float(means[best]), float(sems[best]), games)
        fresh = self._on_fresh_decks(best, weights, strict)
        return BestResponse(self.plan.rows[best], score, scoring_name(strict), fresh)

    def _on_fresh_decks(
        self, row: int, weights: NDArray[np.float64], strict: bool
    ) -> Estimate | None:
        plan, first_seed = self.plan, self.plan.first_seed + self.plan.games
        if self.players is None or first_seed + plan.games > 2**64:
            return None
        columns = np.flatnonzero(weights)
        partners = [self.players[1][column] for column in columns]
        rematch = Rematch(
            self.players[0][row],
            partners,
            weights[columns],
            plan.setup,
            first_seed,
            plan.games,
            plan.key,
        )
        return rematch.score(strict=strict)

    def _weights(self, partners: str | Mapping[str, float] | None) -> NDArray[np.float64]:
        """Weights of all columns, adding up to 1."""
        if partners is None:
            partners = dict.fromkeys(self.plan.columns, 1.0)
        elif isinstance(partners, str):
            partners = {partners: 1.0}
        weights = np.zeros(len(self.plan.columns))
        for name, weight in partners.items():
            if not (math.isfinite(weight) and weight >= 0):
                raise TamayaError(f"weight {weight!r} of {name!r} (expected 0 or more)")
            weights[_place(self.plan.columns, name, "column")] = weight
        if weights.sum() <= 0:
            raise TamayaError("all partners have weight 0 (expected at least one above 0)")
        shares: NDArray[np.float64] = weights / weights.sum()
        return shares

    def cell(self, row: str, column: str) -> tuple[int, int]:
        """Row and column of a pair in the arrays.

        :raises UnknownNameError: if an agent is not in the table
        """
        return _place(self.plan.rows, row, "row"), _place(self.plan.columns, column, "column")

    def to_polars(self) -> polars.DataFrame:
        """One line for each pair, with scores, features of each seat, histograms and counters."""
        from tamaya.matchups.storage import frame  # noqa: PLC0415

        return frame(self)

    def write(self, path: str | Path) -> None:
        """Writes a Parquet file that `read` reads back; it replaces an existing file atomically."""
        from tamaya.matchups.storage import write  # noqa: PLC0415

        write(self, Path(path))

    @classmethod
    def read(cls, path: str | Path) -> MatchupTable:
        """Reads a file that `write` has written.

        :raises TamayaError: if the file holds no match-up table, or is damaged
        """
        from tamaya.matchups.storage import read  # noqa: PLC0415

        return read(Path(path))

    def heatmap(self, path: str | Path, *, strict: bool = False) -> None:
        """Draws the mean scores as a heat map: .png, .svg or .pdf."""
        from tamaya.matchups.heatmap import draw  # noqa: PLC0415

        draw(self, Path(path), strict=strict)

    def text(self, *, strict: bool = False, width: int | None = None, whole: bool = False) -> str:
        """The mean scores as a text table for terminals.

        :param width: most letters in a line of the table; columns that do not fit are left out
        :param whole: all rows and columns; otherwise at most 16
        """
        from tamaya.matchups.text import text  # noqa: PLC0415

        return text(self, strict=strict, width=width, whole=whole)

    def __eq__(self, other: object) -> bool:
        """Whether both tables have the same plan and the same results."""
        return (
            isinstance(other, MatchupTable)
            and (self.plan, self.failures) == (other.plan, other.failures)
            and np.array_equal(self.kept, other.kept)
            and np.array_equal(self.bombed, other.bombed)
            and np.array_equal(self.forfeits, other.forfeits)
            and np.array_equal(self.counters, other.counters)
        )

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        plan, done = self.plan, int(self.finished.sum())
        return (
            f"<MatchupTable: {len(plan.rows)} x {len(plan.columns)} agents, {done} of "
            f"{plan.pairs} pairs, {plan.games} games a pair, {plan.seeds}, {plan.setup}>"
        )


def _place(names: tuple[str, ...], name: str, what: str) -> int:
    if name not in names:
        shown = ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")
        raise UnknownNameError(f"no {what} {name!r} in this table (expected one of {shown})")
    return names.index(name)
