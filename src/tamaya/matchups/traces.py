"""Hashes all moves of an agent's games, to find agents that play identically."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.agents import CoreAgent, NativeAgent
from tamaya.arena import play_teams
from tamaya.game import Seed, Setup
from tamaya.numbers import available_threads

_CALL_GAMES = 50_000
"""games in one call of the core; Ctrl-C waits for the call to end"""


def teams_with(players: int, partners: int) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Teams of agent 0: with itself, then two with each partner (agents 1, 2, ...).

    In the first of the two the partner sits in all seats but seat 0, in the second only in seat 0,
    as in match-up tables. Returns the teams and a mask of agent 0's seats, both of shape
    [1 + 2 * partners, seats].
    """
    teams = np.zeros((1 + 2 * partners, players), np.int32)
    for partner in range(1, partners + 1):
        teams[2 * partner - 1, 1:] = partner
        teams[2 * partner, 0] = partner
    return teams, teams == 0


def traces(  # noqa: PLR0913
    agents: Sequence[NativeAgent],
    setup: Setup,
    *,
    partners: Sequence[CoreAgent] = (),
    games: int = 200,
    first_seed: Seed = 0,
    progress: Callable[[int], None] = lambda done: None,
) -> NDArray[np.uint64]:
    """Hashes of all moves of each agent's games, with itself and with each partner in both places.

    Agents with equal rows made the same moves in all these games.

    :param games: games of each team, all on the same decks
    :param progress: called with the number of agents that are done
    :returns: hashes of shape [agents, 1 + 2 * partners]
    """
    teams, own_seats = teams_with(setup.players, len(partners))
    at_once = max(1, _CALL_GAMES // (games * len(teams)))
    result = np.zeros((len(agents), len(teams)), np.uint64)
    for start in range(0, len(agents), at_once):
        chunk = agents[start : start + at_once]
        policies = _core.Policies([agent.policy for agent in (*chunk, *partners)])
        shifted = np.concatenate(
            [np.where(own_seats, place, teams + len(chunk) - 1) for place in range(len(chunk))]
        ).astype(np.int32)
        seeds = np.full(len(shifted), first_seed, np.uint64)
        played = play_teams(setup, policies, shifted, seeds, games)
        result[start : start + at_once] = played.traces.reshape(len(chunk), -1)
        progress(start + len(chunk))
    return result


def fires(
    agent: NativeAgent,
    setup: Setup,
    *,
    partners: Sequence[CoreAgent] = (),
    games: int = 200,
    first_seed: Seed = 0,
) -> NDArray[np.uint64]:
    """How often each rule of an agent decided in the games of `traces`.

    The last number counts moves that no rule decided.
    """
    teams, own_seats = teams_with(setup.players, len(partners))
    policies = _core.Policies([player.policy for player in (agent, *partners)])
    seeds = np.full(len(teams), first_seed, np.uint64)
    counts = np.zeros((*teams.shape, _core.MAX_RULES + 1), np.uint64)
    threads = available_threads()
    _core.count_fires(setup, policies, teams, seeds, games, threads, counts)
    sums: NDArray[np.uint64] = counts[own_seats].sum(axis=0, dtype=np.uint64)[
        : len(agent.genome) + 1
    ]
    return sums
