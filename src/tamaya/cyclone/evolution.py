"""Trains weights by an evolution strategy (CMA-ES of pyribs).

Each generation is drawn around the current weights, and its better half moves them. All vectors of
a generation play the same decks; the next generation plays others, so the final weights have proved
themselves on many decks. The result is the centre of the last generation, not its luckiest member.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tamaya.cyclone.objectives import Objective
from tamaya.cyclone.stage import Stage
from tamaya.extras import extra
from tamaya.game import TamayaError
from tamaya.numbers import Floats


@dataclass(frozen=True, kw_only=True)
class EvolutionMethod:
    """Settings of the strategy."""

    most: int = 4000
    """weight vectors to try at most"""
    generation: int = 24
    """weight vectors in each generation"""
    spread: float = 0.5
    """standard deviation of the first generation, as a fraction of each weight's size"""
    least: float = 0.5
    """weights nearer to 0 vary as if they had this size"""
    seed: int = 0
    """seed of the random draws"""


def evolve(objective: Objective, start: Floats, settings: EvolutionMethod) -> Iterator[Stage]:
    """Trains weights and yields a stage after each generation.

    :raises TamayaError: if pyribs is not installed, or `most` does not allow one generation
    """
    with extra("evolve", "training by evolution needs pyribs"):
        from ribs.emitters.opt import CMAEvolutionStrategy  # noqa: PLC0415
    fewest = settings.generation + 2
    if settings.most < fewest:
        raise TamayaError(
            f"{settings.most} weight vectors (expected {fewest} or more, to try one generation)"
        )
    size = np.maximum(np.abs(start), settings.least)
    strategy = CMAEvolutionStrategy(settings.spread, len(start), settings.generation, settings.seed)
    strategy.reset(start / size)
    tried, block = 0, 0
    while tried + settings.generation + 2 <= settings.most:
        centre, candidates = strategy.mean * size, strategy.ask() * size
        values = objective.evaluate(np.vstack([centre, candidates]), block)
        tried, block = tried + len(values), block + 1
        yield Stage(centre, float(values[0]), tried, f"step {strategy.sigma:.3g}")
        order = np.argsort(-values[1:], kind="stable")
        strategy.tell(order, values[1:][order], settings.generation // 2)
        if strategy.check_stop(values[1:][order]):
            break
    centre = strategy.mean * size
    yield Stage(
        centre, float(objective.evaluate(centre[None], block)[0]), tried + 1, "last generation"
    )
