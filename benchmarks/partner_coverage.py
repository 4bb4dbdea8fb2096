"""How well the partners of a test set of the benchmark cover their candidates.

python -m benchmarks.partner_coverage 0 42
python -m benchmarks.partner_coverage quick 1 2 3 4 5

It grows the sets of these seeds for two players, and asks the candidates of each family for their
moves in positions that did not choose the partners. The difference of two agents is the share of
positions in which they move differently. The partners are compared with choices of as many
candidates in other ways, which may contain near-duplicates:

- drawn: a plain draw
- greedy: the candidates that are farthest apart
- members, medoids: the candidates are grouped around the greedy choice, and from each group a
  random one is taken, or the one in the middle

The last lines are means over the seeds.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from unittest.mock import patch

import numpy as np

from tamaya.benchmark import choosing, growing
from tamaya.benchmark.choosing import Different, PartnerCandidate
from tamaya.benchmark.test_set import TestSet
from tamaya.game import Seed, Setup
from tamaya.numbers import Floats

REPEATS = 50
"""random choices whose numbers are averaged"""
Places = list[int]


@dataclass(frozen=True)
class Coverage:
    """Differences in moves among chosen partners, and of all candidates from the nearest."""

    mean: float
    """mean difference of two partners"""
    closest: float
    """difference of the two partners that are most alike"""
    uncovered: float
    """mean difference of a candidate from the nearest partner"""
    farthest: float
    """the largest difference of a candidate from the nearest partner"""

    @classmethod
    def of(cls, differences: Floats, chosen: Places) -> Coverage:
        """The coverage of some candidates.

        :param differences: between all candidates, [candidates, candidates]
        """
        pairs = differences[np.ix_(chosen, chosen)][np.triu_indices(len(chosen), 1)]
        nearest = differences[:, chosen].min(axis=1)
        return cls(*(float(x) for x in (pairs.mean(), pairs.min(), nearest.mean(), nearest.max())))

    @classmethod
    def average(cls, several: Sequence[Coverage]) -> Coverage:
        """Mean of each number."""
        return cls(*np.mean([astuple(each) for each in several], axis=0).tolist())

    def __str__(self) -> str:
        return (
            f"mean difference {self.mean:5.1%}, closest pair {self.closest:5.1%}, "
            f"candidate to nearest partner {self.uncovered:5.1%} (at most {self.farthest:5.1%})"
        )


@dataclass(frozen=True)
class Choice:
    """The partners of a family, and the candidates they were chosen from."""

    candidates: Sequence[PartnerCandidate]
    partners: Sequence[PartnerCandidate]


def grown(seed: Seed, *, quick: bool) -> tuple[TestSet, list[Choice]]:
    """The set of a seed, grown anew, and all choices."""
    choices: list[Choice] = []

    class Remembering(Different):
        def best(
            self, candidates: Sequence[PartnerCandidate], most: int, dropped: list[str]
        ) -> list[PartnerCandidate]:
            partners = super().best(candidates, most, dropped)
            choices.append(Choice(candidates, partners))
            return list(partners)

    with (
        tempfile.TemporaryDirectory() as folder,
        patch.object(choosing, "Different", Remembering),
        patch.object(growing, "shipped_set", lambda *_: None),
    ):
        return growing.grow_test_set(seed, 2, quick=quick, cache=Path(folder)), choices


def greedy(differences: Floats, first: int, count: int) -> Places:
    """The candidates that are farthest from all before them."""
    chosen = [first]
    while len(chosen) < count:
        chosen.append(int(differences[:, chosen].min(axis=1).argmax()))
    return chosen


def groups(differences: Floats, centres: Places) -> list[Places]:
    """The candidates by their nearest centre."""
    nearest = differences[:, centres].argmin(axis=1)
    return [np.flatnonzero(nearest == group).tolist() for group in range(len(centres))]


def medoid(differences: Floats, group: Places) -> int:
    """The member with the smallest differences from the others."""
    return group[int(differences[np.ix_(group, group)].sum(axis=1).argmin())]


def drawn(differences: Floats, count: int, rng: np.random.Generator) -> Places:
    """A plain draw."""
    return [int(place) for place in rng.permutation(len(differences))[:count]]


def farthest(differences: Floats, count: int, rng: np.random.Generator) -> Places:
    """The greedy choice that starts with a random candidate."""
    return greedy(differences, int(rng.integers(len(differences))), count)


def members(differences: Floats, count: int, rng: np.random.Generator) -> Places:
    """A random member of each group around the greedy choice."""
    several = groups(differences, farthest(differences, count, rng))
    return [int(rng.choice(group)) for group in several]


def medoids(differences: Floats, count: int, rng: np.random.Generator) -> Places:
    """The middle of each group around the greedy choice."""
    several = groups(differences, farthest(differences, count, rng))
    return [medoid(differences, group) for group in several]


OTHERS: dict[str, Callable[[Floats, int, np.random.Generator], Places]] = {
    "drawn": drawn,
    "greedy": farthest,
    "members": members,
    "medoids": medoids,
}


def coverages(choice: Choice, moves: Different) -> dict[str, Coverage]:
    """The coverage of the partners, and of other choices."""
    actions = [moves.moves[candidate] for candidate in choice.candidates]
    differences = np.array([[(a != b).mean() for b in actions] for a in actions])
    rng = np.random.default_rng(1)
    chosen = [choice.candidates.index(partner) for partner in choice.partners]
    return {"chosen": Coverage.of(differences, chosen)} | {
        name: Coverage.average(
            [Coverage.of(differences, way(differences, len(chosen), rng)) for _ in range(REPEATS)]
        )
        for name, way in OTHERS.items()
    }


def report(seed: Seed, *, quick: bool) -> dict[str, dict[str, Coverage]]:
    """Prints the coverage of each family with a choice, and returns it."""
    partners, choices = grown(seed, quick=quick)
    family_of = {partner.name: partner.family for partner in partners.partners}
    print(f"seed {seed}, SHA-256 of the set {partners.hash}")
    every = list(dict.fromkeys(c for choice in choices for c in choice.candidates))
    moves = Different(seed + 10**6, Setup.parse(partners.setup), every)
    coverage_of_family = {}
    for choice in choices:
        if 1 < len(choice.partners) < len(choice.candidates):
            family = family_of[choice.partners[0].name]
            coverage_of_family[family] = coverages(choice, moves)
            size = f"{len(choice.partners)} of {len(choice.candidates)} candidates"
            show(f"{family}: {size}", coverage_of_family[family])
    return coverage_of_family


def show(title: str, coverage_of: dict[str, Coverage]) -> None:
    """Prints the coverage of several choices."""
    print(title)
    for way, coverage in coverage_of.items():
        print(f"  {way:8}{coverage}", flush=True)


def main(*words: str) -> None:
    """Prints the coverage for each seed, and the means over seeds."""
    seeds = [int(word) for word in words if word != "quick"]
    by_seed = [report(seed, quick="quick" in words) for seed in seeds]
    for family in dict.fromkeys(family for each in by_seed for family in each):
        several = [each[family] for each in by_seed if family in each]
        means = {
            way: Coverage.average([coverage_of[way] for coverage_of in several])
            for way in several[0]
        }
        show(f"{family}, mean of {len(several)} seeds", means)


if __name__ == "__main__":
    main(*sys.argv[1:])
