"""Hashes of all moves of given games, to find agents that play identically."""

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
"""games of one call of the core: Ctrl-C waits for them"""


def company(players: int, partners: int) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Teams of agent 0: with itself, then with each partner, agent 1 and on, in both places.

    A partner sits in all other seats, then in seat 0 with the agent in all others, as in match-up
    tables. Returns the teams and where in them the agent sits: both [1 + 2 * partners, seats].
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
    """Hashes of all moves of each agent's games: with itself and with each partner in both places.

    Agents with equal rows played equally in all those games.

    :param games: games of each team, all on the same decks
    :param progress: told the number of agents that are done
    :returns: [agents, 1 + 2 * partners]
    """
    teams, own = company(setup.players, len(partners))
    at_once = max(1, _CALL_GAMES // (games * len(teams)))
    result = np.zeros((len(agents), len(teams)), np.uint64)
    for start in range(0, len(agents), at_once):
        some = agents[start : start + at_once]
        policies = _core.Policies([one.policy for one in (*some, *partners)])
        shifted = np.concatenate(
            [np.where(own, place, teams + len(some) - 1) for place in range(len(some))]
        ).astype(np.int32)
        seeds = np.full(len(shifted), first_seed, np.uint64)
        played = play_teams(setup, policies, shifted, seeds, games)
        result[start : start + at_once] = played.traces.reshape(len(some), -1)
        progress(start + len(some))
    return result


def fires(
    agent: NativeAgent,
    setup: Setup,
    *,
    partners: Sequence[CoreAgent] = (),
    games: int = 200,
    first_seed: Seed = 0,
) -> NDArray[np.uint64]:
    """How often each of its rules decided in those games; the last number counts other moves."""
    teams, own = company(setup.players, len(partners))
    policies = _core.Policies([one.policy for one in (agent, *partners)])
    seeds = np.full(len(teams), first_seed, np.uint64)
    found = np.zeros((*teams.shape, _core.MAX_RULES + 1), np.uint64)
    threads = available_threads()
    _core.count_fires(setup, policies, teams, seeds, games, threads, found)
    sums: NDArray[np.uint64] = found[own].sum(axis=0, dtype=np.uint64)[: len(agent.genome) + 1]
    return sums
