"""Plays games of one team one after the other: on given decks, or as episodes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.agents import AgentLike, CoreAgent
from tamaya.arena.match import ENDS, RESULT, play_native
from tamaya.arena.table import Table
from tamaya.arena.team import Team
from tamaya.game import Seed, Setup, TamayaError


def play_in_a_row(
    *agents: AgentLike,
    decks: NDArray[np.uint8],
    setup: Setup | str | None = None,
    first_seed: Seed = 0,
    forgetting: bool = True,
) -> NDArray[np.void]:
    """Plays one game with each deck; returns one row per game, like `Matchup.results`.

    :param decks: card indices (`Card.index`) in drawing order, [games, cards]
    :param first_seed: seeds the agents' own randomness in the first game; each further game takes
        the next seed
    :param forgetting: False keeps the agents' memory from game to game, as in published programs
        that create their players only once
    :raises TamayaError: if a deck does not fit the set-up, or an agent is not native
    """
    team = Team.seat(agents, setup)
    if not team.is_native:
        raise TamayaError(
            f"cannot play in a row: {', '.join(team.names)} (expected native agents only)"
        )
    results = np.zeros(len(decks), dtype=RESULT)
    rows = results.view(np.uint8).reshape(len(decks), RESULT.itemsize)
    cards = np.ascontiguousarray(decks, np.uint8)
    _core.play_in_a_row(
        team.setup,
        _core.Policies(team.policies),
        cards,
        first_seed,
        forgetting=forgetting,
        out=rows,
    )
    return results


def play_episodes(
    team: Team, first_seed: Seed, episodes: int, games: int, threads: int = 1
) -> NDArray[np.void]:
    """Plays episodes of a native team; returns rows like `Matchup.results` [episodes, games].

    Episode e plays the decks from first_seed + e * games. Agents that learn remember the previous
    games of the episode. One call of the core plays everything, and Ctrl-C does not interrupt it.
    """
    remembering = sum(
        1 << seat
        for seat, agent in enumerate(team.agents)
        if isinstance(agent, CoreAgent) and agent.learns
    )
    if not remembering:
        return play_native(team, first_seed, episodes * games, threads).results.reshape(
            episodes, games
        )
    results = np.zeros((episodes, games), dtype=RESULT)
    _core.play_native_episodes(
        team.setup,
        _core.Policies(team.policies),
        first_seed,
        remembering=remembering,
        threads=threads,
        out=results.view(np.uint8).reshape(episodes, games, RESULT.itemsize),
    )
    failed = (results["end"] == ENDS.index("forfeit")).any(axis=1)
    if failed.any() and team.setup.illegal == "raise":
        _play_again(team, first_seed + int(failed.argmax()) * games, games)
    return results


def _play_again(team: Team, first_seed: Seed, games: int) -> None:
    """Plays an episode through Python, whose errors name the agent and the move."""
    with Table(team, games, remembering=True) as table:
        for game in range(games):
            table.play(first_seed + game)
