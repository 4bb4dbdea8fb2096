"""From numbers to places: round marks on axes, and the range of a color scale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


def marks(low: float, high: float, most: int) -> list[float]:
    """Round numbers from low to high, evenly spaced: as many as there may be."""
    if high <= low:
        return [low]
    step = 10.0 ** math.floor(math.log10((high - low) / most))
    step *= next(f for f in (1, 2, 5, 10, 20) if (high - low) / (step * f) <= most)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [place * step for place in range(first, last + 1)]


def short(value: float) -> str:
    """A mark of an axis in few letters: 250k, 1M, 0.05, 12."""
    for least, unit, letter in ((1e9, 1e9, "G"), (1e6, 1e6, "M"), (1e4, 1e3, "k")):
        if abs(value) >= least:
            return f"{value / unit:.6g}{letter}"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


@dataclass(frozen=True)
class Scale:
    """A range of values that a color or a length shows."""

    low: float
    high: float

    @classmethod
    def around(cls, values: Sequence[float]) -> Scale:
        """Holds all values; from 0 where they are points."""
        known = [value for value in values if not math.isnan(value)] or [0.0]
        low, high = min(known), max(known)
        low = 0.0 if low >= 0 else float(math.floor(low))
        top = 0.0 if low < 0 and high <= 0 else max(float(math.ceil(high)), low + 1)
        return cls(low, top)

    def share(self, value: float) -> float:
        """Where a value lies, 0 to 1."""
        return (value - self.low) / (self.high - self.low)
