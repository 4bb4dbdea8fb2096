"""Evaluates candidates: points in self-play, or with given partners."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.arena import Backend, TeamRequest
from tamaya.features import COLUMNS
from tamaya.game import Setup
from tamaya.qd.settings import Settings
from tamaya.qd.variation import Genes
from tamaya.rules import RuleSpec

Scores = NDArray[np.uint8]
"""points of each game, the last axis games: columns of equal place have equal decks and partners"""


@dataclass(frozen=True, eq=False)
class PlayedGames:
    """What some genomes did on a block of decks."""

    scores: Scores
    """[genomes, games of a block]"""
    counters: NDArray[np.uint64]
    """the genome's own behaviour, [genomes, counters]"""


@dataclass(frozen=True, eq=False)
class Evaluator:
    """Plays genomes and says how good they are. A block of games is the unit of play."""

    how: Settings
    setup: Setup
    rules: Sequence[RuleSpec]
    backend: Backend
    partners: tuple[_core.Policy, ...] = ()
    best_known: NDArray[np.float64] | None = None
    """for `regret`: the best score known with each partner"""

    @property
    def share(self) -> int:
        """Games of a block with each partner in each seat order."""
        return max(1, self.how.games // max(1, 2 * len(self.partners)))

    @property
    def block_games(self) -> int:
        """Games of one block."""
        return self.how.games if not self.partners else 2 * len(self.partners) * self.share

    def play(self, genes: Genes, first_seeds: NDArray[np.uint64]) -> PlayedGames:
        """Plays a block of each genome on seeds from its own on."""
        if self.partners:
            return self._with_partners(genes, first_seeds)
        return self._alone(genes, first_seeds)

    def _request(
        self, genes: Genes, teams: NDArray[np.int32], first_seeds: NDArray[np.uint64], games: int
    ) -> TeamRequest:
        return TeamRequest(
            setup=self.setup,
            rules=self.rules,
            genes=genes,
            gives_up=self.how.gives_up,
            others=self.partners,
            teams=teams,
            first_seeds=first_seeds,
            games=games,
            strict=self.how.strict,
        )

    def _alone(self, genes: Genes, first_seeds: NDArray[np.uint64]) -> PlayedGames:
        own = np.arange(len(genes), dtype=np.int32)
        teams = np.repeat(own[:, None], self.setup.players, axis=1)
        done = self.backend.play(self._request(genes, teams, first_seeds, self.how.games))
        return PlayedGames(done.scores, done.counters.sum(axis=1, dtype=np.uint64))

    def _with_partners(self, genes: Genes, first_seeds: NDArray[np.uint64]) -> PlayedGames:
        """For each partner the genome sits first in half of the games and last in the others."""
        count, players, pairs = len(genes), self.setup.players, 2 * len(self.partners)
        partner = np.arange(pairs) // 2 + count
        seats = np.where(np.arange(pairs) % 2 == 0, 0, players - 1)
        teams = np.repeat(np.tile(partner, count)[:, None], players, axis=1).astype(np.int32)
        rows = np.arange(count * pairs)
        teams[rows, np.tile(seats, count)] = np.repeat(np.arange(count), pairs)
        steps = np.arange(pairs, dtype=np.uint64) * np.uint64(self.share)
        seeds = (first_seeds[:, None] + steps).reshape(-1)
        done = self.backend.play(self._request(genes, teams, seeds, self.share))
        own = done.counters[rows, np.tile(seats, count)].reshape(count, pairs, len(COLUMNS))
        return PlayedGames(
            done.scores.reshape(count, self.block_games), own.sum(axis=1, dtype=np.uint64)
        )

    def fitness(self, scores: Scores) -> NDArray[np.float64]:
        """The objective, from scores [..., blocks, games of a block] or [..., games of a block].

        Blocks must be given where there are several, since partners take turns inside a block.
        """
        if self.how.objective in ("self_play", "mean"):
            return np.asarray(scores.mean(axis=tuple(range(1, scores.ndim)), dtype=np.float64))
        count = math.prod(scores.shape[1:]) // self.block_games  # -1 cannot say it of no genomes
        blocks = scores.reshape(len(scores), count, len(self.partners), 2 * self.share)
        with_each = blocks.mean(axis=(1, 3), dtype=np.float64)
        if self.how.objective == "worst":
            return np.asarray(with_each.min(axis=1))
        assert self.best_known is not None
        return np.asarray(-(self.best_known - with_each).max(axis=1))
