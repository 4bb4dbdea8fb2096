"""Behavioural similarity: the share of positions in which two agents make the same move."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.agents import CoreAgent
from tamaya.game import Seed, Setup
from tamaya.matchups import Pool
from tamaya.numbers import Floats, available_threads
from tamaya.qd.metrics.games import Tell, quiet
from tamaya.qd.metrics.niches import Pairs
from tamaya.qd.metrics.self_play import check_games
from tamaya.stats import Estimate

_BLOCKS = 20
"""groups of games from which errors are estimated"""
_CALL_ANSWERS = 2_000_000
"""decisions in one call of the core, if games take fifty turns; Ctrl-C waits for the call to end"""


@dataclass(frozen=True, eq=False)
class Answers:
    """Moves of agents in recorded positions."""

    moves: NDArray[np.int8]
    """HLE's action ids, -1 for giving up or an illegal move: [agents, positions]"""
    choices: NDArray[np.int32]
    """number of legal moves in each position"""
    borders: NDArray[np.int64]
    """first position of each block, and the end; games of different blocks share no deck"""
    games: int
    """number of games behind the positions"""
    first_seed: Seed

    @property
    def mean_choices(self) -> float:
        """Mean number of legal moves in a position."""
        return float(self.choices.mean())

    def similarity(self, ours: Sequence[int], theirs: Sequence[int]) -> Similarity:
        """Share of equal moves of each agent of `ours` with the one beside it in `theirs`."""
        same = np.zeros((len(self.borders) - 1, 1, len(ours)), np.int64)
        for column, (a, b) in enumerate(zip(ours, theirs, strict=True)):
            same[:, 0, column] = self._same(a, b)
        return Similarity(same, np.diff(self.borders), self.games)

    def similarities(self) -> Similarity:
        """Share of equal moves of every two agents: [agents, agents]."""
        count = len(self.moves)
        same = np.zeros((len(self.borders) - 1, count, count), np.int64)
        for a in range(count):
            for b in range(a, count):
                same[:, a, b] = same[:, b, a] = self._same(a, b)
        return Similarity(same, np.diff(self.borders), self.games)

    def _same(self, a: int, b: int) -> NDArray[np.int64]:
        """The number of positions of each block in which two agents make the same move."""
        equal = self.moves[a] == self.moves[b]
        counts = [
            np.count_nonzero(equal[i:j])
            for i, j in zip(self.borders, self.borders[1:], strict=False)
        ]
        return np.array(counts, np.int64)


@dataclass(frozen=True, eq=False)
class Similarity:
    """Share of positions in which two agents make the same move. Giving up counts as a move."""

    same: NDArray[np.int64]
    """number of positions with the same move, [blocks, agents, agents]"""
    sizes: NDArray[np.int64]
    """number of positions in each block"""
    games: int

    @property
    def shares(self) -> Floats:
        """The share of each pair."""
        return np.asarray(self.same.sum(axis=0) / self.sizes.sum())

    def among(self, pairs: Pairs) -> Estimate:
        """Mean over the selected pairs, with an error from the spread between blocks."""
        count = int(pairs.sum())
        if count == 0 or self.sizes.sum() == 0:
            return Estimate(math.nan, math.nan, 0)
        part, whole = self.same[:, pairs].sum(axis=1), self.sizes * count
        value = float(part.sum() / whole.sum())
        if len(whole) < 2:
            return Estimate(value, math.nan, self.games)
        deviations = (part - value * whole) / whole.mean()
        return Estimate(
            value, float(deviations.std(ddof=1)) / math.sqrt(len(deviations)), self.games
        )


def ask(
    players: Pool,
    deciders: Sequence[CoreAgent],
    *,
    games: int = 10,
    first_seed: Seed = 0,
    progress: Tell = quiet,
) -> Answers:
    """Records positions of the players' self-play and lets the deciders choose a move in each.

    Every player plays its own decks. In a position all deciders get the same random numbers, so
    that equal agents make equal moves.

    :param games: games that each player records
    :raises TamayaError: for impossible numbers, or if an agent is not native
    """
    check_games("games", games, first_seed)
    setup, count = Setup.parse(players.setup), len(players)
    deciding = _core.Policies([agent.policy for agent in deciders])
    recorded = _core.Policies([agent.policy for agent in players.natives])
    at_once = max(1, _CALL_ANSWERS // (50 * games * len(deciders)))
    moves, places = [], []
    for start in range(0, count, at_once):
        own = np.arange(start, min(start + at_once, count), dtype=np.int32)
        teams = np.repeat(own[:, None], setup.players, axis=1)
        seeds = np.uint64(first_seed) + own.astype(np.uint64) * np.uint64(games)
        chosen, origins = _core.ask_policies(
            setup, recorded, teams, seeds, games, deciding, available_threads()
        )
        moves.append(chosen)
        places.append(origins + np.array([start, 0, 0], np.int32))
        progress((start + len(own)) / count)
    return _in_blocks(
        np.concatenate(moves), np.concatenate(places), games, count * games, first_seed
    )


def _in_blocks(
    moves: NDArray[np.int8], places: NDArray[np.int32], games: int, total: int, first_seed: Seed
) -> Answers:
    """Sorts positions so that the games of a block lie together."""
    blocks = min(_BLOCKS, total)
    block = (places[:, 0].astype(np.int64) * games + places[:, 1]) % blocks
    order = np.argsort(block, kind="stable")
    borders = np.searchsorted(block[order], np.arange(blocks + 1))
    return Answers(
        np.ascontiguousarray(moves[order].T), places[order, 2], borders, total, first_seed
    )
