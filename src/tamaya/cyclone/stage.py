"""Progress of a training."""

from __future__ import annotations

from dataclasses import dataclass

from tamaya.numbers import Floats


@dataclass(frozen=True)
class Stage:
    """The weights after a step of training."""

    vector: Floats
    value: float
    """their rating by the objective, on the decks or decisions of the training"""
    tried: int
    """weight vectors evaluated so far"""
    description: str
    """the step, in words"""
