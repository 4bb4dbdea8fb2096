"""What one seat did in its games, counted by the core in whole numbers."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya._core import TamayaError


@dataclass(frozen=True)
class Counters:
    """Sums over turns. Counters of several games or seats add up."""

    turns: int = 0
    turns_with_hint: int = 0
    """a hint token was there"""
    hints: int = 0
    hints_with_token: int = 0
    color_hints: int = 0
    plays: int = 0
    known_at_play: int = 0
    """colors and ranks that hints, positive or negative, had told of the cards played: 0 to 2"""
    hinted_at_play: int = 0
    """the same, counting only hints that touched the card"""
    playability: int = 0
    """sum of the chances that the cards played would fit, in units of 2**-32"""
    misplays: int = 0
    newest_plays: int = 0
    oldest_plays: int = 0
    discards: int = 0
    discards_with_hint: int = 0
    """discards although a hint token was there"""
    newest_discards: int = 0
    oldest_discards: int = 0

    @classmethod
    def of(cls, row: NDArray[np.uint64]) -> Counters:
        """Counters from a row that the core has written."""
        return cls(**dict(zip(COLUMNS, map(int, row), strict=True)))

    def __add__(self, other: Counters) -> Counters:
        return Counters(**{name: getattr(self, name) + getattr(other, name) for name in COLUMNS})


COLUMNS = tuple(field.name for field in _core.counter_fields())
"""names of the core's counters, in its order"""

if set(COLUMNS) != {field.name for field in fields(Counters)}:
    raise TamayaError(f"the core counts {', '.join(COLUMNS)}, which Counters does not name")
