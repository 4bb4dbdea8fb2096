"""What differs between two pools, niche by niche."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from tamaya.agents import Elite
from tamaya.agents.elite import niche_text
from tamaya.game import TamayaError
from tamaya.matchups.pool import Pool
from tamaya.rules import Genome
from tamaya.stats import Estimate


@dataclass(frozen=True)
class Difference:
    """One niche of two pools: who holds it in each."""

    niche: str
    """or the agents' name, where niches do not tell agents apart"""
    ours: Elite | None
    theirs: Elite | None

    @property
    def score(self) -> Estimate | None:
        """Theirs - ours, the samples taken as independent; None unless both were measured."""
        if self.ours is None or self.theirs is None:
            return None
        a, b = self.ours.score, self.theirs.score
        if a is None or b is None:
            return None
        return Estimate(b.mean - a.mean, math.hypot(a.sem, b.sem), min(a.games, b.games))

    @property
    def distance(self) -> int | None:
        """Places at which the rule lists differ; None unless both are there."""
        if self.ours is None or self.theirs is None:
            return None
        return hamming(self.ours.genome, self.theirs.genome)


def hamming(ours: Genome, theirs: Genome) -> int:
    """Places at which two rule lists differ, those that only one has included."""
    return sum(a != b for a, b in zip_longest(ours, theirs))


def differences(ours: Pool, theirs: Pool) -> list[Difference]:
    """Every niche that somebody holds, in the order of ours, then of theirs.

    Where a pool has several agents in a niche, or agents without one, they are paired by name.

    :raises TamayaError: if the pools have different maps
    """
    if ours.grid and theirs.grid and (ours.features, ours.grid) != (theirs.features, theirs.grid):
        raise TamayaError(
            f"pools of different maps: {ours.name!r} has {_map(ours)}, "
            f"{theirs.name!r} {_map(theirs)}"
        )
    by_niche = _tells_apart(ours) and _tells_apart(theirs)
    a, b = (dict(_keyed(pool, by_niche)) for pool in (ours, theirs))
    return [Difference(key, a.get(key), b.get(key)) for key in dict.fromkeys([*a, *b])]


def _keyed(pool: Pool, by_niche: bool) -> Iterator[tuple[str, Elite]]:
    for elite in pool.elites:
        yield niche_text(elite.niche) if by_niche else elite.name, elite


def _tells_apart(pool: Pool) -> bool:
    niches = [elite.niche for elite in pool.elites]
    return all(niches) and len(set(niches)) == len(niches)


def _map(pool: Pool) -> str:
    return f"{' x '.join(pool.features)} in {'x'.join(map(str, pool.grid))} cells"
