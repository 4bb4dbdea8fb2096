"""Counts what single moves add to a player's counters."""

from __future__ import annotations

import numpy as np

from tamaya import _core
from tamaya.features.counters import COLUMNS, Counters
from tamaya.game import Move, View


def count_move(view: View, move: Move) -> Counters:
    """What one move of the viewer adds to its counters, except `misplays`.

    Whether a play fits shows only when the card is turned over, which no view tells.
    """
    rows = np.zeros((view.setup.players, len(COLUMNS)), np.uint64)
    _core.record(rows, view, move)
    return Counters.of(rows[view.me])
