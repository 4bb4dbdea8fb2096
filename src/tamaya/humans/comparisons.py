"""Tests of what people score and answer: analysis of variance, Tukey's, Kendall's.

Needs SciPy, which comes with `tamaya[humans]`.
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
    """What tests need to know of a group, as papers print it."""

    size: int
    mean: float
    sd: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Sample:
        """The sample of some values; without two of them the deviation is nan."""
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
    """Fisher's test: do groups differ more than chance lets them?"""

    f: float
    between: int
    """degrees of freedom of the groups"""
    within: int
    """degrees of freedom of what is left"""
    p: float


def anova(groups: Mapping[str, Sample]) -> Variance:
    """One-way analysis of variance."""
    left, error = _left(groups)
    size = sum(group.size for group in groups.values())
    middle = sum(group.size * group.mean for group in groups.values()) / size
    spread = sum(group.size * (group.mean - middle) ** 2 for group in groups.values())
    return _variance(spread, len(groups) - 1, error * left, left)


def anova_given(
    scores: Sequence[float], factor: Sequence[str], others: Sequence[Sequence[str]]
) -> Variance:
    """Does a factor matter besides others? All are labels, and the test is of type II.

    What the factor explains is what the scores are worse explained without it.
    """
    values = np.asarray(scores, np.float64)
    without, whole = _dummies(others, len(values)), _dummies([*others, factor], len(values))
    unexplained, rank = _residue(whole, values)
    before, rank_before = _residue(without, values)
    return _variance(before - unexplained, rank - rank_before, unexplained, len(values) - rank)


def tukey(groups: Mapping[str, Sample]) -> dict[tuple[str, str], float]:
    """Chance of a difference as large between each two groups, if all were alike (Tukey-Kramer)."""
    left, error = _left(groups)
    result: dict[tuple[str, str], float] = {}
    for (one, a), (other, b) in combinations(groups.items(), 2):
        reach = math.sqrt(error / 2 * (1 / a.size + 1 / b.size))
        q = abs(a.mean - b.mean) / reach
        result[one, other] = float(_scipy().studentized_range.sf(q, len(groups), left))
    return result


def clustered_difference(
    ours: Sequence[float],
    our_people: Sequence[str],
    theirs: Sequence[float],
    their_people: Sequence[str],
) -> Estimate:
    """Difference of two means whose values are independent only between people."""
    influence: defaultdict[str, float] = defaultdict(float)
    for values, people, sign in ((ours, our_people, 1), (theirs, their_people, -1)):
        mean = float(np.mean(values))
        for value, person in zip(values, people, strict=True):
            influence[person] += sign * (value - mean) / len(values)
    many = len(influence)
    spread = many / (many - 1) * sum(value**2 for value in influence.values())
    difference = float(np.mean(ours)) - float(np.mean(theirs))
    return Estimate(difference, math.sqrt(spread), min(len(ours), len(theirs)))


@dataclass(frozen=True)
class Rank:
    """Kendall's rank correlation."""

    tau: float
    """tau-b, which allows for ties"""
    sem: float
    """by leaving out one pair of values at a time"""
    p: float
    size: int


def kendall(ours: Sequence[float], theirs: Sequence[float]) -> Rank:
    """Do two answers of the same people go together?"""
    a, b = np.asarray(ours, np.float64), np.asarray(theirs, np.float64)
    test = _scipy().kendalltau(a, b)
    places = np.arange(a.size)
    without = np.array(
        [_scipy().kendalltau(a[places != n], b[places != n]).statistic for n in range(a.size)]
    )
    spread = (a.size - 1) / a.size * float(((without - without.mean()) ** 2).sum())
    return Rank(float(test.statistic), math.sqrt(spread), float(test.pvalue), a.size)


def _left(groups: Mapping[str, Sample]) -> tuple[int, float]:
    """Degrees of freedom within groups, and the variance there."""
    left = sum(group.size - 1 for group in groups.values())
    return left, sum((group.size - 1) * group.sd**2 for group in groups.values()) / left


def _variance(explained: float, between: int, unexplained: float, within: int) -> Variance:
    f = (explained / between) / (unexplained / within)
    return Variance(f, between, within, float(_scipy().f.sf(f, between, within)))


def _dummies(factors: Sequence[Sequence[str]], rows: int) -> Floats:
    """A column of ones, and one for each label but the first of each factor."""
    columns = [np.ones(rows)]
    for factor in factors:
        labels = np.asarray(factor)
        columns += [(labels == label).astype(np.float64) for label in sorted(set(factor))[1:]]
    return np.stack(columns, axis=1)


def _residue(design: Floats, values: Floats) -> tuple[float, int]:
    """What least squares leave unexplained, and how many columns count."""
    fitted, _, rank, _ = np.linalg.lstsq(design, values, rcond=None)
    return float(((values - design @ fitted) ** 2).sum()), int(rank)


def _scipy() -> ModuleType:
    with extra("humans", "these tests need SciPy"):
        from scipy import stats  # noqa: PLC0415
    return stats  # type: ignore[no-any-return]
