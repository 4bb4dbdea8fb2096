"""Counts a single move."""

from __future__ import annotations

import numpy as np

from tamaya import _core
from tamaya.features.counters import COLUMNS, Counters
from tamaya.game import Move, View


def count_move(view: View, move: Move) -> Counters:
    """The counters of one move of the viewer.

    `misplays` stays 0: the view does not tell whether the played card was playable.
    """
    rows = np.zeros((view.setup.players, len(COLUMNS)), np.uint64)
    _core.record(rows, view, move)
    return Counters.of(rows[view.me])
