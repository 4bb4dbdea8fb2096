"""Trains weights as the paper does: by factorial experiments on four weights at a time.

Kantack 2021: 81 weight vectors are tried in an experiment and the best starts the next, until the
start itself is the best. The paper does not say how far weights move, which four are taken and how
many games are played. Here a weight moves by `step` times its size; a round deals all weights at
random into groups of four, so that in time any four meet. A round in which no start is beaten
halves the step, and after `halvings` of them the weights are a fixed point.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tamaya.agents.cyclone_terms import FREE
from tamaya.cyclone.objectives import Objective
from tamaya.cyclone.stage import Stage
from tamaya.numbers import Floats

GROUP = 4
LEVELS = (0, -1, 1)
"""kept first: of equal vectors the first wins, so the start wins ties"""


@dataclass(frozen=True, kw_only=True)
class Factorial:
    """How experiments are laid out."""

    step: float = 0.5
    """how far weights move at first, as a part of their size"""
    least: float = 0.5
    """weights nearer to 0 move as if they were of this size, so that they can change sign"""
    halvings: int = 2
    """how often the step is halved before the end"""
    most: int | None = None
    """weight vectors to try at most; None: until the fixed point"""
    seed: int = 0
    """which weights meet"""


def grid(start: Floats, group: list[int], how: Factorial, step: float) -> Floats:
    """The 81 vectors of an experiment, the start first."""
    size = step * np.maximum(np.abs(start), how.least)
    levels = np.array(list(itertools.product(LEVELS, repeat=len(group))), float)
    vectors = np.repeat(start[None], len(levels), axis=0)
    vectors[:, group] += levels * size[group]
    return vectors


def deal(rng: np.random.Generator) -> list[list[int]]:
    """All weights in groups of four, the last filled up with weights of the others."""
    order = [int(place) for place in rng.permutation(len(FREE))]
    order += order[: -len(order) % GROUP]
    return [order[at : at + GROUP] for at in range(0, len(order), GROUP)]


def factorial(objective: Objective, start: Floats, how: Factorial) -> Iterator[Stage]:
    """Trains on one block of decks; a stage is an experiment."""
    rng = np.random.default_rng(how.seed)
    tried, step, best = 0, how.step, np.array(start, float)
    for _ in range(how.halvings + 1):
        beaten = True
        while beaten:
            beaten = False
            for group in deal(rng):
                vectors = grid(best, group, how, step)
                if how.most is not None and tried + len(vectors) > how.most:
                    return
                values = objective.evaluate(vectors)
                winner = int(np.argmax(values))
                beaten |= winner != 0
                best, tried = vectors[winner], tried + len(vectors)
                names = ", ".join(FREE[place] for place in group)
                yield Stage(best, float(values[winner]), tried, f"step {step:g}: {names}")
        step /= 2
