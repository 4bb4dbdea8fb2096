"""Statistics of pairs by the distance of their niches."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya.numbers import Floats
from tamaya.qd.metrics.pairs import PairScores
from tamaya.qd.metrics.similarity import Similarity
from tamaya.stats import Estimate


@dataclass(frozen=True)
class AtDistance:
    """All ordered pairs of agents whose niches are so many steps apart."""

    steps: int
    """Manhattan distance of the niches; 0 is an agent with itself"""
    pairs: int
    score: Estimate
    hamming: float
    """places at which rule lists differ, on average"""
    hamming_sd: float
    """how much pairs differ in that"""
    similarity: Estimate
    """share of positions in which both do the same"""


def by_distance(
    apart: NDArray[np.int64], scores: PairScores, hamming: Floats, similarity: Similarity
) -> list[AtDistance]:
    """One line for each distance that occurs."""
    lines = []
    for steps in np.unique(apart):
        pairs = apart == steps
        lines.append(
            AtDistance(
                int(steps),
                int(pairs.sum()),
                scores.among(pairs),
                float(hamming[pairs].mean()),
                float(hamming[pairs].std()),
                similarity.among(pairs),
            )
        )
    return lines
