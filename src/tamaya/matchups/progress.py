"""Progress of a match-up table, with an estimate of the time left."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

_REPORT_SECONDS = 0.1


@dataclass(frozen=True)
class Progress:
    """How far a match-up table is. `print` shows it as one line."""

    games: int
    """games played so far, including those of an earlier run"""
    total: int
    """games of the whole table"""
    seconds_left: float
    """estimated time left; nan before the first games"""

    def __str__(self) -> str:
        share = 100 * self.games / self.total
        left = "" if math.isnan(self.seconds_left) else f", {self.seconds_left:.0f} s left"
        return f"{self.games:,} of {self.total:,} games ({share:.0f} %){left}"


class Reporter:
    """Calls a function with the progress, at most ten times a second."""

    def __init__(self, tell: Callable[[Progress], None] | None, done: int, total: int) -> None:
        self._tell = tell
        self._before = self._games = done
        self._total = total
        self._started = self._reported = time.perf_counter()
        self._report(self._started)

    def advance(self, games: int) -> None:
        """Counts games that were just played."""
        self._games += games
        now = time.perf_counter()
        if now - self._reported >= _REPORT_SECONDS or self._games == self._total:
            self._report(now)

    def _report(self, now: float) -> None:
        if self._tell is None:
            return
        self._reported = now
        new = self._games - self._before
        left = self._total - self._games
        seconds = (now - self._started) * left / new if new else math.nan
        self._tell(Progress(self._games, self._total, seconds))
