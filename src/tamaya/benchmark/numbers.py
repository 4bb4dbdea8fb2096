"""Statistics over partners: families are fixed strata, partners within them are a sample.

All families have the same weight. Every partner plays decks of its own, so resampling partners
covers the uncertainty of partners and decks together. A resample draws n - 1 of the n partners of a
family, with replacement: with n, the variance would come out too small by the factor (n - 1) / n,
which matters for families of four (the rescaling bootstrap of Rao and Wu 1988). Intervals are then
stretched from the normal to Student's distribution, with the degrees of freedom of Welch and
Satterthwaite. The interval of a mean also covers two intervals that need no resamples: Welch's, and
Hall's, which allows for skewed scores, because resamples of few partners vary too little. A family
with a single partner adds no uncertainty. All of this takes partners for random draws. They are
chosen to cover their family, so the truth varies less, and intervals are rather too wide.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tamaya.numbers import Floats
from tamaya.stats import t_quantile, two_sided

RESAMPLES = 2000
_TAILS = (2.5, 97.5)
_NORMAL = 1.959964
"""a standard normal value lies outside ± this number with a probability of 5 %"""
_SEED = 20_210_831
"""seed of the resamples: the same numbers give the same intervals"""


@dataclass(frozen=True)
class Interval:
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float

    def within(self, least: float, most: float) -> Interval:
        """The interval without values that cannot occur."""
        return Interval(self.value, max(least, self.low), min(most, self.high))

    def __str__(self) -> str:
        return f"{self.value:.2f} ({self.low:.2f} to {self.high:.2f})"


@dataclass(frozen=True)
class Strata:
    """The families of the partners, in the order of the partners."""

    families: tuple[str, ...]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Each family once."""
        return tuple(dict.fromkeys(self.families))

    def members(self, family: str) -> list[int]:
        """Places of the partners of a family."""
        return [place for place, name in enumerate(self.families) if name == family]

    @cached_property
    def weights(self) -> Floats:
        """Weight of each partner; the weights of every family have the same sum, all together 1."""
        weights = np.zeros(len(self.families))
        for family in self.names:
            members = self.members(family)
            weights[members] = 1 / (len(members) * len(self.names))
        return weights

    @cached_property
    def resampled(self) -> Floats:
        """Weights of the partners in each resample: [resamples, partners]."""
        rng = np.random.default_rng(_SEED)
        weights = np.zeros((RESAMPLES, len(self.families)))
        for family in self.names:
            members = self.members(family)
            drawn = max(1, len(members) - 1)
            picks = rng.integers(len(members), size=(RESAMPLES, drawn))
            counts = (picks[:, :, None] == np.arange(len(members))).sum(axis=1)
            if len(members) == 1:
                counts[:] = 1
            weights[:, members] = counts / (drawn * len(self.names))
        return weights

    def only(self, families: Sequence[str]) -> Strata | None:
        """The strata of these families; None if there is none of them."""
        kept = tuple(name for name in self.families if name in families)
        return Strata(kept) if kept else None


Statistic = Callable[[Floats, Floats], Floats]
"""a function of values [partners] and weights [..., partners]"""


def mean(values: Floats, weights: Floats) -> Floats:
    """The weighted mean."""
    return np.asarray(weights @ values)


def between(low: float, high: float) -> Statistic:
    """The weighted mean of the values between two quantiles."""

    def statistic(values: Floats, weights: Floats) -> Floats:
        order = np.argsort(values, kind="stable")
        sorted_weights = weights[..., order]
        ends = np.cumsum(sorted_weights, axis=-1)
        inside = np.clip(ends, low, high) - np.clip(ends - sorted_weights, low, high)
        return np.asarray((inside @ values[order]) / inside.sum(axis=-1))

    return statistic


interquartile_mean = between(0.25, 0.75)
worst_decile = between(0.0, 0.1)


def interval(values: Floats, strata: Strata, statistic: Statistic = mean) -> Interval:
    """A statistic of the partners' values, with the 95 % interval of resampled partners."""
    value = float(statistic(values, strata.weights))
    low, high = map(float, np.percentile(statistic(values, strata.resampled), _TAILS))
    variance, freedom = _variance(values, strata)
    if not freedom:
        return Interval(value, low, high)
    t = t_quantile(freedom, 0.05)
    lows, highs = [value - t / _NORMAL * (value - low)], [value + t / _NORMAL * (high - value)]
    if statistic is mean:
        error = math.sqrt(variance)
        skewness = _third_moment(values, strata) / error**3
        lows += [value - t * error, value - error * _unskewed(t, skewness)]
        highs += [value + t * error, value - error * _unskewed(-t, skewness)]
    return Interval(value, min(lows), max(highs))


def _variance(values: Floats, strata: Strata) -> tuple[float, float]:
    """Variance of the mean over partners, and its degrees of freedom; 0 without any spread."""
    parts, squares = 0.0, 0.0
    for family in strata.names:
        members = strata.members(family)
        if len(members) > 1:
            part = float(values[members].var(ddof=1)) / len(members) / len(strata.names) ** 2
            parts += part
            squares += part**2 / (len(members) - 1)
    return parts, parts**2 / squares if squares > 0 else 0.0


def _third_moment(values: Floats, strata: Strata) -> float:
    """Third central moment of the mean over partners; families of two say nothing about it."""
    moment = 0.0
    for family in strata.names:
        members = strata.members(family)
        if len(members) > 2:
            deviations = values[members] - values[members].mean()
            moment += float((deviations**3).sum()) / (len(members) - 1) / len(members) ** 2
    return moment / len(strata.names) ** 3


def _unskewed(t: float, skewness: float) -> float:
    """The quantile of a skewed mean's t statistic where a symmetric one has t (Hall 1992).

    The skewness of few partners is uncertain, so it can stretch t by no more than half.
    """
    if abs(skewness) < 1e-6:
        return t
    exact = 3 / skewness * (float(np.cbrt(1 + skewness * (t - skewness / 6))) - 1)
    return max(-1.5 * abs(t), min(1.5 * abs(t), exact))


def ratio(values: Floats, bounds: Floats, strata: Strata) -> Interval:
    """The weighted mean of the values as a share of that of the bounds."""

    def statistic(places: Floats, weights: Floats) -> Floats:
        return np.asarray((weights @ values) / (weights @ bounds))

    return interval(values, strata, statistic)


def deck_error(errors: Floats, strata: Strata) -> float:
    """Standard error of the mean for these very partners, if only the decks were new.

    :param errors: standard error of each partner's mean, over episodes
    """
    return float(np.sqrt((strata.weights**2 * errors**2).sum()))


def p_value(gaps: Floats, strata: Strata) -> float:
    """The two-sided p-value of a mean of 0: Student's t over partners within families.

    :return: nan without spread
    """
    variance, freedom = _variance(gaps, strata)
    if variance == 0:
        return math.nan
    return two_sided(float(strata.weights @ gaps) / math.sqrt(variance), freedom)


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusts p-values for multiple comparisons (Holm 1979); nan stays nan and counts for none."""
    known = [place for place, p in enumerate(p_values) if not math.isnan(p)]
    adjusted, highest = list(p_values), 0.0
    for rank, place in enumerate(sorted(known, key=lambda place: p_values[place])):
        highest = max(highest, min(1.0, (len(known) - rank) * p_values[place]))
        adjusted[place] = highest
    return adjusted
