"""Trains weights by an evolution strategy (CMA-ES of pyribs).

A generation is drawn around the present weights and the better half of it draws them on. All of a
generation play the same decks, the next one others: what is left in the end has proved itself on
many decks. The result is the centre of the last generation, never its luckiest member.
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
    """weight vectors to try"""
    generation: int = 24
    """weight vectors of a generation"""
    spread: float = 0.5
    """how far the first generation strays, as a part of each weight's size"""
    least: float = 0.5
    """weights nearer to 0 stray as if they were of this size"""
    seed: int = 0


def evolve(objective: Objective, start: Floats, how: EvolutionMethod) -> Iterator[Stage]:
    """Trains; a stage is a generation.

    :raises TamayaError: if pyribs is not installed, or there are too few vectors for a generation
    """
    with extra("evolve", "training by evolution needs pyribs"):
        from ribs.emitters.opt import CMAEvolutionStrategy  # noqa: PLC0415
    least = how.generation + 2
    if how.most < least:
        raise TamayaError(f"{how.most} weight vectors (expected {least} or more: a generation)")
    size = np.maximum(np.abs(start), how.least)
    strategy = CMAEvolutionStrategy(how.spread, len(start), how.generation, how.seed)
    strategy.reset(start / size)
    tried, block = 0, 0
    while tried + how.generation + 2 <= how.most:
        centre, drawn = strategy.mean * size, strategy.ask() * size
        values = objective.evaluate(np.vstack([centre, drawn]), block)
        tried, block = tried + len(values), block + 1
        yield Stage(centre, float(values[0]), tried, f"step {strategy.sigma:.3g}")
        order = np.argsort(-values[1:], kind="stable")
        strategy.tell(order, values[1:][order], how.generation // 2)
        if strategy.check_stop(values[1:][order]):
            break
    centre = strategy.mean * size
    yield Stage(centre, float(objective.evaluate(centre[None], block)[0]), tried + 1, "the end")
