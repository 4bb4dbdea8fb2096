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
"""first seed of the census; evolution uses only lower seeds"""
_DIGITS = 6
_TEAMS = 200
"""elites played in one call; Ctrl-C waits for the call to end"""


@dataclass(frozen=True)
class Census:
    """Scores and features of all elites, in their order."""

    scores: list[Estimate]
    features: list[Mapping[str, float]]
    """all registered features of each elite"""
    scoring: str
    first_seed: int


def census(evolution: Evolution, backend: Backend, *, games: int = GAMES) -> Census:
    """Plays each elite with itself, all on the same decks."""
    settings, genes = evolution.settings, evolution.elites.genes
    scores: list[Estimate] = []
    measured: list[Mapping[str, float]] = []
    for at in range(0, len(genes), _TEAMS):
        part = genes[at : at + _TEAMS]
        own = np.arange(len(part), dtype=np.int32)
        played = backend.play(
            TeamRequest(
                setup=settings.game,
                rules=evolution.rules,
                genes=part,
                gives_up=settings.gives_up,
                teams=np.repeat(own[:, None], settings.game.players, axis=1),
                games=games,
                first_seeds=np.full(len(part), FIRST_SEED, np.uint64),
                strict=settings.strict,
            )
        )
        scores += [_rounded(estimate(row)) for row in played.scores]
        for rows in played.counters.sum(axis=1, dtype=np.uint64):
            counted = Counters.of(rows)
            measured.append({f.name: round(f(counted), _DIGITS) for f in features()})
    return Census(scores, measured, "strict" if settings.strict else "points kept", FIRST_SEED)


def _rounded(score: Estimate) -> Estimate:
    return Estimate(round(score.mean, _DIGITS), round(score.sem, _DIGITS), score.games)
