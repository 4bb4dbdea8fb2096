"""Plays many native teams in one call, as evolution and large match-up tables need."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.features import COLUMNS
from tamaya.game import Setup
from tamaya.numbers import available_threads, thread_count


@dataclass(frozen=True, eq=False)
class TeamGames:
    """Results of many teams, each with the same number of games."""

    scores: NDArray[np.uint8]
    """points of each game, [teams, games]"""
    counters: NDArray[np.uint64]
    """counters of each seat, summed over the team's games, [teams, seats, counters]"""
    traces: NDArray[np.uint64]
    """a hash of all moves of each team: equal traces mean equal games, [teams]"""


def mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Scrambles 64-bit numbers into ones that look random, as the core's `mix` does."""
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


def play_teams(  # noqa: PLR0913
    setup: Setup,
    policies: _core.Policies,
    teams: NDArray[np.int32],
    first_seeds: NDArray[np.uint64],
    games: int,
    *,
    strict: bool = False,
    threads: int | None = None,
) -> TeamGames:
    """Plays games of each team on its own range of seeds.

    Results do not depend on the number of threads. Ctrl-C stops the call within moments.

    :param teams: indices into `policies`, [teams, seats]
    :param first_seeds: the first seed of each team
    :param games: games of each team
    :param strict: whether bombed games score 0
    """
    count = len(teams)
    results = TeamGames(
        np.zeros((count, games), np.uint8),
        np.zeros((count, setup.players, len(COLUMNS)), np.uint64),
        np.zeros(count, np.uint64),
    )
    _core.play_teams(
        setup,
        policies,
        np.ascontiguousarray(teams, np.int32),
        np.ascontiguousarray(first_seeds, np.uint64),
        thread_count(threads),
        strict,
        results.scores,
        results.counters,
        results.traces,
    )
    return results


def count_fires(
    setup: Setup, policies: _core.Policies, *, games: int, first_seed: int = 0
) -> NDArray[np.uint64]:
    """Counts how often each rule of each policy decided in self-play: [policies, rules + 1].

    The last column counts moves that no rule decided.
    """
    count, players = len(policies), setup.players
    teams = np.repeat(np.arange(count, dtype=np.int32)[:, None], players, axis=1)
    fired = np.zeros((count, players, _core.MAX_RULES + 1), np.uint64)
    seeds = np.full(count, first_seed, np.uint64)
    _core.count_fires(setup, policies, teams, seeds, games, available_threads(), fired)
    sums: NDArray[np.uint64] = fired.sum(axis=1, dtype=np.uint64)
    return sums
