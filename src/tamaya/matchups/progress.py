"""Progress of a match-up table, with an estimate of the time left."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

_REPORT_SECONDS = 0.1


@dataclass(frozen=True)
class Progress:
    """How far a table is. Printing it tells a person."""

    games: int
    """games played, by an earlier run too"""
    total: int
    """games of the whole table"""
    seconds_left: float
    """nan before anything was played"""

    def __str__(self) -> str:
        share = 100 * self.games / self.total
        left = "" if math.isnan(self.seconds_left) else f", {self.seconds_left:.0f} s left"
        return f"{self.games:,} of {self.total:,} games ({share:.0f} %){left}"


class Reporter:
    """Tells how far we are, at most several times a second."""

    def __init__(self, tell: Callable[[Progress], None] | None, done: int, total: int) -> None:
        self._tell = tell
        self._before = self._games = done
        self._total = total
        self._started = self._told = time.perf_counter()
        self._report(self._started)

    def advance(self, games: int) -> None:
        """Some more games were played."""
        self._games += games
        now = time.perf_counter()
        if now - self._told >= _REPORT_SECONDS or self._games == self._total:
            self._report(now)

    def _report(self, now: float) -> None:
        if self._tell is None:
            return
        self._told = now
        new = self._games - self._before
        left = self._total - self._games
        seconds = (now - self._started) * left / new if new else math.nan
        self._tell(Progress(self._games, self._total, seconds))
