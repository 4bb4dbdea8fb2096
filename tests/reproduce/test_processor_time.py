"""The processor time of experiments."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from tamaya.reproduce import processor_time
from tamaya.reproduce.processor_time import Clock, uncounted


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Adds seconds of processor time, without work."""
    seconds = [100.0]
    monkeypatch.setattr(processor_time, "_total", lambda: seconds[0])
    monkeypatch.setattr(Clock, "uncounted_seconds", 0.0)

    def add(more: float) -> None:
        seconds[0] += more

    return add


def test_a_clock_counts_the_minutes_since_it_began(work: Callable[[float], None]) -> None:
    work(30)
    clock = Clock()
    work(90)
    assert clock.minutes == 1.5


def test_no_clock_counts_work_that_is_kept_for_others(work: Callable[[float], None]) -> None:
    clock = Clock()
    work(60)
    with uncounted():
        work(600)
    work(6)
    assert clock.minutes == 1.1


def test_the_time_of_this_process_is_counted() -> None:
    process, total = time.process_time(), processor_time._total()
    while time.process_time() < process + 0.1:
        pass
    assert processor_time._total() - total >= 0.08  # the system counts in steps of 0.01 seconds
