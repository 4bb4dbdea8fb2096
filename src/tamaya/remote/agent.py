"""Remote agents and their players. A program that fails loses the game, not the whole match."""

from __future__ import annotations

import math
import uuid
from collections.abc import Mapping

from tamaya.agents.agent import ValueAgent
from tamaya.agents.player import Decision, Episode, Player
from tamaya.agents.reason import Reason
from tamaya.errors import RemoteAgentError, TamayaError
from tamaya.game import Event, Move, Seat, Seed, View
from tamaya.remote import messages
from tamaya.remote.address import check_address, check_command, is_address
from tamaya.remote.channel import Channel

START_SECONDS = 30.0
"""time to start the program, which is added to its first answer"""
PATIENCE = 3
"""failures in a row after which the program is not asked again"""


class RemoteAgent(ValueAgent):
    """A program that plays by the protocol of docs/remote.md.

    :param place: a command, or an address that starts with http:// or https://
    :param seconds: limit for each answer
    :param events: also send a message after each turn of any player
    :raises TamayaError: if the limit is not a positive number, or the place is invalid
    """

    def __init__(
        self, place: str, seconds: float = 10.0, *, events: bool = False, name: str = ""
    ) -> None:
        if not (math.isfinite(seconds) and seconds > 0):
            raise TamayaError(f"seconds = {seconds!r} (expected a number above 0)")
        if is_address(place):
            check_address(place)
        else:
            check_command(place)
        super().__init__(name or f"remote:{place}")
        self.place = place
        self.seconds = seconds
        self.events = events

    @property
    def parameters(self) -> Mapping[str, object]:
        """The command or address, the limit, and whether it wants events."""
        return {"place": self.place, "seconds": self.seconds, "events": self.events}

    def connect(self) -> Channel:
        """Starts the program, or prepares requests to the server.

        :raises RemoteAgentError: if the program cannot be started
        """
        if is_address(self.place):
            from tamaya.remote.http import HttpChannel  # noqa: PLC0415 (a slow import)

            return HttpChannel(self.place)
        from tamaya.remote.process import ProcessChannel  # noqa: PLC0415

        return ProcessChannel(self.place)

    def _player(self, seat: Seat, seed: Seed) -> Player:
        return RemotePlayer(self, seat, seed)


class RemotePlayer(Player):
    """A player that asks a program. Only `decide` raises errors: they cost the running game."""

    def __init__(self, agent: RemoteAgent, seat: Seat = 0, seed: Seed = 0) -> None:
        super().__init__(agent.name, seat, seed)
        self.follows = agent.events
        self.agent = agent
        self._id = uuid.uuid4().hex
        self._episode = Episode((), 1)
        self._channel: Channel | None = None
        self._answered = False
        self._failure = ""
        """why the program cannot go on with this game"""
        self._failures = 0
        """failures in a row"""

    def begin_episode(self, episode: Episode) -> None:
        """Ends the program of an earlier episode; the first game starts a new one."""
        self.close()
        self._episode, self._failures = episode, 0

    def begin_game(self, view: View, seed: Seed | None = None) -> None:
        """Sends the first view. A program that failed is started again."""
        if self._failures < PATIENCE:
            self._failure = ""
            self._start(view.me)
            own = self.seed if seed is None else seed
            self._tell(messages.game_message(view, own))

    def decide(self, view: View) -> Decision:
        """Asks the program for a move.

        :raises RemoteAgentError: if it fails, takes too long or answers no legal move
        """
        move = self._ask(view)
        return Decision(move, lambda: Reason(self.name, view, move, "python"))

    def observe(self, event: Event, view: View) -> None:
        """Sends the view after a turn."""
        self._tell(messages.event_message(view))

    def end_game(self, view: View) -> None:
        """Sends the last view."""
        self._tell(messages.end_message(view))

    def end_episode(self) -> None:
        """Ends the program."""
        self.close()

    def close(self) -> None:
        """Ends the program, if it runs."""
        if self._channel is not None:
            self._channel.close()
        self._channel, self._answered = None, False

    def _start(self, seat: Seat) -> None:
        if self._channel is not None:
            return
        try:
            self._channel = self.agent.connect()
        except RemoteAgentError as error:
            self._failure = str(error)
            return
        self._tell(messages.episode_message(self._episode, seat))

    def _tell(self, message: messages.JsonObject) -> None:
        """Sends a message that needs no answer; a failure shows in the next decision."""
        if self._channel is None or self._failure:
            return
        try:
            self._channel.send(self._line(message), self._limit)
        except RemoteAgentError as error:
            self._failure = str(error)
            self.close()

    def _ask(self, view: View) -> Move:
        if self._channel is None and not self._failure:
            raise RemoteAgentError("has not begun a game: call begin_game first")
        try:
            if self._failure or self._channel is None:
                raise RemoteAgentError(self._failure)
            line = self._line(messages.act_message(view, self.agent.seconds))
            move = messages.parse_answer(self._channel.ask(line, self._limit), view)
        except RemoteAgentError as error:
            self._fail(str(error))
            raise
        self._answered, self._failures = True, 0
        return move

    def _fail(self, reason: str) -> None:
        self._failures += 1
        self.close()
        last = self._failures == PATIENCE
        self._failure = f"{reason} (not asked again after {PATIENCE} failures)" if last else reason

    def _line(self, message: messages.JsonObject) -> bytes:
        return messages.encode({"player": self._id, **message})

    @property
    def _limit(self) -> float:
        return self.agent.seconds + (0 if self._answered else START_SECONDS)
