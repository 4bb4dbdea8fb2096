"""Judges whether our numbers agree with published ones: two one-sided tests, with margins.

Two numbers agree if the 90 % interval of their difference lies within a margin, and differ if it
lies outside. Otherwise the samples are too small to tell, and the question stays open. So a
verdict needs enough games, and more games never turn a small difference into a large one. Numbers
of the same agents must not differ by more than three standard errors either.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from tamaya.stats import t_quantile

Verdict = Literal["agrees", "open", "differs"]

POINTS = 0.5
GAIN = 0.2
SHARE = 0.05
RULES = 0.5
MARGINS = (
    (
        "points of a score",
        POINTS,
        "2 % of 25 points; one experiment, repeated, differs as much: the best scores of three "
        "runs lie 0.52 apart in Canaan et al. 2019 and 0.42 in Canaan et al. 2020",
    ),
    (
        "points that one agent gains over another",
        GAIN,
        "less than the gains with known partners in Table IV of Canaan et al. 2020 (0.22, 0.33)",
    ),
    (
        "shares and correlations",
        SHARE,
        "the width of a niche in the finest published map: less counts as the same behaviour",
    ),
    ("rules that differ, of 15", RULES, "half a rule"),
)
"""units of numbers, their margins, and why"""

ERRORS = 3
"""standard errors by which two measurements of the same thing may differ"""
_LEVEL = 0.05


def with_rounding(sem: float, decimals: int) -> float:
    """The standard error of an estimate that was printed with so many decimals."""
    return math.hypot(sem, 10**-decimals / math.sqrt(12))


@dataclass(frozen=True)
class NumberDifference:
    """Our number minus the published one."""

    mean: float
    sem: float
    """standard error; nan for counted numbers"""
    freedom: float = math.inf
    """degrees of freedom of the standard error"""

    @property
    def half(self) -> float:
        """Half the width of the 90 % interval; 0 for counted numbers."""
        return 0.0 if math.isnan(self.sem) else t_quantile(self.freedom, 2 * _LEVEL) * self.sem

    def verdict(self, margin: float) -> Verdict:
        """Whether the 90 % interval lies within ± margin, outside, or across a limit."""
        size = abs(self.mean)
        if math.isnan(size):
            return "open"
        if size + self.half <= margin + 1e-9:
            return "agrees"
        return "differs" if size - self.half > margin else "open"

    @property
    def is_significant(self) -> bool:
        """Whether it is larger than three standard errors."""
        return bool(abs(self.mean) > ERRORS * self.sem)

    def __format__(self, digits: str) -> str:
        """The difference and its interval; `digits` is the number of decimals."""
        shown = f"+z.{digits or 2}f"
        if math.isnan(self.sem):
            return f"{self.mean:{shown}}"
        low, high = self.mean - self.half, self.mean + self.half
        return f"{self.mean:{shown}} ({low:{shown}} to {high:{shown}})"
