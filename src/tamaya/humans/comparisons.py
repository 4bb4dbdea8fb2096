"""Statistical tests of people's scores and answers: ANOVA, Tukey's test, Kendall's correlation.

They need SciPy, which `tamaya[humans]` installs.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import ModuleType

import numpy as np

from tamaya.extras import extra
from tamaya.numbers import Floats
from tamaya.stats import Estimate


@dataclass(frozen=True)
class Sample:
    """Size, mean and standard deviation of a group."""

    size: int
    mean: float
    sd: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Sample:
        """Computes them from values; the deviation of fewer than two values is nan."""
        if not values:
            return cls(0, math.nan, math.nan)
        sd = float(np.std(values, ddof=1)) if len(values) > 1 else math.nan
        return cls(len(values), float(np.mean(values)), sd)

    @property
    def sem(self) -> float:
        """Standard error of the mean."""
        return self.sd / math.sqrt(self.size) if self.size else math.nan


@dataclass(frozen=True)
class Variance:
    """The result of an F-test of differences between groups."""

    f: float
    between: int
    """degrees of freedom between groups"""
    within: int
    """degrees of freedom within groups"""
    p: float


def anova(groups: Mapping[str, Sample]) -> Variance:
    """One-way analysis of variance."""
    within, error = _within(groups)
    size = sum(group.size for group in groups.values())
    middle = sum(group.size * group.mean for group in groups.values()) / size
    spread = sum(group.size * (group.mean - middle) ** 2 for group in groups.values())
    return _variance(spread, len(groups) - 1, error * within, within)


def anova_given(
    scores: Sequence[float], factor: Sequence[str], others: Sequence[Sequence[str]]
) -> Variance:
    """Tests whether a factor matters in addition to others (ANOVA with type II sums of squares).

    :param factor: a label for each score
    :param others: for each other factor, a label for each score
    """
    values = np.asarray(scores, np.float64)
    reduced, full = _dummies(others, len(values)), _dummies([*others, factor], len(values))
    unexplained, rank = _residue(full, values)
    reduced_unexplained, reduced_rank = _residue(reduced, values)
    return _variance(
        reduced_unexplained - unexplained, rank - reduced_rank, unexplained, len(values) - rank
    )


def tukey(groups: Mapping[str, Sample]) -> dict[tuple[str, str], float]:
    """The p-value of the difference of each pair of groups (Tukey-Kramer test)."""
    within, error = _within(groups)
    p_values: dict[tuple[str, str], float] = {}
    for (first, a), (second, b) in combinations(groups.items(), 2):
        sem = math.sqrt(error / 2 * (1 / a.size + 1 / b.size))
        q = abs(a.mean - b.mean) / sem
        p_values[first, second] = float(_scipy().studentized_range.sf(q, len(groups), within))
    return p_values


def clustered_difference(
    ours: Sequence[float],
    our_people: Sequence[str],
    theirs: Sequence[float],
    their_people: Sequence[str],
) -> Estimate:
    """Difference of two means, with an error clustered by person."""
    influence: defaultdict[str, float] = defaultdict(float)
    for values, people, sign in ((ours, our_people, 1), (theirs, their_people, -1)):
        mean = float(np.mean(values))
        for value, person in zip(values, people, strict=True):
            influence[person] += sign * (value - mean) / len(values)
    count = len(influence)
    spread = count / (count - 1) * sum(value**2 for value in influence.values())
    difference = float(np.mean(ours)) - float(np.mean(theirs))
    return Estimate(difference, math.sqrt(spread), min(len(ours), len(theirs)))


@dataclass(frozen=True)
class Rank:
    """Kendall's rank correlation."""

    tau: float
    """tau-b, which accounts for ties"""
    sem: float
    """standard error by the jackknife"""
    p: float
    size: int


def kendall(ours: Sequence[float], theirs: Sequence[float]) -> Rank:
    """The correlation of two answers of the same people."""
    a, b = np.asarray(ours, np.float64), np.asarray(theirs, np.float64)
    test = _scipy().kendalltau(a, b)
    places = np.arange(a.size)
    without = np.array(
        [_scipy().kendalltau(a[places != n], b[places != n]).statistic for n in range(a.size)]
    )
    spread = (a.size - 1) / a.size * float(((without - without.mean()) ** 2).sum())
    return Rank(float(test.statistic), math.sqrt(spread), float(test.pvalue), a.size)


def _within(groups: Mapping[str, Sample]) -> tuple[int, float]:
    """Degrees of freedom and variance within groups."""
    freedom = sum(group.size - 1 for group in groups.values())
    return freedom, sum((group.size - 1) * group.sd**2 for group in groups.values()) / freedom


def _variance(explained: float, between: int, unexplained: float, within: int) -> Variance:
    f = (explained / between) / (unexplained / within)
    return Variance(f, between, within, float(_scipy().f.sf(f, between, within)))


def _dummies(factors: Sequence[Sequence[str]], rows: int) -> Floats:
    """Dummy coding: a column of ones, and a column for each label but the first of each factor."""
    columns = [np.ones(rows)]
    for factor in factors:
        labels = np.asarray(factor)
        columns += [(labels == label).astype(np.float64) for label in sorted(set(factor))[1:]]
    return np.stack(columns, axis=1)


def _residue(design: Floats, values: Floats) -> tuple[float, int]:
    """The residual sum of squares of a least-squares fit, and the rank of the design."""
    fitted, _, rank, _ = np.linalg.lstsq(design, values, rcond=None)
    return float(((values - design @ fitted) ** 2).sum()), int(rank)


def _scipy() -> ModuleType:
    with extra("humans", "these tests need SciPy"):
        from scipy import stats  # noqa: PLC0415
    return stats  # type: ignore[no-any-return]
