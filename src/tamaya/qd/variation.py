"""Creates candidates: random genomes and children of elites. Genes are places in the rulebook."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya.qd.draws import Purpose, RandomStream
from tamaya.qd.settings import EvolutionSettings

Genes = NDArray[np.uint16]
"""[genomes, length]"""


@dataclass(frozen=True, eq=False)
class Batch:
    """Candidates that are created and played together."""

    number: int
    """number of the batch, from 0"""
    genes: Genes
    born: NDArray[np.int64]
    """numbers of the candidates"""

    def rows(self, which: NDArray[np.int64]) -> Batch:
        """The candidates in these rows."""
        return Batch(self.number, self.genes[which], self.born[which])


def random_genomes(draws: RandomStream, count: int, length: int, rules: int) -> Genes:
    """Random genomes, each without repeated rules."""
    return draws.orders(count, rules)[:, :length].astype(np.uint16)


def children(
    draws: RandomStream, parents: Genes, count: int, rules: int, settings: EvolutionSettings
) -> Genes:
    """Children of uniformly drawn parents: crossover, then mutation, then a shifted gene."""
    length = parents.shape[1]
    genes = parents[draws.below(len(parents), count)]
    others = parents[draws.below(len(parents), count)]
    crossed = draws.chance(settings.crossover, count, 1) & draws.chance(0.5, count, length)
    genes = np.where(crossed, others, genes)
    fresh = draws.below(rules, count, length).astype(np.uint16)
    genes = np.where(draws.chance(settings.mutation, count, length), fresh, genes)
    return _shifted(draws, genes, settings.shift)


def _shifted(draws: RandomStream, genes: Genes, probability: float) -> Genes:
    """The genomes; with this probability each, one gene is moved to another place."""
    count, length = genes.shape
    chosen = np.flatnonzero(draws.chance(probability, count))
    source, target = draws.below(length, count), draws.below(length, count)
    result = genes.copy()
    for row in chosen:
        rest = np.delete(genes[row], source[row])
        result[row] = np.insert(rest, target[row], genes[row, source[row]])
    return result


def next_batch(number: int, parents: Genes, rules: int, settings: EvolutionSettings) -> Batch:
    """Creates the candidates of a batch: random at the start, children of `parents` later."""
    first = settings.candidates_before(number)
    count = settings.candidates_before(number + 1) - first
    random = min(count, max(0, settings.random_start - first))
    if len(parents) == 0:  # there are no elites yet
        random = count
    draws = RandomStream(settings.seed, Purpose.genomes, number)
    genes = random_genomes(draws, random, settings.length, rules)
    if random < count:
        genes = np.concatenate([genes, children(draws, parents, count - random, rules, settings)])
    return Batch(number, genes, np.arange(first, first + count))
