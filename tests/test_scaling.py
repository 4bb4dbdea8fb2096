"""The page of growing costs states the growth of what was measured."""

from __future__ import annotations

import pytest
from benchmarks.scaling.series import Series


def test_the_exponent_is_that_of_the_power_law() -> None:
    points = [(size, 0.5 * size**2) for size in (1.0, 2.0, 4.0, 10.0)]
    series = Series("Title", "agents", "seconds", points, ["a", "b", "c", "d"], "Because.")
    assert series.exponent == pytest.approx(2)
    lines = series.lines()
    assert lines[:3] == ["## Title", "| agents | seconds |", "|---|---|"]
    assert "| 10 | d |" in lines
    assert lines[-2] == "The cost grows as the size to the power of 2.00. Because."
