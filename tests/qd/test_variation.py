"""Candidates are pure functions of the seed, varied as the settings say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tamaya.qd.draws import Purpose, RandomStream
from tamaya.qd.settings import EvolutionSettings
from tamaya.qd.variation import children, next_batch, random_genomes

RULES = 105


def draws(index: int = 0) -> RandomStream:
    return RandomStream(7, Purpose.genomes, index)


def test_draws_depend_on_seed_purpose_and_index_alone() -> None:
    first = draws().words(1000)
    assert np.array_equal(first, draws().words(1000))
    others = [RandomStream(8, Purpose.genomes, 0), RandomStream(7, Purpose.decks, 0), draws(1)]
    for other in others:
        assert not np.isin(first, other.words(1000)).any()
    parts = draws()
    assert np.array_equal(first, np.concatenate([parts.words(300), parts.words(700)]))


def test_draws_stay_what_they_are() -> None:
    # Saved runs resume with the same random numbers, so these must never change.
    assert draws().below(105, 6).tolist() == [102, 55, 7, 89, 62, 46]


def test_draws_are_uniform() -> None:
    counts = np.bincount(draws().below(10, 100_000), minlength=10)
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 27.9  # chi-square, 9 degrees, p = 0.001
    assert abs(draws().chance(0.1, 100_000).mean() - 0.1) < 0.004


def test_a_random_genome_has_no_rule_twice_and_all_rules_occur() -> None:
    genes = random_genomes(draws(), 500, 15, RULES)
    assert all(len(set(row)) == 15 for row in genes.tolist())
    assert len(np.unique(genes)) == RULES


def test_mutation_replaces_each_gene_with_its_chance() -> None:
    settings = EvolutionSettings(rulebook="published", mutation=0.1, crossover=0.0, shift=0.0)
    parents = np.full((1, 15), 104, np.uint16)
    genes = children(draws(), parents, 10_000, RULES, settings)
    # a new rule may be the old one again
    assert abs((genes != 104).mean() - 0.1 * 104 / 105) < 0.003


def test_crossover_takes_half_of_the_genes_from_the_other_parent() -> None:
    settings = EvolutionSettings(rulebook="published", mutation=0.0, crossover=0.5, shift=0.0)
    parents = np.stack([np.zeros(15, np.uint16), np.ones(15, np.uint16)])
    genes = children(draws(), parents, 20_000, RULES, settings)
    mixed = (genes.min(axis=1) != genes.max(axis=1)).mean()
    # Half of the children have two parents, and half of these have two different ones.
    assert abs(mixed - 0.25 * (1 - 2.0**-14)) < 0.012
    assert genes[genes.min(axis=1) != genes.max(axis=1)].mean() == pytest.approx(0.5, abs=0.01)


def test_a_shift_only_moves_one_gene() -> None:
    settings = EvolutionSettings(rulebook="published", mutation=0.0, crossover=0.0, shift=1.0)
    parents = np.arange(15, dtype=np.uint16)[None]
    genes = children(draws(), parents, 300, RULES, settings)
    for row in genes.tolist():
        assert sorted(row) == list(range(15))
        without_one = [[x for x in row if x != gone] for gone in range(15)]
        assert any(rest == sorted(rest) for rest in without_one)
    assert (genes != parents).any(axis=1).mean() > 0.8


def test_batches_are_random_first_and_children_later() -> None:
    settings = EvolutionSettings(rulebook="published", candidates=250, batch=100, random_start=150)
    parents = np.full((3, 15), 5, np.uint16)
    sizes = [len(next_batch(i, parents, RULES, settings).genes) for i in range(3)]
    assert sizes == [100, 100, 50]
    middle = next_batch(1, parents, RULES, settings)
    related = (middle.genes == 5).sum(axis=1)
    assert related[:50].max() <= 1
    assert related[50:].min() >= 8
    assert middle.born.tolist() == list(range(100, 200))
    without_parents = next_batch(2, parents[:0], RULES, replace(settings, seed=3))
    assert all(len(set(row)) == 15 for row in without_parents.genes.tolist())
