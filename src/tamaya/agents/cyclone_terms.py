"""What Cyclone's moves are made of before they are weighed.

A move's value is linear in the weights: the sum of its terms, each times its weight. Whether a card
fits for certain, or is singled out, decides terms, never weights. So weights can be changed without
looking at positions again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.agents.families.cyclone import MISPLAY, MISPLAYS, WEIGHED, Weights
from tamaya.game import View
from tamaya.numbers import Floats

TERMS = tuple(_core.cyclone_terms())
"""in the order of the core; a misplay has three, with no, one and two lives lost"""
FREE = TERMS[1:-1]
"""those that have a weight: the order of weight vectors"""
FITS, END = 1.0, -1_000_000.0
"""what the first and the last term are always worth"""


@dataclass(frozen=True, eq=False)
class MoveTerms:
    """The terms of all legal moves of many positions, one position after the other."""

    first: NDArray[np.int64]
    """where each position's moves begin, and where the last ends"""
    actions: NDArray[np.int32]
    """the moves as action ids, rising within a position"""
    terms: NDArray[np.float64]
    """[moves, TERMS]"""

    def values(self, vectors: Floats) -> Floats:
        """What each move is worth to each of some weight vectors: [moves, vectors]."""
        vectors = np.atleast_2d(vectors)
        fixed = self.terms[:, :1] * FITS + self.terms[:, -1:] * END
        worth: Floats = self.terms[:, 1:-1] @ vectors.T + fixed
        return worth

    def chosen(self, vectors: Floats) -> NDArray[np.int64]:
        """The move that each weight vector makes in each position: [positions, vectors].

        As the agent's: the first of equal ones. Values that rounding alone tells apart are equal
        here, so that in about one of a thousand positions the agent makes another move.
        """
        vectors = np.atleast_2d(vectors)
        ends = np.repeat([[FITS, END]], len(vectors), axis=0)
        whole = np.ascontiguousarray(np.hstack([ends[:, :1], vectors, ends[:, 1:]]))
        made = np.zeros((len(self.first) - 1, len(vectors)), np.int64)
        _core.cyclone_choose(self.first, self.terms, whole, made)
        return made

    def place(self, actions: NDArray[np.int32]) -> NDArray[np.int64]:
        """Where in all moves the given move of each position stands."""
        position = np.repeat(np.arange(len(self.first) - 1), np.diff(self.first))
        found: NDArray[np.int64] = np.flatnonzero(self.actions == actions[position])
        return found


def terms_of(views: Sequence[View]) -> MoveTerms:
    """The terms of all legal moves of some views.

    :raises IllegalMoveError: if somebody else is to move
    """
    return MoveTerms(*_core.cyclone_terms_of(list(views)))


def vector_of(weights: Weights) -> Floats:
    """Weights as numbers in the order of `FREE`."""
    numbers: list[float] = []
    for name in WEIGHED:
        numbers += weights.misplay if name == MISPLAY else [weights.by_factor[name]]
    return np.array(numbers)


def weights_of(vector: Floats) -> Weights:
    """Numbers in the order of `FREE` as weights."""
    numbers = [float(number) for number in vector]
    at = WEIGHED.index(MISPLAY)
    costs = tuple(numbers[at : at + MISPLAYS])
    rest = numbers[:at] + numbers[at + MISPLAYS :]
    names = [name for name in WEIGHED if name != MISPLAY]
    return Weights(dict(zip(names, rest, strict=True)), costs)
