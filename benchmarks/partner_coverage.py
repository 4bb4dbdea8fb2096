"""How well the partners of a test set of the benchmark cover their candidates.

python -m benchmarks.partner_coverage 0 42

It grows the full set of each seed for two players, and asks the candidates of each family for their
moves in positions that did not choose the partners. The difference of two agents is the share of
positions in which they move differently. The partners are compared with as many candidates drawn
without leaving out near-duplicates, and with a greedy choice that maximizes the smallest
difference.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from tamaya.benchmark import growing
from tamaya.benchmark.choosing import Chooser, Different, PartnerCandidate
from tamaya.benchmark.test_set import TestSet
from tamaya.game import Seed, Setup
from tamaya.numbers import Floats

Candidates = Mapping[str, Sequence[PartnerCandidate]]
DRAWS = 200
"""random draws whose numbers are averaged"""


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
    def of(cls, differences: Floats, chosen: Sequence[int]) -> Coverage:
        """The coverage of some candidates.

        :param differences: between all candidates, [candidates, candidates]
        """
        pairs = differences[np.ix_(chosen, chosen)][np.triu_indices(len(chosen), 1)]
        nearest = differences[:, list(chosen)].min(axis=1)
        return cls(*(float(x) for x in (pairs.mean(), pairs.min(), nearest.mean(), nearest.max())))

    @classmethod
    def average(cls, several: Sequence[Coverage]) -> Coverage:
        """Mean of each number."""
        rows = [(each.mean, each.closest, each.uncovered, each.farthest) for each in several]
        return cls(*np.mean(rows, axis=0).tolist())

    def __str__(self) -> str:
        return (
            f"mean difference {self.mean:5.1%}, closest pair {self.closest:5.1%}, "
            f"candidate to nearest partner {self.uncovered:5.1%} (at most {self.farthest:5.1%})"
        )


def grown(seed: Seed) -> tuple[TestSet, Candidates]:
    """The full set of a seed, grown anew, and all candidates."""
    candidates: dict[str, Sequence[PartnerCandidate]] = {}

    class Remembering(Chooser):
        def __init__(self, seed: Seed, setup: Setup, families: Candidates, most: int) -> None:
            candidates.update(families)
            super().__init__(seed, setup, families, most)

    with (
        tempfile.TemporaryDirectory() as folder,
        patch.object(growing, "Chooser", Remembering),
        patch.object(growing, "shipped_set", lambda *_: None),
    ):
        return growing.grow_test_set(seed, 2, cache=Path(folder)), candidates


def differences_of(moves: Sequence[NDArray[np.generic]]) -> Floats:
    """Shares of positions in which two agents move differently, [agents, agents]."""
    return np.array([[(a != b).mean() for b in moves] for a in moves])


def greedy(differences: Floats, first: int, count: int) -> list[int]:
    """The candidates that are farthest from all before them."""
    chosen = [first]
    while len(chosen) < count:
        chosen.append(int(differences[:, chosen].min(axis=1).argmax()))
    return chosen


def drawn(size: int, count: int, number: int) -> list[int]:
    """A random choice."""
    order = np.random.default_rng(number).permutation(size)
    return [int(place) for place in order[:count]]


@dataclass(frozen=True)
class Choices:
    """Candidates that were chosen in three ways, by their places."""

    chosen: list[int]
    greedy: list[int]
    drawn: list[list[int]]

    @classmethod
    def of(cls, differences: Floats, chosen: list[int]) -> Choices:
        """The partners of a family, and as many candidates chosen in other ways."""
        size, count = len(differences), len(chosen)
        draws = [drawn(size, count, number) for number in range(DRAWS)]
        return cls(chosen, greedy(differences, chosen[0], count), draws)

    def with_next(self, other: Choices, place: int) -> Choices:
        """These choices and those of the next family, whose first candidate has this place."""
        moved = [[place + i for i in choice] for choice in (other.chosen, other.greedy)]
        draws = [
            [*mine, *(place + i for i in more)]
            for mine, more in zip(self.drawn, other.drawn, strict=True)
        ]
        return Choices([*self.chosen, *moved[0]], [*self.greedy, *moved[1]], draws)

    def show(self, title: str, differences: Floats) -> None:
        """Prints the coverage."""
        average = Coverage.average([Coverage.of(differences, draw) for draw in self.drawn])
        print(f"{title}: {len(self.chosen)} of {len(differences)} candidates")
        print(f"  chosen  {Coverage.of(differences, self.chosen)}")
        print(f"  drawn   {average}")
        print(f"  greedy  {Coverage.of(differences, self.greedy)}", flush=True)


def report(seed: Seed) -> None:
    """Prints the coverage of each family, and of all together."""
    partners, candidates = grown(seed)
    print(f"seed {seed}, SHA-256 of the set {partners.hash}")
    every = [candidate for several in candidates.values() for candidate in several]
    moves = Different(seed + 10**6, Setup.parse(partners.setup), every).moves
    differences = differences_of([moves[candidate] for candidate in every])
    together, place = Choices([], [], [[] for _ in range(DRAWS)]), 0
    for family, several in candidates.items():
        names = [partner.name for partner in partners.of(family)]
        chosen = [i for i, candidate in enumerate(several) if candidate.name in names]
        own = differences[place : place + len(several), place : place + len(several)]
        choices = Choices.of(own, chosen)
        if 1 < len(chosen) < len(several):
            choices.show(family, own)
        together = together.with_next(choices, place)
        place += len(several)
    together.show("all of these, and families without a choice", differences)


if __name__ == "__main__":
    for word in sys.argv[1:]:
        report(int(word))
