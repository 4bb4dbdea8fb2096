"""One game, move by move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.agents import AgentLike
from tamaya.arena.team import AgentError, Team
from tamaya.features.counters import COLUMNS
from tamaya.game import Event, IllegalMoveError, Move, Seed, Setup, State
from tamaya.transcript import Transcript

P = ParamSpec("P")
T = TypeVar("T")
MISPLAYS = COLUMNS.index("misplays")


@dataclass(frozen=True)
class Game:
    """A finished game."""

    agents: tuple[str, ...]
    """who played, by seat"""
    seed: Seed
    final: State
    """the last position"""

    @property
    def score(self) -> int:
        """Points on the table, kept when bombed."""
        return self.final.score

    @property
    def strict_score(self) -> int:
        """Points on the table, 0 when bombed."""
        return self.final.strict_score

    @property
    def bombed(self) -> bool:
        """Was the last life lost?"""
        return self.final.bombed

    @property
    def transcript(self) -> Transcript:
        """The game as set-up, deck and moves."""
        return Transcript.of(self.final, self.agents)

    def __str__(self) -> str:
        return self.transcript.render()

    def __repr__(self) -> str:
        bombed = ", bombed" if self.bombed else ""
        return f"<Game: {' and '.join(self.agents)}, seed {self.seed}, score {self.score}{bombed}>"


def play(*agents: AgentLike, seed: Seed = 0, setup: Setup | str = "standard") -> Game:
    """Plays one game, with the first agent in seat 0.

    :param agents: names, objects or classes, one for each seat
    :param seed: decides the deck and every agent's own randomness
    :param setup: a `Setup`, or words like "competition" or "standard max_lives=1"
    :raises AgentError: if an agent fails or gives something that is no move
    :raises IllegalMoveError: if an agent's move is not legal and the set-up does not end such games
    """
    team = Team.seat(agents, setup)
    team.begin_episode(games=1)
    final = play_to_end(team, seed)
    team.end_episode()
    return Game(team.names, seed, final)


def play_to_end(
    team: Team,
    seed: Seed,
    counters: NDArray[np.uint64] | None = None,
    *,
    dealt: State | None = None,
) -> State:
    """Plays the game of a seed within an episode that has begun; counts what each seat does.

    :param dealt: the start of the game, if the deck is not that of the seed; it is played on
    :raises AgentError: if an agent fails
    """
    state = State.deal(seed, team.setup) if dealt is None else dealt
    table = _Table(team, state, seed)
    for seat, agent in enumerate(team.agents):
        table.call(seat, agent.begin_game, state.view(seat), _core.agent_seed(seed, seat))
    while not state.over:
        event = table.turn(counters)
        for seat, agent in enumerate(team.agents):
            table.call(seat, agent.observe, event, state.view(seat))
    for seat, agent in enumerate(team.agents):
        table.call(seat, agent.end_game, state.view(seat))
    return state


@dataclass(frozen=True)
class _Table:
    """A game in progress, for whoever needs to say where something went wrong."""

    team: Team
    state: State
    seed: Seed

    def turn(self, counters: NDArray[np.uint64] | None) -> Event:
        """Asks the seat to move and carries out its move."""
        seat, state = self.state.current, self.state
        view = state.view(seat)
        try:
            move = self.call(seat, self.team.agents[seat].act, view)
            if not isinstance(move, Move):
                raise AgentError(f"{self.where(seat)} returned {move!r} (expected a Move)")
            if counters is not None:
                _core.record(counters, view, move)
            event = state.apply(move)
        except IllegalMoveError as error:
            if state.setup.illegal == "end":
                return state.give_up()
            raise IllegalMoveError(f"{self.where(seat)}: {error}") from None
        if counters is not None and event.kind == "play" and not event.scored:
            counters[seat, MISPLAYS] += np.uint64(1)
        return event

    def call(self, seat: int, method: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Calls an agent; whatever it raises is told with its name, the game and the turn."""
        try:
            return method(*args, **kwargs)
        except IllegalMoveError:
            raise
        except Exception as error:
            told = f"{self.where(seat)} raised {type(error).__name__}: {error}"
            raise AgentError(told) from error

    def where(self, seat: int) -> str:
        name = self.team.agents[seat].name
        return f"agent {name!r} in seat {seat}, game seed {self.seed}, turn {self.state.turn}"
