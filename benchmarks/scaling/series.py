"""A series of measurements, its growth, and its table."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Series:
    """Costs at several sizes, and how they grow."""

    title: str
    size: str
    """heading of the first column"""
    cost: str
    """heading of the second column"""
    points: Sequence[tuple[float, float]]
    """sizes and costs"""
    shown: Sequence[str]
    """text of each cost"""
    explanation: str

    @property
    def exponent(self) -> float:
        """Slope of log cost against log size by least squares: 1 means proportional."""
        xs = [math.log(size) for size, _ in self.points]
        ys = [math.log(cost) for _, cost in self.points]
        mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
        products = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
        return products / sum((x - mean_x) ** 2 for x in xs)

    def lines(self) -> list[str]:
        """The section of the page."""
        rows = zip(self.points, self.shown, strict=True)
        return [
            f"## {self.title}",
            f"| {self.size} | {self.cost} |",
            "|---|---|",
            *(f"| {size:,g} | {text} |" for (size, _), text in rows),
            "",
            f"The cost grows as the size to the power of {self.exponent:.2f}. {self.explanation}",
            "",
        ]


def cpu_seconds(work: Callable[[], object], rounds: int = 5) -> float:
    """The least CPU seconds of some rounds, which other programs disturb least."""
    spent = []
    for _ in range(rounds):
        started = time.process_time()
        work()
        spent.append(time.process_time() - started)
    return min(spent)
