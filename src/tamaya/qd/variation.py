"""Makes candidates: random genomes and children of elites. Genes are places in the rulebook."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya.qd.draws import Draws, Purpose
from tamaya.qd.settings import Settings

Genes = NDArray[np.uint16]
"""[genomes, length]"""


@dataclass(frozen=True, eq=False)
class Batch:
    """Candidates that are made and played together."""

    number: int
    """of the batch, from 0"""
    genes: Genes
    born: NDArray[np.int64]
    """numbers of the candidates"""

    def rows(self, which: NDArray[np.int64]) -> Batch:
        """Some of them."""
        return Batch(self.number, self.genes[which], self.born[which])


def random_genomes(draws: Draws, count: int, length: int, rules: int) -> Genes:
    """Genomes of different rules each: the beginnings of random orders of the rulebook."""
    return draws.orders(count, rules)[:, :length].astype(np.uint16)


def children(draws: Draws, parents: Genes, count: int, rules: int, how: Settings) -> Genes:
    """Children of uniformly drawn parents: crossover, then mutation, then a shifted gene."""
    length = parents.shape[1]
    made = parents[draws.below(len(parents), count)]
    others = parents[draws.below(len(parents), count)]
    crossed = draws.chance(how.crossover, count, 1) & draws.chance(0.5, count, length)
    made = np.where(crossed, others, made)
    fresh = draws.below(rules, count, length).astype(np.uint16)
    made = np.where(draws.chance(how.mutation, count, length), fresh, made)
    return _shifted(draws, made, how.shift)


def _shifted(draws: Draws, genes: Genes, probability: float) -> Genes:
    """Some genomes with one gene taken out and put in at another place."""
    count, length = genes.shape
    chosen = np.flatnonzero(draws.chance(probability, count))
    source, target = draws.below(length, count), draws.below(length, count)
    result = genes.copy()
    for row in chosen:
        rest = np.delete(genes[row], source[row])
        result[row] = np.insert(rest, target[row], genes[row, source[row]])
    return result


def made_batch(number: int, parents: Genes, rules: int, how: Settings) -> Batch:
    """The candidates of a batch: random at the start, children of `parents` later."""
    first = number * how.batch
    count = min(how.batch, how.candidates - first)
    random = min(count, max(0, how.random_start - first))
    if len(parents) == 0:  # nobody has survived so far
        random = count
    draws = Draws(how.seed, Purpose.genomes, number)
    genes = random_genomes(draws, random, how.length, rules)
    if random < count:
        genes = np.concatenate([genes, children(draws, parents, count - random, rules, how)])
    return Batch(number, genes, np.arange(first, first + count))
