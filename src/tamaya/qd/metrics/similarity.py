"""Behavioural similarity: the share of positions in which two agents make the same move."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.agents import NativeAgent
from tamaya.game import Seed, Setup
from tamaya.matchups import Pool
from tamaya.numbers import Floats, available_threads
from tamaya.qd.metrics.games import Tell, quiet
from tamaya.qd.metrics.niches import Pairs
from tamaya.qd.metrics.self_play import check_games
from tamaya.stats import Estimate

_BLOCKS = 20
"""groups of games that errors are estimated from"""
_CALL_ANSWERS = 2_000_000
"""answers of one call, if games take fifty turns: Ctrl-C waits for them"""


@dataclass(frozen=True, eq=False)
class Answers:
    """What agents would do in recorded positions."""

    moves: NDArray[np.int8]
    """HLE's action ids, -1 for giving up or an illegal move: [agents, positions]"""
    choices: NDArray[np.int32]
    """number of legal moves of each position"""
    borders: NDArray[np.int64]
    """where blocks of positions begin, and the end: games of different blocks share no deck"""
    games: int
    """games that the positions come from"""
    first_seed: Seed

    @property
    def mean_choices(self) -> float:
        """Legal moves of a position, on average."""
        return float(self.choices.mean())

    def similarity(self, ours: Sequence[int], theirs: Sequence[int]) -> Similarity:
        """How alike the agents at these places act, one with one: [1, pairs]."""
        same = np.zeros((len(self.borders) - 1, 1, len(ours)), np.int64)
        for column, (a, b) in enumerate(zip(ours, theirs, strict=True)):
            same[:, 0, column] = self._same(a, b)
        return Similarity(same, np.diff(self.borders), self.games)

    def similarities(self) -> Similarity:
        """How alike all agents act: [agents, agents]."""
        count = len(self.moves)
        same = np.zeros((len(self.borders) - 1, count, count), np.int64)
        for a in range(count):
            for b in range(a, count):
                same[:, a, b] = same[:, b, a] = self._same(a, b)
        return Similarity(same, np.diff(self.borders), self.games)

    def _same(self, a: int, b: int) -> NDArray[np.int64]:
        """Positions of each block in which two agents do the same."""
        equal = self.moves[a] == self.moves[b]
        counts = [
            np.count_nonzero(equal[i:j])
            for i, j in zip(self.borders, self.borders[1:], strict=False)
        ]
        return np.array(counts, np.int64)


@dataclass(frozen=True, eq=False)
class Similarity:
    """Share of positions in which two agents do the same. Giving up is something to do as well."""

    same: NDArray[np.int64]
    """positions with the same move, [blocks, agents, agents]"""
    sizes: NDArray[np.int64]
    """positions of each block"""
    games: int

    @property
    def shares(self) -> Floats:
        """For each pair."""
        return np.asarray(self.same.sum(axis=0) / self.sizes.sum())

    def among(self, pairs: Pairs) -> Estimate:
        """Mean over some pairs, with an error from the blocks."""
        count = int(pairs.sum())
        if count == 0 or self.sizes.sum() == 0:
            return Estimate(math.nan, math.nan, 0)
        part, whole = self.same[:, pairs].sum(axis=1), self.sizes * count
        value = float(part.sum() / whole.sum())
        if len(whole) < 2:
            return Estimate(value, math.nan, self.games)
        off = (part - value * whole) / whole.mean()
        return Estimate(value, float(off.std(ddof=1)) / math.sqrt(len(off)), self.games)


def ask(
    players: Pool,
    asked: Sequence[NativeAgent],
    *,
    games: int = 10,
    first_seed: Seed = 0,
    progress: Tell = quiet,
) -> Answers:
    """Records positions of self-play and asks agents in each what they would do.

    Every agent of `players` plays decks of its own. In a position all who are asked have the same
    randomness, so that equal agents act alike, and so that results repeat.

    :param games: games that each of the players records
    :raises TamayaError: for impossible numbers, or if an agent is more than a list of rules
    """
    check_games("games", games, first_seed)
    setup, count = Setup.parse(players.setup), len(players)
    who = _core.Policies([agent.policy for agent in asked])
    recorded = _core.Policies([elite.policy for elite in players.elites])
    at_once = max(1, _CALL_ANSWERS // (50 * games * len(asked)))
    moves, places = [], []
    for start in range(0, count, at_once):
        own = np.arange(start, min(start + at_once, count), dtype=np.int32)
        teams = np.repeat(own[:, None], setup.players, axis=1)
        seeds = np.uint64(first_seed) + own.astype(np.uint64) * np.uint64(games)
        said, where = _core.ask_policies(
            setup, recorded, teams, seeds, games, who, available_threads()
        )
        moves.append(said)
        places.append(where + np.array([start, 0, 0], np.int32))
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
