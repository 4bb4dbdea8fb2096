"""Scripted people: users who sit at tables without a WebSocket and choose moves by a function."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from tamaya.agents import as_agent
from tamaya.game import Move, View
from tests.live.stand_in.game import COLOR_CLUE, DISCARD, PLAY, RANK_CLUE, SUITS
from tests.live.stand_in.options import Json
from tests.live.stand_in.session import Session
from tests.live.stand_in.table import Table

if TYPE_CHECKING:
    from tests.live.stand_in.server import StandIn

Result = TypeVar("Result")
Choice = Callable[[View], Move | None]
"""chooses the move of a person; None leaves the turn open"""


def as_agent_plays(name: str = "piers") -> Choice:
    """Plays like one of Tamaya's agents that need not follow the game."""
    agent = as_agent(name)

    def choose(view: View) -> Move | None:
        player = agent.sit(view.me)
        player.begin_game(view)
        return player.decide(view).move

    return choose


def random_moves(seed: int) -> Choice:
    """Makes random legal moves."""
    draw = random.Random(seed)
    return lambda view: draw.choice(view.legal_moves())


def scripted(moves: Iterable[str | Move | None]) -> Choice:
    """Makes these moves, like 'play 0' or 'hint +1 3', then none."""
    rest = iter(moves)

    def choose(_: View) -> Move | None:
        move = next(rest, None)
        return Move(move) if isinstance(move, str) else move

    return choose


def silent(_: View) -> Move | None:
    """Never moves."""
    return None


class Person:
    """A user that the test controls. All methods may be called from any thread."""

    def __init__(
        self, server: StandIn, name: str, choose: Choice, *, pace: float = 0.0, waits: bool = True
    ) -> None:
        """Connects the person.

        :param pace: seconds that it thinks about a move
        :param waits: whether it moves only while all players are present
        """
        self.name = name
        self.choose = choose
        self.pace = pace
        self.waits = waits
        self.inbox: list[tuple[str, Any]] = []
        """all messages, oldest first"""
        self._server = server
        self._hub = server.hub
        self._session: Session | None = None
        self._call(self._connect)

    def tell(self, command: str, **data: Any) -> None:
        """Sends any command to the server."""
        self._call(self._tell, command, data)

    def create_table(self, name: str = "friday", **content: Any) -> int:
        """Creates a table: `options`, `password`, `maxPlayers`. Returns its number."""
        return self._call(self._create, {"name": name, **content})

    def invite(self, user: str, text: str = "/join") -> None:
        """Sends a private message, by default the usual request to a bot to join."""
        self.tell("chatPM", msg=text, recipient=user, room="lobby")

    def start(self) -> None:
        """Starts the game of the own table."""
        self.tell("tableStart", tableID=self.table.id)

    def act(self) -> None:
        """Moves now, if it is this person's turn."""
        self._call(lambda: self._act(self._find_table().id))

    def disconnect(self) -> None:
        """Loses the connection."""
        self._call(lambda: self._hub.disconnect(self._now()))

    def reconnect(self) -> None:
        """Connects again and returns to a running game."""
        self._call(self._connect)

    @property
    def table(self) -> Table:
        """The table at which this person sits or watches."""
        return self._call(self._find_table)

    def received(self, command: str) -> list[Any]:
        """The content of all messages of one kind."""
        return [data for name, data in list(self.inbox) if name == command]

    # What a link does. Messages are handled after the server has finished its current work.
    def send(self, text: str) -> None:
        """Receives a message."""
        command, _, body = text.partition(" ")
        data = json.loads(body) if body else None
        self.inbox.append((command, data))
        asyncio.get_running_loop().call_soon(self._react, command, data)

    def send_later(self, text: str, seconds: float) -> None:
        """Receives a message after a while."""
        asyncio.get_running_loop().call_later(seconds, self.send, text)

    def hold(self, seconds: float) -> None:
        """Ignores a delay."""

    def close(self) -> None:
        """Nothing is open."""

    def abort(self) -> None:
        """Loses the connection."""
        self._hub.disconnect(self._now())

    def _connect(self) -> None:
        self._session = self._hub.connect(self.name, self)

    def _now(self) -> Session:
        assert self._session is not None
        return self._session

    def _call(self, function: Callable[..., Result], *arguments: Any) -> Result:
        return self._server.call(function, *arguments)

    def _tell(self, command: str, data: Json) -> None:
        self._hub.receive(self._now(), f"{command} {json.dumps(data)}")

    def _create(self, content: Json) -> int:
        number = self._hub.next_table
        self._tell("tableCreate", content)
        if number not in self._hub.tables:
            raise ValueError(f"the server refused the table: {self.received('warning')[-1]}")
        return number

    def _find_table(self) -> Table:
        session = self._now()
        for table in reversed(list(self._hub.tables.values())):
            if table.spectator(session) or (table.seat_of(session) is not None):
                return table
        raise LookupError(f"{self.name} is at no table")

    def _react(self, command: str, data: Any) -> None:
        if not self._now().connected:
            return
        if command == "welcome" and data["playingAtTables"]:
            self._tell("tableReattend", {"tableID": data["playingAtTables"][0]})
        answers = {"tableStart": "getGameInfo1", "init": "getGameInfo2", "gameActionList": "loaded"}
        if command in answers:
            self._tell(answers[command], {"tableID": data["tableID"]})
        acted = command == "gameAction" and data["action"]["type"] == "turn"
        resumed = command == "pause" and not data["active"]
        if acted or resumed or command == "connected":
            asyncio.get_running_loop().call_later(self.pace, self._act, data["tableID"])

    def _act(self, table_id: int) -> None:
        table, session = self._hub.tables.get(table_id), self._now()
        if table is None or not table.ongoing or not session.connected:
            return
        seat = table.seat_of(session)
        if seat is None or seat != table.live.active or table.paused_by >= 0:
            return
        if self.waits and not all(player.present for player in table.players):
            return
        move = self.choose(table.live.state.view(seat))
        if move is not None:
            self._tell("action", {"tableID": table_id, **action_of(table, seat, move)})


def action_of(table: Table, seat: int, move: Move) -> Json:
    """An engine's move as the content of an `action` command."""
    if move.slot is not None:
        kind = PLAY if move.kind == "play" else DISCARD
        return {"type": kind, "target": table.live.hands[seat][move.slot]}
    target = (seat + (move.offset or 0)) % len(table.players)
    if move.color is not None:
        return {"type": COLOR_CLUE, "target": target, "value": SUITS.index(move.color)}
    return {"type": RANK_CLUE, "target": target, "value": move.rank}
