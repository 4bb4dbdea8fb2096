"""Compares two pools niche by niche."""

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
    """One niche and the elite that each of two pools has there."""

    niche: str
    """the niche, or the agents' name if agents are paired by name"""
    ours: Elite | None
    theirs: Elite | None

    @property
    def score(self) -> Estimate | None:
        """Their score minus ours, with the error of independent samples; None unless both have
        one."""
        if self.ours is None or self.theirs is None:
            return None
        our_score, their_score = self.ours.score, self.theirs.score
        if our_score is None or their_score is None:
            return None
        return Estimate(
            their_score.mean - our_score.mean,
            math.hypot(our_score.sem, their_score.sem),
            min(our_score.games, their_score.games),
        )

    @property
    def distance(self) -> int | None:
        """Places at which the rule lists differ; None if one pool has no agent here."""
        if self.ours is None or self.theirs is None:
            return None
        return hamming(self.ours.genome, self.theirs.genome)


def hamming(ours: Genome, theirs: Genome) -> int:
    """The number of places at which two rule lists differ, including those that only one has."""
    return sum(a != b for a, b in zip_longest(ours, theirs))


def differences(ours: Pool, theirs: Pool) -> list[Difference]:
    """Pairs the elites of two pools by niche: niches of `ours` first, then those only in `theirs`.

    If a pool has agents without a niche, or several in one niche, agents are paired by name.

    :raises TamayaError: if the pools have different maps
    """
    if ours.grid and theirs.grid and (ours.features, ours.grid) != (theirs.features, theirs.grid):
        raise TamayaError(
            f"pools of different maps: {ours.name!r} has {_map(ours)}, "
            f"{theirs.name!r} {_map(theirs)}"
        )
    by_niche = _has_distinct_niches(ours) and _has_distinct_niches(theirs)
    a, b = (dict(_keyed(pool, by_niche)) for pool in (ours, theirs))
    return [Difference(key, a.get(key), b.get(key)) for key in dict.fromkeys([*a, *b])]


def _keyed(pool: Pool, by_niche: bool) -> Iterator[tuple[str, Elite]]:
    for elite in pool.elites:
        yield niche_text(elite.niche) if by_niche else elite.name, elite


def _has_distinct_niches(pool: Pool) -> bool:
    niches = [elite.niche for elite in pool.elites]
    return all(niches) and len(set(niches)) == len(niches)


def _map(pool: Pool) -> str:
    return f"{' x '.join(pool.features)} in {'x'.join(map(str, pool.grid))} cells"
