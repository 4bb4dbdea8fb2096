"""Progress of a training."""

from __future__ import annotations

from dataclasses import dataclass

from tamaya.agents.cyclone_terms import Vector


@dataclass(frozen=True)
class Stage:
    """The weights after a step of training."""

    vector: Vector
    value: float
    """what the objective says of them, on the decks or decisions of the training"""
    tried: int
    """weight vectors evaluated so far"""
    told: str
    """what was done, in words"""
