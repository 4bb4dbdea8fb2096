"""How long the server takes to answer moves: from a page's frame to the frame that confirms it."""

from __future__ import annotations

from collections import deque

KEPT = 10_000
"""moves that are remembered"""


class AnswerTimes:
    """Seconds that the latest moves took."""

    def __init__(self) -> None:
        self._seconds: deque[float] = deque(maxlen=KEPT)

    def __len__(self) -> int:
        return len(self._seconds)

    def add(self, seconds: float) -> None:
        """Adds the time of one move."""
        self._seconds.append(seconds)

    def quantile(self, share: float) -> float:
        """The time within which this share of the moves was answered; 0 if there are none."""
        ordered = sorted(self._seconds)
        return ordered[round(share * (len(ordered) - 1))] if ordered else 0.0
