"""Means with standard errors, tests of differences, and score histograms."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from tamaya._core import TamayaError

Values = NDArray[np.integer] | NDArray[np.floating] | Sequence[float]

__all__ = [
    "Comparison",
    "Estimate",
    "ScoreHistogram",
    "cautious",
    "clustered",
    "estimate",
    "paired_difference",
    "paired_test",
    "t_quantile",
    "two_sided",
    "welch_test",
]


@dataclass(frozen=True)
class Estimate:
    """A mean and its standard error."""

    mean: float
    sem: float
    """standard error of the mean; nan for fewer than two games"""
    games: int

    def __str__(self) -> str:
        if math.isnan(self.sem):
            return f"{self.mean:z.2f} ± unknown"
        digits = max(2, -math.floor(math.log10(self.sem))) if self.sem > 0 else 2
        return f"{self.mean:z.{digits}f} ± {self.sem:.{digits}f}"


def estimate(values: Values) -> Estimate:
    """Estimates the mean of independent values."""
    sample = np.asarray(values, dtype=np.float64)
    if sample.size == 0:
        return Estimate(math.nan, math.nan, 0)
    sd = float(sample.std(ddof=1)) if sample.size > 1 else math.nan
    return Estimate(float(sample.mean()), sd / math.sqrt(sample.size), int(sample.size))


def clustered(values: Values, groups: NDArray[np.generic] | Sequence[str]) -> Estimate:
    """Estimates the mean of values that are independent only between groups, such as people.

    Every value has the same weight, so large groups count more. With one group, the standard error
    is nan.
    """
    sample = np.asarray(values, dtype=np.float64)
    if sample.size == 0:
        return Estimate(math.nan, math.nan, 0)
    _, places = np.unique(np.asarray(groups), return_inverse=True)
    if places.size != sample.size:
        raise TamayaError(
            f"{sample.size} values, but groups of {places.size} (expected a group for each value)"
        )
    mean, count = float(sample.mean()), int(places.max()) + 1
    sums = np.bincount(places, weights=sample - mean)
    spread = count / (count - 1) * float((sums**2).sum()) if count > 1 else math.nan
    return Estimate(mean, math.sqrt(spread) / sample.size, sample.size)


def cautious(gains: NDArray[np.float64], caution: float) -> NDArray[np.float64]:
    """Multiplies each loss by `caution` and leaves gains unchanged."""
    return np.where(gains > 0, gains, caution * gains)


def paired_difference(ours: Values, theirs: Values) -> Estimate:
    """Estimates the mean of ours - theirs, game by game on the same decks."""
    a, b = np.asarray(ours, dtype=np.float64), np.asarray(theirs, dtype=np.float64)
    if a.shape != b.shape:
        raise TamayaError(
            f"cannot pair {a.size} values with {b.size} (expected as many values in both)"
        )
    return estimate(a - b)


@dataclass(frozen=True)
class Comparison:
    """A difference of two means and its p-value."""

    difference: Estimate
    t: float
    """the difference in standard errors"""
    freedom: float
    """degrees of freedom of Student's distribution"""
    p: float
    """two-sided p-value; nan if the values have no spread"""
    unit: str = "value"
    """what a value is: an episode, a game, ..."""

    def __str__(self) -> str:
        if self.difference.games == 0:
            return f"no {self.unit}s to compare"
        return f"{'+' * (self.difference.mean >= 0)}{self.difference}, {self._significance()}"

    def _significance(self) -> str:
        if not math.isnan(self.p):
            return f"p = {self.p:.2g}" if self.p >= 0.0001 else "p < 0.0001"
        if self.difference.games == 1:
            return f"p not defined (one {self.unit})"
        if abs(self.difference.mean) <= _ROUNDING:
            return "no difference"
        return f"p not defined (the same difference in every {self.unit})"


_ROUNDING = 1e-12
"""larger than rounding errors of floating-point sums, smaller than any difference of scores"""


def paired_test(ours: Values, theirs: Values, *, unit: str = "value") -> Comparison:
    """Student's paired t-test of ours - theirs, for values that share their decks."""
    difference = paired_difference(ours, theirs)
    return _compared(difference, difference.games - 1, unit)


def welch_test(ours: Values, theirs: Values, *, unit: str = "value") -> Comparison:
    """Welch's t-test of two independent samples, whose variances may differ."""
    a, b = estimate(ours), estimate(theirs)
    ours_part, theirs_part = a.sem**2, b.sem**2
    sem = math.sqrt(ours_part + theirs_part)
    denominator = ours_part**2 / max(a.games - 1, 1) + theirs_part**2 / max(b.games - 1, 1)
    freedom = sem**4 / denominator if denominator > 0 else math.nan
    return _compared(Estimate(a.mean - b.mean, sem, min(a.games, b.games)), freedom, unit)


