"""Round marks on axes, and ranges of color scales."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


def marks(low: float, high: float, most: int) -> list[float]:
    """Evenly spaced round numbers from low to high: at most `most`, or one more at the ends."""
    if high <= low:
        return [low]
    step = 10.0 ** math.floor(math.log10((high - low) / most))
    step *= next(f for f in (1, 2, 5, 10, 20) if (high - low) / (step * f) <= most)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [place * step for place in range(first, last + 1)]


def short(value: float) -> str:
    """A number in few characters: 250k, 1M, 0.05, 12."""
    for least, unit, letter in ((1e9, 1e9, "G"), (1e6, 1e6, "M"), (1e4, 1e3, "k")):
        if abs(value) >= least:
            return f"{value / unit:.6g}{letter}"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


@dataclass(frozen=True)
class ValueScale:
    """A range of values, shown by colors or lengths."""

    low: float
    high: float

    @classmethod
    def around(cls, values: Sequence[float]) -> ValueScale:
        """A scale that holds all values. It starts at 0 if no value is negative."""
        known = [value for value in values if not math.isnan(value)] or [0.0]
        low, high = min(known), max(known)
        low = 0.0 if low >= 0 else float(math.floor(low))
        top = 0.0 if low < 0 and high <= 0 else max(float(math.ceil(high)), low + 1)
        return cls(low, top)

    def share(self, value: float) -> float:
        """The position of a value in the range, from 0 to 1."""
        return (value - self.low) / (self.high - self.low)
