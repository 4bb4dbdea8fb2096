"""Sums over the games of one pair. They can be added in any order."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tamaya.arena import Matchup
from tamaya.features import COLUMNS
from tamaya.game import Seed, Setup
from tamaya.matchups.table import MatchupTable


@dataclass
class Tally:
    """Sums over a number of games of one pair."""

    games: int
    kept: NDArray[np.int64]
    bombed: NDArray[np.int64]
    forfeits: int
    counters: NDArray[np.uint64]
    failures: dict[Seed, str] = field(default_factory=dict)
    """error messages, by the first seed of the games that could not be played"""

    @classmethod
    def empty(cls, setup: Setup) -> Tally:
        """No games yet."""
        points = setup.max_score + 1
        counters = np.zeros((setup.players, len(COLUMNS)), np.uint64)
        return cls(0, np.zeros(points, np.int64), np.zeros(points, np.int64), 0, counters)

    @classmethod
    def of(cls, matchup: Matchup) -> Tally:
        """Sums over the games of a match-up."""
        points, bombed = matchup.setup.max_score + 1, matchup.bombed
        return cls(
            matchup.games,
            np.bincount(matchup.scores[~bombed], minlength=points),
            np.bincount(matchup.scores[bombed], minlength=points),
            matchup.forfeits,
            matchup.counters,
        )

    @classmethod
    def failed(cls, setup: Setup, first_seed: Seed, games: int, reason: str) -> Tally:
        """Games that could not be played."""
        tally = cls.empty(setup)
        tally.games, tally.failures = games, {first_seed: reason}
        return tally

    def add(self, other: Tally) -> None:
        """Adds more games of the same pair."""
        self.games += other.games
        self.kept += other.kept
        self.bombed += other.bombed
        self.forfeits += other.forfeits
        self.counters += other.counters
        self.failures |= other.failures

    def enter(self, table: MatchupTable, row: int, column: int) -> None:
        """Writes the finished pair into its cell; if any of its games failed, notes a failure."""
        if self.failures:
            pair = table.plan.rows[row], table.plan.columns[column]
            table.failures[pair] = self.failures[min(self.failures)]
            return
        # `kept` comes last, since it makes the cell count as finished: Ctrl-C in between must not
        # leave a finished cell without its counters.
        table.counters[row, column] = self.counters
        table.forfeits[row, column] = self.forfeits
        table.bombed[row, column] = self.bombed
        table.kept[row, column] = self.kept
