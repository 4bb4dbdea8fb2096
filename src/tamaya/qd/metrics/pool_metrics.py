"""All metrics of one evolved pool."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tamaya.arena import Backend
from tamaya.game import Seed, TamayaError
from tamaya.matchups import Pool
from tamaya.numbers import Floats
from tamaya.qd.metrics.by_distance import AtDistance, by_distance
from tamaya.qd.metrics.games import Tell, quiet
from tamaya.qd.metrics.genomes import hamming_distances
from tamaya.qd.metrics.niches import manhattan, niches
from tamaya.qd.metrics.pairs import PairScores, all_pairs, correlation_of
from tamaya.qd.metrics.self_play import SelfPlay, self_play
from tamaya.qd.metrics.similarity import Answers, Similarity, ask
from tamaya.stats import Estimate


@dataclass(frozen=True, kw_only=True)
class MetricsSettings:
    """Numbers of games that measure pools."""

    games: int = 20
    """games of each ordered pair of a pool's agents"""
    self_games: int = 1000
    """games of each agent with itself, and of agents of one niche in different pools"""
    recorded_games: int = 10
    """games of each agent whose positions all agents decide, to compare their moves"""
    first_seed: Seed = 0
    """first deck of each kind of game"""
    strict: bool = False
    """whether bombed games score 0"""


@dataclass(frozen=True, eq=False)
class PoolMetrics:
    """Measurements of one pool, and the metrics computed from them."""

    pool: Pool
    settings: MetricsSettings
    self_play: SelfPlay
    pairs: PairScores
    answers: Answers

    @cached_property
    def apart(self) -> NDArray[np.int64]:
        """Manhattan distances of the niches."""
        return manhattan(niches(self.pool))

    @cached_property
    def hamming(self) -> Floats:
        """Hamming distances of the genomes."""
        return hamming_distances(self.pool.elites)

    @cached_property
    def similarity(self) -> Similarity:
        """Share of equal moves of every two agents."""
        return self.answers.similarities()

    @cached_property
    def by_distance(self) -> list[AtDistance]:
        """Statistics of pairs for each distance of niches."""
        return by_distance(self.apart, self.pairs, self.hamming, self.similarity)

    @cached_property
    def others(self) -> NDArray[np.bool_]:
        """Mask of the pairs of two different agents."""
        return ~np.eye(len(self.pool), dtype=bool)

    @property
    def column_correlation(self) -> Estimate:
        """Correlation of self-play with the mean score in the seats after the first."""
        return correlation_of(self.self_play.means, self.pairs.of_columns)

    @property
    def row_correlation(self) -> Estimate:
        """Correlation of self-play with the mean score in seat 0."""
        return correlation_of(self.self_play.means, self.pairs.of_rows)

    @property
    def mean_hamming(self) -> float:
        """Mean Hamming distance of two different agents; nan if there is only one agent."""
        return float(self.hamming[self.others].mean()) if len(self.pool) > 1 else math.nan

    @property
    def mean_similarity(self) -> Estimate:
        """Mean share of equal moves of two different agents."""
        return self.similarity.among(self.others)

    def to_dict(self) -> dict[str, object]:
        """All metrics as plain values for JSON; nan becomes None."""
        from tamaya.qd.metrics.as_dict import pool_as_dict  # noqa: PLC0415

        return pool_as_dict(self)


def pool_metrics(
    pool: Pool,
    settings: MetricsSettings | None = None,
    *,
    on: Backend | None = None,
    keep: str | Path | None = None,
    progress: Tell = quiet,
) -> PoolMetrics:
    """Measures a pool: self-play, cross-play, and the moves of all agents in the same positions.

    Results depend only on the pool and the settings.

    :param on: backend that plays the games (default: all cores)
    :param keep: folder that caches finished games
    :param progress: called with the share of the work that is done
    :raises TamayaError: if agents have no niches, or are not plain rule lists
    """
    settings = settings or MetricsSettings()
    niches(pool)
    if len(pool) < 2:
        raise TamayaError(f"the pool {pool.name!r} has only one agent (expected at least two)")
    cache = None if keep is None else Path(keep)
    seed, strict = settings.first_seed, settings.strict
    alone = self_play(
        pool,
        games=settings.self_games,
        first_seed=seed,
        strict=strict,
        on=on,
        keep=cache,
        progress=lambda done: progress(0.15 * done),
    )
    pairs = all_pairs(
        pool,
        games=settings.games,
        first_seed=seed,
        strict=strict,
        on=on,
        keep=cache,
        progress=lambda done: progress(0.15 + 0.6 * done),
    )
    answers = ask(
        pool,
        pool.elites,
        games=settings.recorded_games,
        first_seed=seed,
        progress=lambda done: progress(0.75 + 0.25 * done),
    )
    return PoolMetrics(pool, settings, alone, pairs, answers)
