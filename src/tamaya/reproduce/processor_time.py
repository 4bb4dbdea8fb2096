"""Measures the processor time of experiments."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

_SECONDS_PER_MINUTE = 60
_DIGITS = 3


class Clock:
    """Measures the processor time that passes from now on."""

    uncounted_seconds = 0.0
    """seconds of this process that no clock counts"""

    def __init__(self) -> None:
        self._start = _counted()

    @property
    def minutes(self) -> float:
        """Processor minutes of all threads and finished child processes, to three decimals."""
        return round((_counted() - self._start) / _SECONDS_PER_MINUTE, _DIGITS)


@contextmanager
def uncounted() -> Iterator[None]:
    """No clock counts what happens inside: work whose result is kept for other experiments."""
    start = _total()
    try:
        yield
    finally:
        Clock.uncounted_seconds += _total() - start


def _counted() -> float:
    return _total() - Clock.uncounted_seconds


def _total() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
