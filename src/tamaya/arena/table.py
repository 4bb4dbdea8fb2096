"""A table: one player in each seat, and the games that they play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.agents import Agent, Decision, Episode, NativePlayer, Player
from tamaya.agents.error_place import error_place
from tamaya.agents.python import error_text
from tamaya.agents.seeds import NO_KEY, checked_key, player_seed
from tamaya.arena.team import Team
from tamaya.arena.turn import take_turn
from tamaya.errors import (
    AgentError,
    IllegalMoveError,
    NotAMoveError,
    RemoteAgentError,
    safe_text,
)
from tamaya.features.counters import COLUMNS
from tamaya.game import Event, Seat, Seed, State, View

P = ParamSpec("P")
T = TypeVar("T")
MISPLAYS = COLUMNS.index("misplays")
Listener = Callable[[Decision], None]
Counts = NDArray[np.uint64]
"""counters of each seat: [seats, counters]"""


class Table:
    """The players of a team for one episode. Use it in a `with` statement, which ends the episode.

    :param games: number of games that the players are told to expect
    :param key: hides the decks from players written in Python; see `tamaya.agents.seeds`
    :param listen: called with every decision
    :param remembering: native agents that learn remember the previous games of the episode, as
        agents written in Python may always do; otherwise they begin each game anew
    """

    def __init__(
        self,
        team: Team,
        games: int,
        *,
        key: bytes = NO_KEY,
        listen: Listener | None = None,
        remembering: bool = False,
    ) -> None:
        self.team = team
        self.players: tuple[Player, ...] = ()
        self._games = games
        self._key = checked_key(key)
        self._listen = listen
        self._remembering = remembering

    def __enter__(self) -> Table:
        """Seats the players and starts their episode."""
        try:
            for seat, agent in enumerate(self.team.agents):
                episode = Episode(self.team.partners(seat), self._games)
                player = self._outside(seat, agent, "before the first game", agent.sit, seat)
                if isinstance(player, NativePlayer):
                    player.remembers = self._remembering and player.agent.learns
                self.players += (player,)
                self._outside(seat, agent, "before the first game", player.begin_episode, episode)
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Ends the episode, unless something failed, and closes all players."""
        try:
            if kind is None:
                for seat, player in enumerate(self.players):
                    agent = self.team.agents[seat]
                    self._outside(seat, agent, "after the last game", player.end_episode)
        finally:
            self.close()

    def close(self) -> None:
        """Frees the resources of all players."""
        for player in self.players:
            player.close()

    def play(
        self, seed: Seed, counters: Counts | None = None, *, dealt: State | None = None
    ) -> State:
        """Plays one game and returns the final state.

        :param counters: receives what each seat did
        :param dealt: a position to play on from, instead of the deal of the seed; it is changed
        :raises AgentError: if an agent fails
        :raises IllegalMoveError: if a move is illegal, unless the set-up ends the game then
        """
        final, lost = self.play_or_lose(seed, counters, dealt=dealt)
        if lost:
            raise RemoteAgentError(lost)
        return final

    def play_or_lose(
        self, seed: Seed, counters: Counts | None = None, *, dealt: State | None = None
    ) -> tuple[State, str]:
        """Plays like `play`, but a remote player that fails only ends the game.

        Returns the last state, and why the game was lost; an empty text if it was not.
        """
        state = State.deal(seed, self.team.setup) if dealt is None else dealt
        game = _Game(self, state, seed)
        for seat, player in enumerate(self.players):
            own = player_seed(player, seed, seat, self._key)
            game.call(seat, player.begin_game, state.view(seat), own)
        lost = ""
        while not state.over:
            try:
                event = game.turn(counters, self._listen)
            except RemoteAgentError as error:
                lost = str(error)
                break
            for seat, player in enumerate(self.players):
                if player.follows:
                    game.call(seat, player.observe, event, state.view(seat))
        for seat, player in enumerate(self.players):
            game.call(seat, player.end_game, state.view(seat))
        return state, lost

    def _outside(
        self,
        seat: Seat,
        agent: Agent,
        when: str,
        method: Callable[P, T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Calls a player outside a game; an error then names the agent and `when`."""
        try:
            return method(*args, **kwargs)
        except (Exception, SystemExit) as error:
            raise AgentError(
                f"agent {agent.name!r} in seat {seat}, {when}, {_raised(error)}"
            ) from error


@dataclass(frozen=True)
class _Game:
    """A game in progress. Its errors name the agent, the seat, the seed and the turn."""

    table: Table
    state: State
    seed: Seed

    def turn(self, counters: Counts | None, listen: Listener | None) -> Event:
        """Asks the seat to move and carries out its move."""
        seat, state = self.state.current, self.state
        player = self.table.players[seat]

        def decide(view: View) -> Decision:
            decision = self.call(seat, player.decide, view)
            if listen is not None:
                listen(decision)
            if counters is not None and decision.move is not None:
                _core.record(counters, view, decision.move)
            return decision

        try:
            event = take_turn(state, player.name, decide)
        except IllegalMoveError as error:
            raise IllegalMoveError(
                f"{self._location(seat)}: {_printable(error)}{self._advice(seat)}"
            ) from None
        if counters is not None and event.kind == "play" and not event.scored:
            counters[seat, MISPLAYS] += np.uint64(1)
        return event

    def _advice(self, seat: Seat) -> str:
        """Advice for native agents, some of which make illegal moves by design."""
        if not self.table.team.agents[seat].is_native:
            return ""
        return " (published agents can do that: use the set-up 'competition', or 'illegal=end')"

    def call(self, seat: Seat, method: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Calls a player, and turns any error into one that names agent, game and turn."""
        try:
            return method(*args, **kwargs)
        except IllegalMoveError:
            raise
        except NotAMoveError as error:
            raise AgentError(f"{self._location(seat)} {error}") from None
        except RemoteAgentError as error:
            raise RemoteAgentError(f"{self._location(seat)} {error}") from None
        except (Exception, SystemExit) as error:
            raise AgentError(f"{self._location(seat)} {_raised(error)}") from error

    def _location(self, seat: Seat) -> str:
        name = self.table.players[seat].name
        return f"agent {name!r} in seat {seat}, game seed {self.seed}, turn {self.state.turn}"


def _printable(error: IllegalMoveError) -> str:
    """The message with unprintable letters replaced: published rules can hint unknown colors."""
    return "".join(letter if letter.isprintable() else "?" for letter in str(error))


def _raised(error: BaseException) -> str:
    if isinstance(error, SystemExit):
        return f"raised SystemExit: {error_text(error)}{error_place(error)}"
    return f"raised {type(error).__name__}: {safe_text(error, str)}{error_place(error)}"
