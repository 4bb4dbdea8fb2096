"""The state of the whole server: sessions, tables, and what everyone is told."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from tamaya.game import Card, State
from tests.live.stand_in import messages
from tests.live.stand_in.accounts import Accounts
from tests.live.stand_in.faults import Faults
from tests.live.stand_in.game import hidden
from tests.live.stand_in.incoming import SILENT, parsed, whole
from tests.live.stand_in.options import VARIANT_IDS, Json, setup_of
from tests.live.stand_in.session import LOBBY, Allowance, Link, Session
from tests.live.stand_in.table import Table

Handler = Callable[["Hub", Session, Json], None]
COMMANDS: dict[str, Handler] = {}
"""what the server does for each command"""


def command(name: str) -> Callable[[Handler], Handler]:
    """Registers the handler of a command."""

    def register(handler: Handler) -> Handler:
        COMMANDS[name] = handler
        return handler

    return register


@dataclass(frozen=True)
class Record:
    """A message that was sent to a user ('out') or came from it ('in')."""

    direction: str
    user: str
    command: str
    data: Any


@dataclass
class Settings:
    """What tests may decide."""

    clock_speed: float = 1.0
    """seconds of game time per second"""
    idle_seconds: float = 1800.0
    """seconds without a move after which a game ends"""
    seats: tuple[str, ...] | None = None
    """names in seat order, for all games of exactly these players; None shuffles"""
    deck: str | None = None
    """the deck of all games, like 'r1 y5 g3 ...', first card drawn first; None shuffles"""
    seed: int = 0
    """decides decks and seats"""
    messages_per_window: float = 200.0
    window_seconds: float = 2.0


@dataclass
class Hub:
    """Everything that the server knows. All methods run in its event loop."""

    settings: Settings = field(default_factory=Settings)
    accounts: Accounts = field(default_factory=Accounts)
    faults: Faults = field(default_factory=Faults)
    sessions: dict[int, Session] = field(default_factory=dict)
    tables: dict[int, Table] = field(default_factory=dict)
    unknown: list[tuple[str, str]] = field(default_factory=list)
    """(user, text) of messages that the real server would only log"""
    watched: dict[int, int] = field(default_factory=dict)
    """tables that users watched when their connection ended"""
    greeted: set[int] = field(default_factory=set)
    on_record: Callable[[Record], None] = lambda record: None
    next_table: int = 1
    games: int = 0

    def connect(self, name: str, link: Link) -> Session:
        """Greets a user whose WebSocket is open; ends its older connection."""
        number = self.accounts.number_of(name)
        is_new = number not in self.greeted
        self.greeted.add(number)
        older = self.sessions.get(number)
        if older is not None:
            older.fail("You have connected from somewhere else.")
            older.link.close()
            self.disconnect(older)
        limit = Allowance(self.settings.messages_per_window, self.settings.window_seconds)
        session = Session(number, name, link, self._deliver, limit)
        self.sessions[number] = session
        self._resume(session)
        self._greet(session, is_new)
        return session

    def disconnect(self, session: Session) -> None:
        """Cleans up after a connection has ended. Players of a running game keep their seats."""
        if not session.connected:
            return
        session.connected = False
        self.sessions.pop(session.user_id, None)
        for table in list(self.tables.values()):
            playing = table.seat_of(session) is not None and not table.replay
            if table.spectator(session) is not None:
                self.watched[session.user_id] = table.id
            if (playing and table.running) or table.spectator(session) is not None:
                COMMANDS["tableUnattend"](self, session, {"tableID": table.id})
            elif playing:
                COMMANDS["tableLeave"](self, session, {"tableID": table.id})
        self.tell_all("userLeft", {"userID": session.user_id})

    def receive(self, session: Session, text: str) -> None:
        """Handles one message of a client."""
        if not session.connected:
            return
        name, space, body = text.partition(" ")
        if self.faults.ignores(session.name, name, text):
            return
        if not session.allowance.spend():
            self.ban(session)
            return
        data = parsed(body) if space else None
        self.on_record(Record("in", session.name, name, data))
        if data is None or name not in COMMANDS.keys() | SILENT:
            self.unknown.append((session.name, text))
        elif name in COMMANDS:
            COMMANDS[name](self, session, data)

    def ban(self, session: Session) -> None:
        """Bans the address of a user who flooded the server."""
        self.accounts.banned_addresses.add("127.0.0.1")
        self.accounts.log_out(session.name)
        session.link.close()
        self.disconnect(session)

    def tell_all(self, name: str, payload: Any) -> None:
        """Sends a message to every connected user."""
        for session in list(self.sessions.values()):
            session.emit(name, payload)

    def tell_table(self, table: Table) -> None:
        """Tells everyone in the lobby about a change of a table."""
        if table.visible:
            for session in list(self.sessions.values()):
                session.emit("table", messages.table(table, session))

    def tell_gone(self, table: Table) -> None:
        """Tells everyone in the lobby that a table is gone."""
        if table.visible:
            self.tell_all("tableGone", {"tableID": table.id})

    def tell_pregame(self, table: Table) -> None:
        """Tells the players of a table that has not started who is there."""
        for player in table.players:
            if player.present:
                player.session.emit("game", messages.game(table, player.session))

    def tell_actions(self, table: Table, actions: Iterable[Json]) -> None:
        """Tells the audience of a table what happened, without the cards that each must not see."""
        for action in actions:
            for session in list(table.audience()):
                seen = hidden(action, table.eyes_of(session))
                session.emit("gameAction", {"tableID": table.id, "action": seen})
            if action["type"] == "play":
                self._tell_progress(table)

    def set_status(self, session: Session, status: int, table_id: int) -> None:
        """Changes what the lobby shows about a user."""
        session.status, session.table_id = status, table_id
        self.tell_all("user", session.describe())

    def announce(self, table: Table, text: str) -> None:
        """Writes a line of the server into the chat of a table."""
        self.say(table, messages.chat(text, "", table.room, server=True))

    def say(self, table: Table, line: Json) -> None:
        """Adds a line to the chat of a table."""
        table.chat.append(line)
        table.notify("chat", line)

    def send_chat(self, session: Session, table: Table) -> None:
        """Sends the chat so far to one user."""
        session.emit("chatList", {"list": table.chat, "unread": len(table.chat)})

    def delete(self, table: Table) -> None:
        """Removes a table."""
        if self.tables.pop(table.id, None):
            self.tell_gone(table)

    def find(self, session: Session, data: Json) -> Table | None:
        """The table that a command names; warns the user if there is none."""
        number = whole(data, "tableID")
        table = self.tables.get(number)
        if table is None:
            session.warn(f"Table {number} does not exist.")
        return table

    def tables_of(self, session: Session) -> list[Table]:
        """Tables at which a user plays or is going to."""
        tables = self.tables.values()
        return [t for t in tables if not t.replay and t.seat_of(session) is not None]

    def new_game(self, table: Table, suffix: str) -> tuple[State, str]:
        """Shuffles the deck of a new game; returns the position and the name of the deal."""
        players, variant = len(table.players), table.options["variantName"]
        self.games += 1
        number = int(suffix) if suffix.isdecimal() else self.settings.seed + self.games
        setup = setup_of(table.options, players)
        deck = self.settings.deck
        state = State.deal(number, setup)
        if deck is not None:
            state = State.from_deck([Card(name) for name in deck.split()], setup)
        return state, f"p{players}v{VARIANT_IDS[variant]}s{suffix or number}"

    def order_seats(self, table: Table) -> None:
        """Puts the players into the order of the game."""
        seats = self.settings.seats
        if seats is not None and sorted(seats) == sorted(p.name for p in table.players):
            table.players.sort(key=lambda player: seats.index(player.name))
        else:
            random.Random(f"{self.settings.seed} {table.id}").shuffle(table.players)

    def later(self, seconds: float, function: Callable[[], None]) -> None:
        """Calls a function after a while."""
        asyncio.get_running_loop().call_later(seconds, function)

    def _deliver(self, session: Session, name: str, text: str) -> None:
        self.on_record(Record("out", session.name, name, json.loads(text.partition(" ")[2])))
        self.faults.send(session.name, session.link, name, text)

    def _resume(self, session: Session) -> None:
        for table in self.tables.values():
            for member in [*table.players, *table.spectators]:
                if member.user_id == session.user_id:
                    member.session = session

    def _greet(self, session: Session, is_new: bool) -> None:
        playing = [table.id for table in self.tables_of(session)]
        watched = self.watched.pop(session.user_id, 0)
        watched = watched if watched in self.tables else 0
        greeting = messages.welcome(session, is_new=is_new, playing_at=playing, watched=watched)
        session.emit("welcome", greeting)
        session.emit("userList", [other.describe() for other in self.sessions.values()])
        visible = [table for table in self.tables.values() if table.visible]
        session.emit("tableList", [messages.table(table, session) for table in visible])
        session.emit("chatList", {"list": [], "unread": 0})
        session.emit("gameHistory", [])
        self.set_status(session, LOBBY, 0)

    def _tell_progress(self, table: Table) -> None:
        progress = round(100 * table.live.state.score / max(table.live.max_score, 1))
        if progress != table.progress:
            table.progress = progress
            table.notify("tableProgress", {"tableID": table.id, "progress": progress})
