"""Judges moves by what the player who moved could know: rollouts from the player's own view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya.agents import CoreAgent
from tamaya.game import Move, Seat, State
from tamaya.search.trials import Trials, expected_score, try_moves
from tamaya.stats import Estimate, estimate, paired_difference
from tamaya.web.story.protocol import Verdict

CLEAR = 2.5
"""standard errors that a difference needs to count"""
LEAST = 0.35
"""points that a difference needs to count"""


@dataclass(frozen=True)
class Judged:
    """One turn, with what the player who moved knew."""

    turn: int
    seat: Seat
    move: Move
    trials: Trials
    best: Move
    before: float
    after: float
    change: Estimate
    choice: Estimate
    gain: Estimate

    @property
    def luck(self) -> float:
        """The part of the change that nobody could know."""
        return self.change.mean - self.choice.mean

    @property
    def blamed(self) -> bool:
        """Was another move clearly better, with what the player knew?"""
        return _counts(self.gain)

    @property
    def verdict(self) -> Verdict:
        """What made the turn important."""
        if self.blamed:
            return "risk" if self.change.mean > self.change.sem else "mistake"
        if _counts(self.choice):
            return "find"
        return "good_luck" if self.change.mean > 0 else "bad_luck"

    @property
    def weight(self) -> float:
        """How important the turn was: points, less one standard error."""
        change = abs(self.change.mean) - self.change.sem
        return max(change, self.gain.mean - self.gain.sem) if self.blamed else change


def _counts(difference: Estimate) -> bool:
    return difference.mean >= LEAST and difference.mean > CLEAR * difference.sem


@dataclass(frozen=True)
class Judge:
    """Judges the turns of one game.

    :param positions: the position before each turn, and after the last
    :param models: the agent that plays on for each seat in imagined games
    """

    positions: Sequence[State]
    models: Sequence[CoreAgent]
    seed: int = 0

    def expected(self, turn: int, seat: Seat, samples: int) -> NDArray[np.uint8]:
        """Final scores of imagined games from a seat's view before a turn."""
        state = self.positions[turn]
        if state.over:
            return np.full(samples, state.score, dtype=np.uint8)
        view = state.view(seat)
        return expected_score(view, self.models, samples=samples, seed=self._seed(turn, 0))

    def turn(self, turn: int, samples: int) -> Judged | None:
        """Judges a turn; None if the player gave up.

        The best move is chosen in other imagined games than those that measure its gain:
        otherwise the luckiest move would seem better than it is.
        """
        state = self.positions[turn]
        seat, move = state.current, self.positions[turn + 1].events[-1].move
        if move is None:
            return None
        view = state.view(seat)
        chosen = try_moves(view, self.models, samples=samples, seed=self._seed(turn, 1))
        best, seed = chosen.best, self._seed(turn, 2)
        trials = try_moves(view, self.models, samples=samples, seed=seed)
        model = expected_score(view, self.models, samples=samples, seed=seed)
        scores = trials.scores[:, trials.moves.index(move)]
        later = self.expected(turn + 1, seat, samples)
        return Judged(
            turn=turn,
            seat=seat,
            move=move,
            trials=trials,
            best=best,
            before=float(model.mean()),
            after=float(later.mean()),
            change=_difference(later, model),
            choice=paired_difference(scores, model),
            gain=trials.gain(best, move),
        )

    def _seed(self, turn: int, purpose: int) -> int:
        return self.seed + 1000 * turn + purpose


def _difference(later: NDArray[np.uint8], earlier: NDArray[np.uint8]) -> Estimate:
    """The difference of two independent means."""
    after, before = estimate(later), estimate(earlier)
    sem = float(np.hypot(after.sem, before.sem))
    return Estimate(after.mean - before.mean, sem, after.games)
