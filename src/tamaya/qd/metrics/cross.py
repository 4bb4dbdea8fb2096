"""Compares agents of the same niche in pools of two runs: similarity and cross-play."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tamaya.agents import Elite
from tamaya.agents.elite import niche_text
from tamaya.arena import Backend
from tamaya.game import Setup, TamayaError
from tamaya.matchups import Pool
from tamaya.qd.metrics.games import Scores, Tell, over_decks, play_on_same_decks, quiet
from tamaya.qd.metrics.genomes import hamming_distances
from tamaya.qd.metrics.niches import corresponding, same_setup
from tamaya.qd.metrics.pool_metrics import MetricsSettings
from tamaya.qd.metrics.self_play import check_games
from tamaya.qd.metrics.similarity import Similarity, ask
from tamaya.stats import Estimate, paired_difference


@dataclass(frozen=True, eq=False)
class CrossMetrics:
    """Metrics of the niches that two pools have in common, in the order of the first pool."""

    ours: Pool
    theirs: Pool
    settings: MetricsSettings
    niches: tuple[str, ...]
    scores: Scores
    """[4, niches, decks]: our agent in seat 0 with theirs, their agent in seat 0 with ours, our
    agent with itself, their agent with itself"""
    hamming: NDArray[np.float64]
    """places at which the rule lists of each niche differ"""
    similarity: Similarity
    """share of equal moves of each niche, [1, niches]"""
    positions: int
    """number of recorded positions behind `similarity`"""
    positions_from: str
    """name of the pool whose self-play was recorded"""

    @property
    def crossed(self) -> Estimate:
        """Mean score of an agent with its counterpart, over both orders of seats."""
        return over_decks(self.scores[:2])

    @property
    def ours_first(self) -> Estimate:
        """Mean score with our agent in seat 0."""
        return over_decks(self.scores[0])

    @property
    def theirs_first(self) -> Estimate:
        """Mean score with their agent in seat 0."""
        return over_decks(self.scores[1])

    @property
    def alone(self) -> Estimate:
        """Mean score of both agents with themselves, in the same niches."""
        return over_decks(self.scores[2:])

    @property
    def loss(self) -> Estimate:
        """`crossed` minus `alone`, paired by deck."""
        crossed, alone = (part.mean(axis=(0, 1)) for part in (self.scores[:2], self.scores[2:]))
        difference = paired_difference(crossed, alone)
        return Estimate(difference.mean, difference.sem, self.scores.size)

    @property
    def mean_hamming(self) -> float:
        """Mean number of places at which the rule lists differ."""
        return float(self.hamming.mean())

    @property
    def hamming_sem(self) -> float:
        """Standard error of `mean_hamming`, with niches as the sample."""
        count = len(self.hamming)
        return float(self.hamming.std(ddof=1)) / math.sqrt(count) if count > 1 else math.nan

    @property
    def mean_similarity(self) -> Estimate:
        """Share of positions in which counterparts make the same move."""
        return self.similarity.among(np.ones((1, len(self.niches)), bool))

    def to_dict(self) -> dict[str, object]:
        """All metrics as plain values for JSON; nan becomes None."""
        from tamaya.qd.metrics.as_dict import cross_as_dict  # noqa: PLC0415

        return cross_as_dict(self)


def cross_metrics(
    pools: Sequence[Pool],
    settings: MetricsSettings | None = None,
    *,
    on: Backend | None = None,
    keep: str | Path | None = None,
    progress: Tell = quiet,
) -> list[CrossMetrics]:
    """Compares every two of several pools, niche by niche.

    For the similarity, all agents decide positions from the self-play of the first pool.

    :param on: backend that plays the games (default: all cores)
    :param keep: folder that caches finished games
    :raises TamayaError: for fewer than two pools, or pools with different set-ups or maps
    """
    settings = settings or MetricsSettings()
    if len(pools) < 2:
        raise TamayaError(f"cannot compare {len(pools)} pools (expected at least two)")
    setup = same_setup(*pools)
    shared = {
        (a, b): corresponding(pools[a], pools[b]) for a, b in combinations(range(len(pools)), 2)
    }
    check_games("self_games", settings.self_games, settings.first_seed)
    everybody = [elite for pool in pools for elite in pool.elites]
    answers = ask(
        pools[0],
        everybody,
        games=settings.recorded_games,
        first_seed=settings.first_seed,
        progress=lambda done: progress(0.5 * done),
    )
    starts = np.cumsum([0, *map(len, pools)])
    result = []
    for number, ((a, b), places) in enumerate(shared.items()):
        ours = [pools[a].elites[i] for i, _ in places]
        theirs = [pools[b].elites[j] for _, j in places]
        at = [[int(starts[a]) + i for i, _ in places], [int(starts[b]) + j for _, j in places]]
        scores = _crossed(ours, theirs, setup, settings, on, None if keep is None else Path(keep))
        result.append(
            CrossMetrics(
                pools[a],
                pools[b],
                settings,
                tuple(niche_text(elite.niche) for elite in ours),
                scores,
                np.diag(hamming_distances(ours, theirs)).copy(),
                answers.similarity(*at),
                answers.moves.shape[1],
                pools[0].name,
            )
        )
        progress(0.5 + 0.5 * (number + 1) / len(shared))
    return result


def _crossed(  # noqa: PLR0913, PLR0917
    ours: Sequence[Elite],
    theirs: Sequence[Elite],
    setup: Setup,
    settings: MetricsSettings,
    on: Backend | None,
    keep: Path | None,
) -> Scores:
    """[4, niches, decks]: crossed in both orders, then each with itself."""
    count = len(ours)
    a, b = np.arange(count), np.arange(count, 2 * count)
    rest = setup.players - 1
    teams = np.concatenate(
        [np.column_stack([x, *[y] * rest]) for x, y in ((a, b), (b, a), (a, a), (b, b))]
    ).astype(np.int32)
    scores = play_on_same_decks(
        [*ours, *theirs],
        teams,
        setup,
        games=settings.self_games,
        first_seed=settings.first_seed,
        strict=settings.strict,
        on=on,
        keep=keep,
    )
    return scores.reshape(4, count, settings.self_games)
