"""Trains weights as the paper does: by factorial experiments on four weights at a time.

In Kantack 2021 an experiment tries 81 weight vectors, and the best one starts the next experiment,
until no vector beats the start. The paper does not say how far weights move, which four weights are
combined or how many games are played. Here a weight moves by `step` times its size, and each round
divides all weights at random into groups of four. When no experiment of a round beats its start,
the step is halved; after `halvings` such rounds, one more ends the training.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tamaya.agents.cyclone_terms import FREE
from tamaya.cyclone.objectives import Objective
from tamaya.cyclone.stage import Stage
from tamaya.numbers import Floats

GROUP = 4
LEVELS = (0, -1, 1)
"""multiples of the step; 0 comes first, so the start wins ties"""


@dataclass(frozen=True, kw_only=True)
class Factorial:
    """Settings of the experiments."""

    step: float = 0.5
    """how far weights move at first, as a fraction of their size"""
    least: float = 0.5
    """weights nearer to 0 move as if they had this size, so that they can change sign"""
    halvings: int = 2
    """how often the step is halved before the end"""
    most: int | None = None
    """weight vectors to try at most; None: until nothing improves"""
    seed: int = 0
    """decides which weights form a group"""


def grid(start: Floats, group: list[int], settings: Factorial, step: float) -> Floats:
    """Returns the 81 weight vectors of an experiment, the start first."""
    size = step * np.maximum(np.abs(start), settings.least)
    levels = np.array(list(itertools.product(LEVELS, repeat=len(group))), float)
    vectors = np.repeat(start[None], len(levels), axis=0)
    vectors[:, group] += levels * size[group]
    return vectors


def deal(rng: np.random.Generator, weights: int = len(FREE)) -> list[list[int]]:
    """Divides all weights into groups of four; the last group repeats weights of the first."""
    order = [int(place) for place in rng.permutation(weights)]
    order += order[: -len(order) % GROUP]
    return [order[at : at + GROUP] for at in range(0, len(order), GROUP)]


def factorial(
    objective: Objective, start: Floats, settings: Factorial, names: Sequence[str] = FREE
) -> Iterator[Stage]:
    """Trains on one block of decks and yields a stage after each experiment.

    :param names: names of the weights of a vector
    """
    rng = np.random.default_rng(settings.seed)
    tried, step, best = 0, settings.step, np.array(start, float)
    for _ in range(settings.halvings + 1):
        beaten = True
        while beaten:
            beaten = False
            for group in deal(rng, len(names)):
                vectors = grid(best, group, settings, step)
                if settings.most is not None and tried + len(vectors) > settings.most:
                    return
                values = objective.evaluate(vectors)
                winner = int(np.argmax(values))
                beaten |= winner != 0
                best, tried = vectors[winner], tried + len(vectors)
                moved = ", ".join(names[place] for place in group)
                yield Stage(best, float(values[winner]), tried, f"step {step:g}: {moved}")
        step /= 2
