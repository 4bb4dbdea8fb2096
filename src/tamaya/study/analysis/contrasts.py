"""Planned comparisons of two arms: differences, tests and effect sizes with intervals."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from tamaya.errors import UnknownNameError
from tamaya.study.analysis.groups import CONFIDENCE
from tamaya.study.analysis.libraries import scipy_stats, statsmodels_api

ByPerson = Mapping[str, float]
"""one value for each person"""
_NORMAL = 1.959963984540054
"""97.5 % of a standard normal distribution lie below"""


@dataclass(frozen=True)
class Contrast:
    """A comparison of two arms that the study planned."""

    first: str
    second: str
    method: Literal["welch", "paired"]
    people: tuple[int, int]
    """with each arm; paired: the same people"""
    difference: float = math.nan
    """mean of the first minus mean of the second"""
    low: float = math.nan
    high: float = math.nan
    """95 % interval"""
    t: float = math.nan
    freedom: float = math.nan
    p: float = math.nan
    p_holm: float = math.nan
    """adjusted for all planned contrasts by Holm's method"""
    effect: float = math.nan
    """Hedges' g between subjects; within subjects d_z, the mean difference over its deviation"""
    effect_low: float = math.nan
    effect_high: float = math.nan
    problem: str = ""
    """why there are no numbers"""


def contrasts(
    arms: Mapping[str, ByPerson], pairs: Sequence[tuple[str, str]], *, within: bool
) -> tuple[Contrast, ...]:
    """Tests planned pairs of arms; people are the units.

    :param arms: for each arm one value per person
    :param within: people met all arms, so they are compared with themselves
    :raises UnknownNameError: if a pair names no arm
    """
    for name in (name for pair in pairs for name in pair):
        if name not in arms:
            raise UnknownNameError(f"a contrast names {name!r} (the arms are {', '.join(arms)})")
    test = _paired if within else _welch
    tests = [test(first, second, arms[first], arms[second]) for first, second in pairs]
    return _adjusted(tests)


def _welch(first: str, second: str, ours: ByPerson, theirs: ByPerson) -> Contrast:
    a, b = list(ours.values()), list(theirs.values())
    empty = Contrast(first, second, "welch", (len(a), len(b)))
    if problem := _problem(first, a) or _problem(second, b):
        return replace(empty, problem=problem)
    if len(set(a)) == len(set(b)) == 1:
        return replace(empty, problem="all people of each arm have the same value")
    with warnings.catch_warnings():  # if all people of one arm have the same value
        warnings.filterwarnings("ignore", "Precision loss")
        test = scipy_stats().ttest_ind(a, b, equal_var=False)
    interval = test.confidence_interval(CONFIDENCE)
    from statsmodels.stats.meta_analysis import effectsize_smd  # noqa: PLC0415

    effect, variance = effectsize_smd(
        np.mean(a), np.std(a, ddof=1), len(a), np.mean(b), np.std(b, ddof=1), len(b)
    )
    reach = _NORMAL * math.sqrt(variance)
    return replace(
        empty,
        difference=float(np.mean(a) - np.mean(b)),
        low=float(interval.low),
        high=float(interval.high),
        t=float(test.statistic),
        freedom=float(test.df),
        p=float(test.pvalue),
        effect=float(effect),
        effect_low=float(effect - reach),
        effect_high=float(effect + reach),
    )


def _paired(first: str, second: str, ours: ByPerson, theirs: ByPerson) -> Contrast:
    both = [person for person in ours if person in theirs]
    empty = Contrast(first, second, "paired", (len(both), len(both)))
    if len(both) < 2:
        return replace(empty, problem=f"{len(both)} people met both arms (expected two or more)")
    a, b = [ours[person] for person in both], [theirs[person] for person in both]
    differences = np.subtract(a, b)
    sd = float(differences.std(ddof=1))
    if sd == 0:
        return replace(empty, problem="the difference is the same for all people")
    test = scipy_stats().ttest_rel(a, b)
    interval = test.confidence_interval(CONFIDENCE)
    effect = float(differences.mean()) / sd
    reach = _NORMAL * math.sqrt(1 / len(both) + effect**2 / (2 * len(both)))
    return replace(
        empty,
        difference=float(differences.mean()),
        low=float(interval.low),
        high=float(interval.high),
        t=float(test.statistic),
        freedom=float(test.df),
        p=float(test.pvalue),
        effect=effect,
        effect_low=effect - reach,
        effect_high=effect + reach,
    )


def _problem(arm: str, values: Sequence[float]) -> str:
    if not values:
        return f"nobody is left in arm {arm!r}"
    return f"one person is left in arm {arm!r} (expected two or more)" if len(values) < 2 else ""


def _adjusted(tests: Sequence[Contrast]) -> tuple[Contrast, ...]:
    """Holm's adjustment over the contrasts that have numbers."""
    known = [test.p for test in tests if not test.problem]
    if not known:
        return tuple(tests)
    statsmodels_api()
    from statsmodels.stats.multitest import multipletests  # noqa: PLC0415

    adjusted = iter(multipletests(known, method="holm")[1])
    return tuple(
        test if test.problem else replace(test, p_holm=float(next(adjusted))) for test in tests
    )
