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
    """Statistics of all ordered pairs of agents whose niches have the same distance."""

    steps: int
    """Manhattan distance of the niches; 0 for an agent with itself"""
    pairs: int
    """number of pairs"""
    score: Estimate
    hamming: float
    """mean number of places at which the rule lists differ"""
    hamming_sd: float
    """standard deviation of that number between pairs"""
    similarity: Estimate
    """share of positions in which both agents make the same move"""


def by_distance(
    apart: NDArray[np.int64], scores: PairScores, hamming: Floats, similarity: Similarity
) -> list[AtDistance]:
    """Groups all pairs by the distance of their niches.

    :param apart: the distance of each pair, [agents, agents]
    :param hamming: the number of places at which the rule lists of each pair differ
    """
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
