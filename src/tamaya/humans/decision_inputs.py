"""Inputs of models of people: positions ("scenes") and moves ("marks") as rows of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.game import TamayaError
from tamaya.humans.games import HumanDecision
from tamaya.numbers import SingleFloats

KINDS, SCENE = _core.PERSON_KINDS, _core.PERSON_SCENE
MARKS, HIDDEN = _core.PERSON_MARKS, _core.PERSON_HIDDEN
"""sizes: kinds of moves, inputs about the position, inputs about a move, hidden units"""
KIND_NAMES = ("discard", "play", "hint")

Rows = NDArray[np.int64]


@dataclass(frozen=True)
class DecisionInputs:
    """Decisions as numbers, with one row for each legal move of each decision."""

    scenes: SingleFloats
    """the position of each decision: [decisions, SCENE]"""
    marks: SingleFloats
    """each legal move: [rows, MARKS]"""
    starts: Rows
    """first row of each decision, and one entry more for the end of the last"""
    kinds: Rows
    """index into `KIND_NAMES` for each row"""
    chosen: Rows
    """row of the person's move for each decision"""
    people: NDArray[np.str_]
    """person of each decision"""

    def __len__(self) -> int:
        return len(self.scenes)

    @property
    def owners(self) -> Rows:
        """The decision of each row."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    def rows_of(self, decisions: Rows) -> tuple[Rows, Rows]:
        """The rows of some decisions, concatenated, and the start of each decision."""
        sizes = np.diff(self.starts)[decisions]
        starts = np.concatenate([[0], np.cumsum(sizes)])
        steps = np.arange(starts[-1]) - np.repeat(starts[:-1], sizes)
        return np.repeat(self.starts[decisions], sizes) + steps, starts

    def only(self, which: NDArray[np.bool_]) -> DecisionInputs:
        """The marked decisions."""
        picked = np.flatnonzero(which)
        rows, starts = self.rows_of(picked)
        return DecisionInputs(
            self.scenes[picked],
            self.marks[rows],
            starts,
            self.kinds[rows],
            self.chosen[picked] - self.starts[picked] + starts[:-1],
            self.people[picked],
        )


def decision_inputs(decisions: Sequence[HumanDecision]) -> DecisionInputs:
    """Computes the inputs of a model of people.

    :raises TamayaError: if there are no decisions, or a move is illegal
    """
    if not decisions:
        raise TamayaError("no decisions to learn from")
    views = [decision.view for decision in decisions]
    count = _core.count_moves(views)
    scenes = np.zeros((len(views), SCENE), np.float32)
    marks = np.zeros((count, MARKS), np.float32)
    owners, ids = np.zeros(count, np.int32), np.zeros(count, np.int32)
    _core.notice(views, scenes, marks, owners, ids)
    actions = np.array([d.move.action_id(d.view.setup) for d in decisions])
    chosen = np.flatnonzero(ids == actions[owners])
    if len(chosen) != len(decisions):
        legal = set(owners[chosen].tolist())
        bad = next(d for i, d in enumerate(decisions) if i not in legal)
        raise TamayaError(f"{str(bad.move)!r} in game {bad.game} is not a legal move")
    hands = np.array([view.setup.hand_size for view in views])[owners]
    return DecisionInputs(
        scenes,
        marks,
        np.searchsorted(owners, np.arange(len(views) + 1)),
        np.where(ids < hands, 0, np.where(ids < 2 * hands, 1, 2)),
        chosen,
        np.array([decision.person for decision in decisions]),
    )
