"""Many native teams at once, each for some games: what evolution and big tables are made of."""

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
    """What many teams did, each in the same number of games."""

    scores: NDArray[np.uint8]
    """points of each game, [teams, games]"""
    counters: NDArray[np.uint64]
    """what each seat did in all games of its team, [teams, seats, counters]"""
    traces: NDArray[np.uint64]
    """one hash of all moves of a team: equal traces mean equal games"""


def mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The core's `mix` for many numbers: each becomes one that looks random."""
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

    :param teams: places in `policies`, [teams, seats]
    :param first_seeds: where each team's seeds begin
    :param games: games of each team
    :param strict: bombed games score 0
    """
    count = len(teams)
    made = TeamGames(
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
        made.scores,
        made.counters,
        made.traces,
    )
    return made


def count_fires(
    setup: Setup, policies: _core.Policies, *, games: int, first_seed: int = 0
) -> NDArray[np.uint64]:
    """How often each rule of each policy decided in self-play: [policies, rules + 1].

    The last column counts moves that no rule decided.
    """
    count, players = len(policies), setup.players
    teams = np.repeat(np.arange(count, dtype=np.int32)[:, None], players, axis=1)
    fired = np.zeros((count, players, _core.MAX_RULES + 1), np.uint64)
    seeds = np.full(count, first_seed, np.uint64)
    _core.count_fires(setup, policies, teams, seeds, games, available_threads(), fired)
    sums: NDArray[np.uint64] = fired.sum(axis=1, dtype=np.uint64)
    return sums
