"""Means with their errors, and exact score histograms that add up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya._core import TamayaError


@dataclass(frozen=True)
class Estimate:
    """A mean and how sure we are of it."""

    mean: float
    sem: float
    """standard error of the mean; nan for fewer than two games"""
    games: int

    def __str__(self) -> str:
        digits = max(2, -math.floor(math.log10(self.sem))) if self.sem > 0 else 2
        return f"{self.mean:.{digits}f} ± {self.sem:.{digits}f}"


def estimate(values: NDArray[np.integer] | NDArray[np.floating] | Sequence[float]) -> Estimate:
    """Estimates the mean of independent values."""
    sample = np.asarray(values, dtype=np.float64)
    if sample.size == 0:
        return Estimate(math.nan, math.nan, 0)
    sd = float(sample.std(ddof=1)) if sample.size > 1 else math.nan
    return Estimate(float(sample.mean()), sd / math.sqrt(sample.size), int(sample.size))


def paired_difference(
    ours: NDArray[np.integer] | Sequence[float], theirs: NDArray[np.integer] | Sequence[float]
) -> Estimate:
    """Estimates the mean of ours - theirs, game by game on the same decks."""
    a, b = np.asarray(ours, dtype=np.float64), np.asarray(theirs, dtype=np.float64)
    if a.shape != b.shape:
        raise TamayaError(f"{a.size} values cannot be paired with {b.size}")
    return estimate(a - b)


@dataclass(frozen=True)
class ScoreHistogram:
    """How many games ended with each score, bombed ones apart. Histograms add up exactly."""

    kept: tuple[int, ...]
    """games that did not bomb, by points"""
    bombed: tuple[int, ...]
    """games that bombed, by the points on the table then"""

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
                f"histograms of games to {len(self.kept) - 1} and {len(other.kept) - 1} points "
                "do not add up"
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
    """Estimates a mean from integer sums, so that the order of games cannot matter."""
    n = sum(counts)
    if n == 0:
        return Estimate(math.nan, math.nan, 0)
    total = sum(i * c for i, c in enumerate(counts))
    squares = sum(i * i * c for i, c in enumerate(counts))
    if n == 1:
        return Estimate(float(total), math.nan, 1)
    variance = (squares * n - total * total) / (n * (n - 1))
    return Estimate(total / n, math.sqrt(variance / n), n)
