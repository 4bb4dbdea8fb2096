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
    """How much is played to measure pools."""

    games: int = 20
    """games of each ordered pair of a pool's agents"""
    self_games: int = 1000
    """games of each agent with itself, and of agents of one niche in different pools"""
    recorded_games: int = 10
    """games of each agent whose positions all agents are asked about"""
    first_seed: Seed = 0
    """decks of each kind of game begin here"""
    strict: bool = False
    """score 0 for bombed games"""


@dataclass(frozen=True, eq=False)
class PoolMetrics:
    """Measurements of one pool, and what follows from them."""

    pool: Pool
    how: MetricsSettings
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
        """How alike agents act."""
        return self.answers.similarities()

    @cached_property
    def by_distance(self) -> list[AtDistance]:
        """One line for each distance of niches."""
        return by_distance(self.apart, self.pairs, self.hamming, self.similarity)

    @cached_property
    def others(self) -> NDArray[np.bool_]:
        """Pairs of two agents."""
        return ~np.eye(len(self.pool), dtype=bool)

    @property
    def column_correlation(self) -> Estimate:
        """Self-play against the mean as a partner, in the seats after the first."""
        return correlation_of(self.self_play.means, self.pairs.of_columns)

    @property
    def row_correlation(self) -> Estimate:
        """Self-play against the mean in seat 0."""
        return correlation_of(self.self_play.means, self.pairs.of_rows)

    @property
    def mean_hamming(self) -> float:
        """Over all pairs of two agents; nan if there is only one."""
        return float(self.hamming[self.others].mean()) if len(self.pool) > 1 else math.nan

    @property
    def mean_similarity(self) -> Estimate:
        """Over all pairs of two agents."""
        return self.similarity.among(self.others)

    def to_dict(self) -> dict[str, object]:
        """Everything for machines; nan is None."""
        from tamaya.qd.metrics.as_dict import pool_as_dict  # noqa: PLC0415

        return pool_as_dict(self)


def pool_metrics(
    pool: Pool,
    how: MetricsSettings | None = None,
    *,
    on: Backend | None = None,
    keep: str | Path | None = None,
    progress: Tell = quiet,
) -> PoolMetrics:
    """Measures a pool: self-play, all pairs, and what its agents would do in the same positions.

    Results depend on the pool and the settings alone.

    :param on: who plays the games (default: all cores)
    :param keep: a folder where finished games are kept, so that they are not played again
    :param progress: told which share of the work is done
    :raises TamayaError: if agents have no niches, or are more than lists of rules
    """
    how = how or MetricsSettings()
    niches(pool)
    if len(pool) < 2:
        raise TamayaError(f"the pool {pool.name!r} has only one agent (expected at least two)")
    place = None if keep is None else Path(keep)
    seed, strict = how.first_seed, how.strict
    alone = self_play(
        pool,
        games=how.self_games,
        first_seed=seed,
        strict=strict,
        on=on,
        keep=place,
        progress=lambda done: progress(0.15 * done),
    )
    pairs = all_pairs(
        pool,
        games=how.games,
        first_seed=seed,
        strict=strict,
        on=on,
        keep=place,
        progress=lambda done: progress(0.15 + 0.6 * done),
    )
    answers = ask(
        pool,
        pool.elites,
        games=how.recorded_games,
        first_seed=seed,
        progress=lambda done: progress(0.75 + 0.25 * done),
    )
    return PoolMetrics(pool, how, alone, pairs, answers)
