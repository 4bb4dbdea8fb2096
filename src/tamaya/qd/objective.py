"""Evaluates candidates: their score in self-play, or with given partners."""

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
from tamaya.numbers import Bytes
from tamaya.qd.settings import EvolutionSettings
from tamaya.qd.variation import Genes
from tamaya.rules import RuleSpec


@dataclass(frozen=True, eq=False)
class PlayedGames:
    """Results of several genomes on a block of games."""

    scores: Bytes
    """points of each game, [genomes, games of a block]; a column has the same deck and partner in
    every row"""
    counters: NDArray[np.uint64]
    """counters of the genome's own seats, [genomes, counters]"""


@dataclass(frozen=True, eq=False)
class Evaluator:
    """Plays genomes, one block of games at a time, and computes their objective."""

    settings: EvolutionSettings
    setup: Setup
    rules: Sequence[RuleSpec]
    backend: Backend
    partners: tuple[_core.Policy, ...] = ()
    best_known: NDArray[np.float64] | None = None
    """for `regret`: the best score known with each partner"""

    @property
    def share(self) -> int:
        """Games in a block with each partner and each order of seats."""
        return max(1, self.settings.games // max(1, 2 * len(self.partners)))

    @property
    def block_games(self) -> int:
        """Games in one block."""
        return self.settings.games if not self.partners else 2 * len(self.partners) * self.share

    def play(self, genes: Genes, first_seeds: NDArray[np.uint64]) -> PlayedGames:
        """Plays one block with each genome, on the seeds that start at its own first seed."""
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
            gives_up=self.settings.gives_up,
            others=self.partners,
            teams=teams,
            first_seeds=first_seeds,
            games=games,
            strict=self.settings.strict,
        )

    def _alone(self, genes: Genes, first_seeds: NDArray[np.uint64]) -> PlayedGames:
        own = np.arange(len(genes), dtype=np.int32)
        teams = np.repeat(own[:, None], self.setup.players, axis=1)
        played = self.backend.play(self._request(genes, teams, first_seeds, self.settings.games))
        return PlayedGames(played.scores, played.counters.sum(axis=1, dtype=np.uint64))

    def _with_partners(self, genes: Genes, first_seeds: NDArray[np.uint64]) -> PlayedGames:
        """Plays with each partner, half of the games in the first seat and half in the last."""
        count, players, pairs = len(genes), self.setup.players, 2 * len(self.partners)
        partner = np.arange(pairs) // 2 + count
        seats = np.where(np.arange(pairs) % 2 == 0, 0, players - 1)
        teams = np.repeat(np.tile(partner, count)[:, None], players, axis=1).astype(np.int32)
        rows = np.arange(count * pairs)
        teams[rows, np.tile(seats, count)] = np.repeat(np.arange(count), pairs)
        steps = np.arange(pairs, dtype=np.uint64) * np.uint64(self.share)
        seeds = (first_seeds[:, None] + steps).reshape(-1)
        played = self.backend.play(self._request(genes, teams, seeds, self.share))
        own = played.counters[rows, np.tile(seats, count)].reshape(count, pairs, len(COLUMNS))
        return PlayedGames(
            played.scores.reshape(count, self.block_games), own.sum(axis=1, dtype=np.uint64)
        )

    def fitness(self, scores: Bytes) -> NDArray[np.float64]:
        """The objective of each genome, from scores [genomes, games] or [genomes, blocks, games].

        Several blocks need their own axis, since every block holds games with all partners.
        """
        if self.settings.objective in ("self_play", "mean"):
            return np.asarray(scores.mean(axis=tuple(range(1, scores.ndim)), dtype=np.float64))
        count = math.prod(scores.shape[1:]) // self.block_games  # not -1: there may be no genomes
        blocks = scores.reshape(len(scores), count, len(self.partners), 2 * self.share)
        with_each = blocks.mean(axis=(1, 3), dtype=np.float64)
        if self.settings.objective == "worst":
            return np.asarray(with_each.min(axis=1))
        assert self.best_known is not None
        return np.asarray(-(self.best_known - with_each).max(axis=1))
