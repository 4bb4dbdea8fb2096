"""Means and shares of groups, with 95 % confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tamaya.study.analysis.libraries import scipy_stats, statsmodels_api

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Group:
    """Statistics of one group, as papers print them; nan where there are too few values."""

    name: str
    size: int
    mean: float
    sd: float
    """sample standard deviation"""
    low: float
    high: float
    """95 % interval of the mean by Student's distribution"""
    median: float
    least: float
    most: float


def describe(name: str, values: Sequence[float]) -> Group:
    """Describes the values of one group."""
    if not values:
        return Group(name, 0, *[math.nan] * 7)
    sample = np.asarray(values, np.float64)
    size, mean = len(sample), float(sample.mean())
    sd = float(sample.std(ddof=1)) if size > 1 else math.nan
    reach = _student(size - 1) * sd / math.sqrt(size) if size > 1 else math.nan
    median, least, most = float(np.median(sample)), float(sample.min()), float(sample.max())
    return Group(name, size, mean, sd, mean - reach, mean + reach, median, least, most)


def _student(freedom: int) -> float:
    return float(scipy_stats().t.ppf((1 + CONFIDENCE) / 2, freedom))


@dataclass(frozen=True)
class ArmShare:
    """The share of a group that did something."""

    name: str
    count: int
    size: int
    share: float
    low: float
    high: float
    """95 % interval by Wilson's method"""


def share(name: str, count: int, size: int) -> ArmShare:
    """A share with its interval; nan for an empty group."""
    if size == 0:
        return ArmShare(name, 0, 0, math.nan, math.nan, math.nan)
    proportion = statsmodels_api().stats.proportion_confint
    low, high = proportion(count, size, alpha=1 - CONFIDENCE, method="wilson")
    return ArmShare(name, count, size, count / size, float(low), float(high))
