"""Plays thousands of games side by side, for agents that choose moves in batches."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.agents import CoreAgent, NetworkAgent
from tamaya.arena.team import Team
from tamaya.errors import AgentError, IllegalMoveError, NotAMoveError
from tamaya.features import COLUMNS
from tamaya.game import Move, Seat, Seed
from tamaya.numbers import Bytes

MOST_GAMES = 2048
"""most games side by side; observations of more games do not fit into a core's caches"""


class SideBySide:
    """Games of a team of networks and native agents, all in progress at once."""

    def __init__(self, team: Team, first_seed: Seed, games: int) -> None:
        self._team, self._first_seed, self._games = team, first_seed, games
        policies = [agent.policy if isinstance(agent, CoreAgent) else None for agent in team.agents]
        self._open = _core.OpenGames(team.setup, policies, first_seed, games)

    def play(self) -> None:
        """Plays all games to their end."""
        while any([self._turn(seat) for seat in range(self._team.setup.players)]):
            pass

    def _turn(self, seat: Seat) -> bool:
        """Makes a seat's move in all games where it is its turn; False if there is none."""
        agent = self._team.agents[seat]
        if not isinstance(agent, NetworkAgent):
            return False
        games = self._open.waiting(seat)
        if not len(games):
            return False
        setup = self._team.setup
        observations = np.zeros((len(games), agent.size(setup)), np.uint8)
        legal = np.zeros((len(games), setup.actions), np.uint8)
        self._open.write_observations(games, agent.kind, observations)
        self._open.write_legal_masks(games, legal)
        actions = self._ask(seat, agent, observations, legal)
        self._check(seat, games, legal, actions)
        self._open.apply(games, actions)
        return True

    def _ask(
        self, seat: Seat, agent: NetworkAgent, observations: Bytes, legal: Bytes
    ) -> NDArray[np.int32]:
        try:
            return agent.act_batch(observations, legal)
        except NotAMoveError as error:
            raise AgentError(f"agent {agent.name!r} in seat {seat} {error}") from None
        except (Exception, SystemExit) as error:
            kind = type(error).__name__
            raise AgentError(
                f"agent {agent.name!r} in seat {seat} raised {kind}: {error}"
            ) from error

    def _check(
        self,
        seat: Seat,
        games: NDArray[np.uint32],
        legal: Bytes,
        actions: NDArray[np.int32],
    ) -> None:
        """Raises an error about an illegal move, unless the set-up ends the game then."""
        wrong = np.flatnonzero(legal[np.arange(len(actions)), actions] == 0)
        if not wrong.size or self._team.setup.illegal == "end":
            return
        game, action = int(games[wrong[0]]), int(actions[wrong[0]])
        state = self._open.state(game)
        move = Move.from_action_id(action, state.setup)
        raise IllegalMoveError(
            f"agent {self._team.agents[seat].name!r} in seat {seat}, game seed "
            f"{self._first_seed + game}, turn {state.turn}: {move} is not legal"
        )

    def results(self, dtype: np.dtype[np.void]) -> tuple[NDArray[np.void], NDArray[np.uint64]]:
        """Results [games] and counters [games, seats, counters] of the finished games."""
        results = np.zeros(self._games, dtype)
        counts = np.zeros((self._games, self._team.setup.players, len(COLUMNS)), np.uint64)
        self._open.write_results(results.view(np.uint8).reshape(self._games, -1), counts)
        return results, counts
