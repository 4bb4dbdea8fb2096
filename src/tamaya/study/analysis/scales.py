"""Reliability of questionnaires: do the items of a scale measure the same thing?"""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tamaya.errors import TamayaError
from tamaya.numbers import Floats
from tamaya.study.analysis.groups import CONFIDENCE
from tamaya.study.analysis.libraries import scipy_stats, statsmodels_api


@dataclass(frozen=True)
class Reliability:
    """How consistently the items of a scale measure."""

    scale: str
    items: int
    people: int
    alpha: float
    """Cronbach's alpha of the raw answers"""
    low: float
    high: float
    """95 % interval of alpha by Feldt's method"""
    omega: float
    """McDonald's omega of a model with one factor; nan for fewer than three items, or if the model
    does not fit"""


def reliability(scale: str, answers: Sequence[Sequence[float]]) -> Reliability:
    """Reliability of a scale. Reverse-coded items must have been recoded before.

    :param answers: a row for each person who answered all items
    :raises TamayaError: if there are fewer than two items or three people, or all give equal sums
    """
    table = np.asarray(answers, np.float64)
    if table.ndim != 2 or table.shape[1] < 2 or table.shape[0] < 3:
        people, items = table.shape if table.ndim == 2 else (len(answers), 0)
        raise TamayaError(
            f"scale {scale!r}: {people} people answered all of {items} items (expected three "
            "people and two items or more)"
        )
    total = float(table.sum(axis=1).var(ddof=1))
    if total == 0:
        raise TamayaError(f"scale {scale!r}: all people have the same sum, so nothing is measured")
    people, items = table.shape
    alpha = items / (items - 1) * (1 - float(table.var(axis=0, ddof=1).sum()) / total)
    low, high = _feldt(alpha, people, items)
    return Reliability(scale, items, people, alpha, low, high, _omega(table))


def _feldt(alpha: float, people: int, items: int) -> tuple[float, float]:
    """Feldt (1965): (1 - alpha) follows an F distribution."""
    freedom = people - 1, (people - 1) * (items - 1)
    tails = (1 + CONFIDENCE) / 2, (1 - CONFIDENCE) / 2
    low, high = (1 - (1 - alpha) * float(scipy_stats().f.ppf(tail, *freedom)) for tail in tails)
    return low, high


def _omega(table: Floats) -> float:
    """Shared variance of a one-factor model of the covariances, over the variance of the sum."""
    deviations = table.std(axis=0, ddof=1)
    if table.shape[1] < 3 or (deviations == 0).any():
        return math.nan
    statsmodels_api()
    from statsmodels.multivariate.factor import Factor  # noqa: PLC0415

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            fit = Factor(table, n_factor=1, method="ml", smc=True).fit()
        except (ValueError, np.linalg.LinAlgError):
            return math.nan
    loadings = np.asarray(fit.loadings)[:, 0] * deviations
    rest = float((np.asarray(fit.uniqueness) * deviations**2).sum())
    shared = float(loadings.sum()) ** 2
    return shared / (shared + rest)
