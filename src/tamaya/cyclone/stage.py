"""Progress of a training."""

from __future__ import annotations

from dataclasses import dataclass

from tamaya.numbers import Floats


@dataclass(frozen=True)
class Stage:
    """The weights after a step of training."""

    vector: Floats
    value: float
    """what the objective says of them, on the decks or decisions of the training"""
    tried: int
    """weight vectors evaluated so far"""
    told: str
    """what was done, in words"""
