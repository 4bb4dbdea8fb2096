"""Counters of what a seat did in its games, as the core counts them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from tamaya import _core

COLUMNS = tuple(field.name for field in _core.counter_fields())
"""names of the core's counters, in its order"""
Kind = TypeVar("Kind")


def _with_columns(kind: type[Kind]) -> type[Kind]:
    """Makes a dataclass with a field for each counter of the core; each is 0 unless given."""
    kind.__annotations__ = dict.fromkeys(COLUMNS, int)
    for name in COLUMNS:
        setattr(kind, name, 0)
    return dataclass(frozen=True)(kind)


@_with_columns
class Counters:
    """Counts of a seat's turns, like `c.plays`. Counters of several games or seats can be added.

    The core defines the fields (`cpp/tamaya/counters.hpp`), and `COLUMNS` lists their names. Most
    count turns of a kind. `turns_with_hint` and `discards_with_hint` count turns with a hint token
    available. The others are sums over the played cards:

    - `known_at_play`: colors and ranks that the player knew from all hints, 0 to 2 per card;
      `hinted_at_play`: the same, but only from hints that touched the card.
    - `playability`: probabilities that the card was playable, in units of 2**-32.
    """

    if TYPE_CHECKING:

        def __init__(self, *counts: int, **named: int) -> None: ...
        def __getattr__(self, name: str) -> int: ...

    @classmethod
    def of(cls, row: NDArray[np.uint64]) -> Counters:
        """Converts a row of the core's counters."""
        return cls(**dict(zip(COLUMNS, map(int, row), strict=True)))

    def __add__(self, other: Counters) -> Counters:
        return Counters(**{name: getattr(self, name) + getattr(other, name) for name in COLUMNS})

    def __sub__(self, other: Counters) -> Counters:
        return Counters(**{name: getattr(self, name) - getattr(other, name) for name in COLUMNS})
