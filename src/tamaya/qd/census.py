"""Measures elites again on held-out decks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tamaya.arena import Backend, TeamRequest
from tamaya.features import Counters, features
from tamaya.qd.evolution import Evolution
from tamaya.stats import Estimate, estimate

GAMES = 1000
"""games of each elite, as in the papers"""
FIRST_SEED = 1 << 63
"""evolution's own seeds lie below"""
_DIGITS = 6
_TEAMS = 200
"""elites played in one call, so that Ctrl-C is heard"""


@dataclass(frozen=True)
class Census:
    """What the elites did, in their order."""

    scores: list[Estimate]
    features: list[Mapping[str, float]]
    """all registered features of each"""
    scoring: str
    first_seed: int


def census(evolution: Evolution, backend: Backend, *, games: int = GAMES) -> Census:
    """Plays each elite with itself, all on the same decks."""
    how, genes = evolution.how, evolution.elites.genes
    scores: list[Estimate] = []
    items: list[Mapping[str, float]] = []
    for at in range(0, len(genes), _TEAMS):
        part = genes[at : at + _TEAMS]
        own = np.arange(len(part), dtype=np.int32)
        played = backend.play(
            TeamRequest(
                setup=how.game,
                rules=evolution.rules,
                genes=part,
                gives_up=how.gives_up,
                teams=np.repeat(own[:, None], how.game.players, axis=1),
                games=games,
                first_seeds=np.full(len(part), FIRST_SEED, np.uint64),
                strict=how.strict,
            )
        )
        scores += [_rounded(estimate(row)) for row in played.scores]
        for rows in played.counters.sum(axis=1, dtype=np.uint64):
            counted = Counters.of(rows)
            items.append({f.name: round(f(counted), _DIGITS) for f in features()})
    return Census(scores, items, "strict" if how.strict else "points kept", FIRST_SEED)


def _rounded(found: Estimate) -> Estimate:
    return Estimate(round(found.mean, _DIGITS), round(found.sem, _DIGITS), found.games)