def _compared(difference: Estimate, freedom: float, unit: str) -> Comparison:
    has_spread = difference.sem > _ROUNDING * max(1, abs(difference.mean))
    if not has_spread:  # also if the standard error is nan, as for a single value
        return Comparison(difference, math.nan, freedom, math.nan, unit)
    t = difference.mean / difference.sem
    return Comparison(difference, t, freedom, two_sided(t, freedom), unit)


def two_sided(t: float, freedom: float) -> float:
    """The two-sided p-value of Student's t."""
    a, x = freedom / 2, freedom / (freedom + t * t)
    if x in {0.0, 1.0}:  # t is too large, or too small, for floating point
        return x
    front = math.exp(
        math.lgamma(a + 0.5)
        - math.lgamma(a)
        - math.lgamma(0.5)
        + a * math.log(x)
        + 0.5 * math.log1p(-x)
    )
    if x < (a + 1) / (a + 2.5):
        return front * _beta_fraction(a, 0.5, x) / a
    return 1 - front * _beta_fraction(0.5, a, 1 - x) / 0.5


@lru_cache(maxsize=1000)
def t_quantile(freedom: float, level: float) -> float:
    """The value that Student's t exceeds in size with this chance.

    :param freedom: degrees of freedom, 1 or more; the normal distribution for infinity
    :param level: 0.0001 or more, and less than 1
    """
    if math.isinf(freedom):
        return NormalDist().inv_cdf(1 - level / 2)
    low, high = 0.0, 10_000.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if two_sided(middle, freedom) > level else (low, middle)
    return low


def _beta_fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function (Lentz's method)."""
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, 300):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        before = value
        for part in (even, odd):
            d, c = 1 / (1 + part * d), 1 + part / c
            value *= c * d
        if abs(value - before) < 1e-15 * abs(value):
            break
    return value


@dataclass(frozen=True)
class ScoreHistogram:
    """Number of games by score, with bombed games apart. Histograms can be added exactly."""

    kept: tuple[int, ...]
    """games that did not bomb, by points"""
    bombed: tuple[int, ...]
    """games that bombed, by the points on the table at the end"""

    @classmethod
    def of(
        cls, scores: NDArray[np.integer], bombed: NDArray[np.bool_], max_score: int
    ) -> ScoreHistogram:
        """Counts games by score."""
        return cls(
            tuple(np.bincount(scores[~bombed], minlength=max_score + 1).tolist()),
            tuple(np.bincount(scores[bombed], minlength=max_score + 1).tolist()),
        )

    def __add__(self, other: ScoreHistogram) -> ScoreHistogram:
        if len(self.kept) != len(other.kept):
            raise TamayaError(
                f"cannot add histograms of games up to {len(self.kept) - 1} and up to "
                f"{len(other.kept) - 1} points"
            )
        return ScoreHistogram(
            tuple(a + b for a, b in zip(self.kept, other.kept, strict=True)),
            tuple(a + b for a, b in zip(self.bombed, other.bombed, strict=True)),
        )

    @property
    def games(self) -> int:
        """Games counted."""
        return sum(self.kept) + sum(self.bombed)

    @property
    def bomb_rate(self) -> float:
        """Share of games that lost the last life; nan without games."""
        return sum(self.bombed) / self.games if self.games else math.nan

    @property
    def score(self) -> Estimate:
        """Mean score, points kept when bombed."""
        return _from_counts([a + b for a, b in zip(self.kept, self.bombed, strict=True)])

    @property
    def strict_score(self) -> Estimate:
        """Mean score, 0 when bombed."""
        return _from_counts([self.kept[0] + sum(self.bombed), *self.kept[1:]])


def _from_counts(counts: Sequence[int]) -> Estimate:
    """Estimates a mean from integer sums, which do not depend on the order of games."""
    n = sum(counts)
    if n == 0:
        return Estimate(math.nan, math.nan, 0)
    total = sum(i * c for i, c in enumerate(counts))
    squares = sum(i * i * c for i, c in enumerate(counts))
    if n == 1:
        return Estimate(float(total), math.nan, 1)
    variance = (squares * n - total * total) / (n * (n - 1))
    return Estimate(total / n, math.sqrt(variance / n), n)
