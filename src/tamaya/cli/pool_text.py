"""Formats scores and features of pools."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

import tamaya as ty

_MOST_DIGITS = 4


def digits_of(scores: Sequence[ty.Estimate | None]) -> int:
    """Number of decimals, at least two, that shows the median standard error."""
    errors = [score.sem for score in scores if score is not None and score.sem > 0]
    if not errors:
        return 2
    return min(_MOST_DIGITS, max(2, -math.floor(math.log10(statistics.median(errors)))))


def score_texts(scores: Sequence[ty.Estimate | None]) -> list[str]:
    """Means with their errors, all with the same number of decimals; `-` without a score."""
    digits = digits_of(scores)
    return [score_text(score, digits) for score in scores]


def score_text(score: ty.Estimate | None, digits: int, *, sign: bool = False) -> str:
    """A mean with its standard error."""
    if score is None or math.isnan(score.mean):
        return "-"
    mean = f"{score.mean:+.{digits}f}" if sign else f"{score.mean:.{digits}f}"
    return mean if math.isnan(score.sem) else f"{mean} ± {score.sem:.{digits}f}"


def feature_text(elite: ty.Elite, name: str) -> str:
    """A feature of an agent; `-` if nothing was counted."""
    value = elite.features.get(name, math.nan)
    return "-" if math.isnan(value) else f"{value:.3f}"
