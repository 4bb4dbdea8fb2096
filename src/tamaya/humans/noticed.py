"""Input features of models of people: positions and moves as rows of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.game import TamayaError
from tamaya.humans.games import HumanDecision

KINDS, SCENE = _core.PERSON_KINDS, _core.PERSON_SCENE
MARKS, HIDDEN = _core.PERSON_MARKS, _core.PERSON_HIDDEN
"""kinds of moves; numbers about a position and about a move; units between them and a verdict"""
KIND_NAMES = ("discard", "play", "hint")

Floats = NDArray[np.float32]
Rows = NDArray[np.int64]


@dataclass(frozen=True)
class Noticed:
    """Decisions as numbers. The rows of a decision's legal moves lie next to each other."""

    scenes: Floats
    """[decisions, SCENE]"""
    marks: Floats
    """[moves, MARKS]"""
    starts: Rows
    """first row of each decision, and the end of the last"""
    kinds: Rows
    """of each row, a place in `KIND_NAMES`"""
    chosen: Rows
    """of each decision, the row of the move that was made"""
    people: NDArray[np.str_]
    """of each decision, who made it"""

    def __len__(self) -> int:
        return len(self.scenes)

    @property
    def owners(self) -> Rows:
        """Of each row, the decision that it belongs to."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    def rows_of(self, decisions: Rows) -> tuple[Rows, Rows]:
        """The rows of some decisions one after the other, and where each decision starts."""
        sizes = np.diff(self.starts)[decisions]
        starts = np.concatenate([[0], np.cumsum(sizes)])
        steps = np.arange(starts[-1]) - np.repeat(starts[:-1], sizes)
        return np.repeat(self.starts[decisions], sizes) + steps, starts

    def only(self, which: NDArray[np.bool_]) -> Noticed:
        """Some of the decisions."""
        picked = np.flatnonzero(which)
        rows, starts = self.rows_of(picked)
        return Noticed(
            self.scenes[picked],
            self.marks[rows],
            starts,
            self.kinds[rows],
            self.chosen[picked] - self.starts[picked] + starts[:-1],
            self.people[picked],
        )


def notice(decisions: Sequence[HumanDecision]) -> Noticed:
    """Looks at decisions as a model of people does.

    :raises TamayaError: if there are none, or one of them is no legal move
    """
    if not decisions:
        raise TamayaError("no decisions to learn from")
    views = [decision.view for decision in decisions]
    count = _core.count_moves(views)
    scenes = np.zeros((len(views), SCENE), np.float32)
    marks = np.zeros((count, MARKS), np.float32)
    owners, ids = np.zeros(count, np.int32), np.zeros(count, np.int32)
    _core.notice(views, scenes, marks, owners, ids)
    made = np.array([d.move.action_id(d.view.setup) for d in decisions])
    chosen = np.flatnonzero(ids == made[owners])
    if len(chosen) != len(decisions):
        legal = set(owners[chosen].tolist())
        bad = next(d for i, d in enumerate(decisions) if i not in legal)
        raise TamayaError(f"{str(bad.move)!r} in game {bad.game} is no legal move")
    hands = np.array([view.setup.hand_size for view in views])[owners]
    return Noticed(
        scenes,
        marks,
        np.searchsorted(owners, np.arange(len(views) + 1)),
        np.where(ids < hands, 0, np.where(ids < 2 * hands, 1, 2)),
        chosen,
        np.array([decision.person for decision in decisions]),
    )
