"""The terms of Cyclone's moves, before they are multiplied by weights.

The value of a move is the sum of its terms, each times its weight. The terms follow from the
position alone, so training computes them once and tries many weights.
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
"""in the order of the core; a misplay has three: with no, one and two lives lost"""
FREE = TERMS[1:-1]
"""terms with a weight, in the order of weight vectors"""
FITS, END = 1.0, -1_000_000.0
"""fixed weights of the first and the last term"""


@dataclass(frozen=True, eq=False)
class MoveTerms:
    """The terms of all legal moves of many positions, one position after the other."""

    first: NDArray[np.int64]
    """index of each position's first move, and one entry more for the end of the last"""
    actions: NDArray[np.int32]
    """the moves as action ids, ascending within a position"""
    terms: NDArray[np.float64]
    """[moves, TERMS]"""

    def values(self, vectors: Floats) -> Floats:
        """The value of each move under each weight vector: [moves, vectors]."""
        vectors = np.atleast_2d(vectors)
        fixed = self.terms[:, :1] * FITS + self.terms[:, -1:] * END
        worth: Floats = self.terms[:, 1:-1] @ vectors.T + fixed
        return worth

    def chosen(self, vectors: Floats) -> NDArray[np.int64]:
        """The move that each weight vector chooses in each position: [positions, vectors].

        Ties go to the first move, as in the agent. Values that differ only by rounding count as
        ties here, so in about one of a thousand positions the agent chooses another move.
        """
        vectors = np.atleast_2d(vectors)
        ends = np.repeat([[FITS, END]], len(vectors), axis=0)
        weights = np.ascontiguousarray(np.hstack([ends[:, :1], vectors, ends[:, 1:]]))
        chosen = np.zeros((len(self.first) - 1, len(vectors)), np.int64)
        _core.cyclone_choose(self.first, self.terms, weights, chosen)
        return chosen

    def place(self, actions: NDArray[np.int32]) -> NDArray[np.int64]:
        """The row in `actions` of one given move of each position."""
        position = np.repeat(np.arange(len(self.first) - 1), np.diff(self.first))
        indices: NDArray[np.int64] = np.flatnonzero(self.actions == actions[position])
        return indices


def terms_of(views: Sequence[View]) -> MoveTerms:
    """Computes the terms of all legal moves in many views.

    :raises IllegalMoveError: if another seat is to move in one of the views
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
    by_factor = numbers[:at] + numbers[at + MISPLAYS :]
    names = [name for name in WEIGHED if name != MISPLAY]
    return Weights(dict(zip(names, by_factor, strict=True)), costs)
