"""Cross-play: all pairs of a pool on the same decks."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tamaya.arena import Backend
from tamaya.game import Seed, Setup
from tamaya.matchups import Pool
from tamaya.numbers import Floats
from tamaya.qd.metrics.games import Scores, Tell, over_decks, play_on_same_decks, quiet
from tamaya.qd.metrics.niches import Pairs
from tamaya.qd.metrics.self_play import check_games, scoring_of
from tamaya.stats import Estimate


@dataclass(frozen=True, eq=False)
class PairScores:
    """Scores of all ordered pairs: one agent in seat 0, its partner in all other seats.

    It holds every single score, not sums: all pairs share their decks, so the error of a mean over
    pairs must be computed over decks.
    """

    pool: Pool
    scores: Scores
    """[agents in seat 0, partners, decks]"""
    first_seed: Seed
    scoring: str

    @property
    def games(self) -> int:
        """Games of each pair."""
        return int(self.scores.shape[2])

    @property
    def means(self) -> Floats:
        """Mean score of each pair."""
        return np.asarray(self.scores.mean(axis=2, dtype=np.float64))

    @property
    def overall(self) -> Estimate:
        """Mean over all pairs, agents with themselves included."""
        return over_decks(self.scores)

    @property
    def with_itself(self) -> Estimate:
        """Mean over agents with themselves."""
        own = np.arange(len(self.scores))
        return over_decks(self.scores[own, own])

    def among(self, pairs: Pairs) -> Estimate:
        """Mean over the selected pairs."""
        return over_decks(self.scores[pairs])

    @property
    def of_rows(self) -> list[Estimate]:
        """Mean of each agent in seat 0 over all partners."""
        return [over_decks(row) for row in self.scores]

    @property
    def of_columns(self) -> list[Estimate]:
        """Mean of each agent as the partner, in all other seats, over all agents in seat 0."""
        return [over_decks(self.scores[:, place]) for place in range(len(self.scores))]

    @property
    def of_agents(self) -> list[Estimate]:
        """Mean of each agent over all partners and both places."""
        return [
            over_decks(np.stack([self.scores[place], self.scores[:, place]]))
            for place in range(len(self.scores))
        ]

    @property
    def best_partners(self) -> NDArray[np.int64]:
        """For each agent in the seats after the first, the agent in seat 0 with the highest score.

        Ties: the first. With few games, luck decides among good agents.
        """
        return np.asarray(self.means.argmax(axis=0))

    @property
    def times_best(self) -> NDArray[np.int64]:
        """The number of agents for which each agent is the best partner."""
        return np.bincount(self.best_partners, minlength=len(self.scores))


def pearson(a: NDArray[np.float64], b: NDArray[np.float64]) -> Estimate:
    """Pearson's coefficient, with an error by Fisher's transform; nan if `a` or `b` is constant."""
    count = len(a)
    if count < 2 or a.std() == 0 or b.std() == 0:
        return Estimate(math.nan, math.nan, count)
    r = float(np.corrcoef(a, b)[0, 1])
    sem = (1 - r * r) / math.sqrt(count - 3) if count > 3 else math.nan
    return Estimate(r, sem, count)


def all_pairs(  # noqa: PLR0913
    pool: Pool,
    *,
    games: int = 20,
    first_seed: Seed = 0,
    strict: bool = False,
    on: Backend | None = None,
    keep: Path | None = None,
    progress: Tell = quiet,
) -> PairScores:
    """Plays every agent of a pool with every other and with itself.

    :param games: games of each ordered pair, on the seeds first_seed, first_seed + 1, ...
    :param keep: folder that caches finished games
    :raises TamayaError: for impossible numbers, or if an agent is not a plain rule list
    """
    check_games("games", games, first_seed)
    setup, count = Setup.parse(pool.setup), len(pool)
    first, other = np.divmod(np.arange(count * count, dtype=np.int32), np.int32(count))
    teams = np.column_stack([first, *[other] * (setup.players - 1)]).astype(np.int32)
    scores = play_on_same_decks(
        pool.elites,
        teams,
        setup,
        games=games,
        first_seed=first_seed,
        strict=strict,
        on=on,
        keep=keep,
        progress=progress,
    )
    return PairScores(pool, scores.reshape(count, count, games), first_seed, scoring_of(strict))


def correlation_of(self_means: NDArray[np.float64], with_all: list[Estimate]) -> Estimate:
    """Correlation of self-play scores with mean scores with all agents."""
    return pearson(self_means, np.array([score.mean for score in with_all]))
