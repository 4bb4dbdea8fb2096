"""Compares moves by rollouts from the same imagined positions.

A player's view leaves its own hand and the deck open. A trial samples them as the view allows,
makes a move there, and lets a native model for each seat play on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.agents import CoreAgent
from tamaya.game import IllegalMoveError, Move, Seed, View
from tamaya.stats import Estimate, estimate, paired_difference


@dataclass(frozen=True)
class Trials:
    """Final scores of moves that were tried in the same imagined positions."""

    moves: tuple[Move, ...]
    scores: NDArray[np.uint8]
    """[samples, moves]; row by row the imagined position and the random numbers are the same"""

    @property
    def samples(self) -> int:
        """Number of imagined positions."""
        return len(self.scores)

    def value(self, move: Move) -> Estimate:
        """The expected final score after a move."""
        return estimate(self._column(move))

    def gain(self, better: Move, worse: Move) -> Estimate:
        """By how much one move beats another in the same positions."""
        return paired_difference(self._column(better), self._column(worse))

    @property
    def best(self) -> Move:
        """The move with the best mean. Ties: the first legal move."""
        return self.moves[int(self.scores.mean(axis=0).argmax())]

    def ranked(self) -> list[Move]:
        """All moves, the best mean first. Ties keep the order of legal moves."""
        means = self.scores.mean(axis=0)
        return [self.moves[place] for place in np.argsort(-means, kind="stable")]

    def _column(self, move: Move) -> NDArray[np.uint8]:
        return self.scores[:, self.moves.index(move)]


def try_moves(
    view: View, models: Sequence[CoreAgent], *, samples: int, seed: Seed, strict: bool = False
) -> Trials:
    """Tries every legal move of the viewer, who must be to move.

    :param models: the native agent that plays on in each seat
    :param samples: number of imagined positions
    :param strict: rollouts that lose the last life score 0; otherwise they keep their points
    :raises IllegalMoveError: if the viewer is not to move
    """
    moves = tuple(view.legal_moves())
    if not moves:
        raise IllegalMoveError(f"seat {view.me} is not to move: there is no move to try")
    scores = np.zeros((samples, len(moves)), dtype=np.uint8)
    _core.try_moves(view, list(moves), _policies(models), seed, strict=strict, out=scores)
    return Trials(moves, scores)


def expected_score(
    view: View, models: Sequence[CoreAgent], *, samples: int, seed: Seed, strict: bool = False
) -> NDArray[np.uint8]:
    """Final scores if the models play on from imagined positions, whoever is to move.

    With the same seed, row i is the same imagined position as in `try_moves`.
    """
    scores = np.zeros((samples, 1), dtype=np.uint8)
    _core.try_moves(view, [], _policies(models), seed, strict=strict, out=scores)
    return scores[:, 0]


def _policies(models: Sequence[CoreAgent]) -> _core.Policies:
    return _core.Policies([model.policy for model in models])
