"""Counters of what a seat did in its games, as the core counts them."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya._core import TamayaError


@dataclass(frozen=True)
class Counters:
    """Counts of a seat's turns. Counters of several games or seats can be added."""

    turns: int = 0
    turns_with_hint: int = 0
    """turns with a hint token available"""
    hints: int = 0
    hints_with_token: int = 0
    color_hints: int = 0
    plays: int = 0
    known_at_play: int = 0
    """colors and ranks known of the played cards, from hints that touched them or not; 0 to 2 per
    card"""
    hinted_at_play: int = 0
    """the same, from hints that touched the card only"""
    playability: int = 0
    """sum of the probabilities that the played cards were playable, in units of 2**-32"""
    misplays: int = 0
    newest_plays: int = 0
    oldest_plays: int = 0
    discards: int = 0
    discards_with_hint: int = 0
    """discards with a hint token available"""
    newest_discards: int = 0
    oldest_discards: int = 0

    @classmethod
    def of(cls, row: NDArray[np.uint64]) -> Counters:
        """Converts a row of the core's counters."""
        return cls(**dict(zip(COLUMNS, map(int, row), strict=True)))

    def __add__(self, other: Counters) -> Counters:
        return Counters(**{name: getattr(self, name) + getattr(other, name) for name in COLUMNS})

    def __sub__(self, other: Counters) -> Counters:
        return Counters(**{name: getattr(self, name) - getattr(other, name) for name in COLUMNS})


COLUMNS = tuple(field.name for field in _core.counter_fields())
"""names of the core's counters, in its order"""

if tuple(field.name for field in fields(Counters)) != COLUMNS:
    raise TamayaError(f"Counters and the core differ (expected the fields {', '.join(COLUMNS)})")
