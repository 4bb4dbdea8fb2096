"""Reads and writes games in the database."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import msgspec
from sqlalchemy import Connection, Row, Select, desc, select, update
from sqlalchemy.exc import IntegrityError

from tamaya.game import Seat
from tamaya.web.game.history import GameHistory
from tamaya.web.game.records import Began, Believed, Claimed, Moved, Record
from tamaya.web.live.protocol import GameSummary
from tamaya.web.storage import schema
from tamaya.web.storage.database import ADD_EVENT, UPDATE_GAME, Rows, Writer, opened

T = TypeVar("T")
_record = msgspec.json.Decoder(Record)
LISTED = 30
"""most games in a list"""


@dataclass(frozen=True)
class SeatKeys:
    """Hashes of the token and the session that may play in a seat."""

    token: str | None = None
    session: str | None = None


@dataclass(frozen=True)
class StoredGame:
    """A game as the database has it."""

    id: str
    history: GameHistory
    size: int
    """number of stored records"""
    keys: tuple[SeatKeys, ...]
    """by seat"""
    next_game: str | None
    records: tuple[Record, ...]

    @property
    def beliefs(self) -> list[Believed]:
        """The records of agents' beliefs."""
        return [record for record in self.records if isinstance(record, Believed)]


class Store:
    """Reads and writes games. Methods never block the event loop."""

    def __init__(self, url: str) -> None:
        self.engine = opened(url)
        self._writer = Writer(self.engine)

    def close(self) -> None:
        """Writes what is queued and closes the database."""
        self._writer.close()
        self.engine.dispose()

    async def write(self, *rows: Rows) -> None:
        """Writes rows all or not at all; returns after the commit."""
        await asyncio.wrap_future(self._writer.submit(*rows))

    async def read(self, read: Callable[[Connection], T]) -> T:
        """Reads from the database in a thread."""

        def within() -> T:
            with self.engine.connect() as connection:
                return read(connection)

        return await asyncio.to_thread(within)

    async def begin(
        self, game: str, history: GameHistory, keys: Sequence[SeatKeys], before: str | None = None
    ) -> None:
        """Stores a new game with all its records.

        :param before: the previous game of the same players
        """
        follows = update(schema.game).where(schema.game.c.id == before).values(next_game=game)
        await self.write(
            *begin_rows(game, history, keys), *([(follows, {})] if before is not None else [])
        )

    async def add(self, game: str, seq: int, record: Record, history: GameHistory) -> None:
        """Adds one record, and updates the game's row in lists."""
        rows: list[Rows] = [(ADD_EVENT, _event(game, seq, record))]
        if isinstance(record, (Moved, Claimed)):
            rows.append((UPDATE_GAME, {"game_id": game, **_standing(history)}))
        await self.write(*rows)

    async def claim(self, game: str, seat: Seat, keys: SeatKeys) -> None:
        """Replaces the keys of a seat."""
        condition = (schema.seat.c.game == game) & (schema.seat.c.seat == seat)
        statement = (
            update(schema.seat).where(condition).values(token=keys.token, session=keys.session)
        )
        await self.write((statement, {}))

    async def audit(self, action: str, about: str) -> None:
        """Records an export or import."""
        row = {"ts": time.time(), "what": action, "about": about}
        await self.write((schema.audit.insert(), row))

    async def load(self, game: str) -> StoredGame | None:
        """Loads a game by its id; None if there is no such game."""
        return await self.read(lambda connection: load_game(connection, game))

    async def episode(self, episode: str, before: int) -> tuple[StoredGame, ...]:
        """Loads the games of an episode before number `before`, in order."""

        def read(connection: Connection) -> tuple[StoredGame, ...]:
            condition = (schema.game.c.episode == episode) & (schema.game.c.number < before)
            games = connection.execute(
                select(schema.game.c.id).where(condition).order_by(schema.game.c.number)
            )
            stored = [load_game(connection, row.id) for row in games]
            return tuple(game for game in stored if game is not None)

        return await self.read(read)

    async def unattended(self) -> list[str]:
        """Ids of running games without people, which resume after a restart."""
        condition = (schema.game.c.state == "running") & ~schema.game.c.with_people
        rows = await self.read(
            lambda connection: connection.execute(select(schema.game.c.id).where(condition)).all()
        )
        return [row.id for row in rows]

    async def mine(self, session: str, linked: Sequence[str] = ()) -> tuple[GameSummary, ...]:
        """Games in which a browser or a linked one has a seat; of studies, only the browser's own.

        :param session: hash of the browser's session
        :param linked: hashes of the sessions of linked browsers
        """
        columns = (*schema.game.c, schema.seat.c.seat)
        joined = schema.game.join(schema.seat, schema.seat.c.game == schema.game.c.id)
        own = schema.seat.c.session == session
        others = schema.seat.c.session.in_(linked) & schema.game.c.study.is_(None)
        games = await self._listed(select(*columns).select_from(joined).where(own | others))
        return tuple({summary.game: summary for summary in games}.values())

    async def watchable(self) -> tuple[GameSummary, ...]:
        """Running games that anybody may watch."""
        condition = (schema.game.c.state == "running") & schema.game.c.watchable
        return await self._listed(select(*schema.game.c).where(condition))

    async def finished(self) -> tuple[GameSummary, ...]:
        """Finished games that anybody may look at."""
        condition = (schema.game.c.state == "over") & schema.game.c.watchable
        return await self._listed(select(*schema.game.c).where(condition))

    async def _listed(self, query: Select[tuple[object, ...]]) -> tuple[GameSummary, ...]:
        newest = query.order_by(desc(schema.game.c.created)).limit(LISTED)
        rows = await self.read(lambda connection: connection.execute(newest).all())
        return tuple(map(_summary, rows))

    async def setting(self, name: str, default: str) -> str:
        """A stored setting of the server; stores and returns `default` if there is none."""

        def read(connection: Connection) -> str | None:
            return _setting(connection, name)

        if (value := await self.read(read)) is None:
            with contextlib.suppress(IntegrityError):  # another server was quicker
                await self.write((schema.setting.insert(), {"name": name, "value": default}))
            value = await self.read(read)
        return value or default


def _setting(connection: Connection, name: str) -> str | None:
    condition = schema.setting.c.name == name
    return connection.execute(select(schema.setting.c.value).where(condition)).scalar_one_or_none()


def begin_rows(
    game: str, history: GameHistory, keys: Sequence[SeatKeys], participant: str | None = None
) -> list[Rows]:
    """The rows of a new game with all its records.

    :param participant: the participant of a study whose game it is
    """
    began = history.began
    seats = [
        {
            "game": game,
            "seat": number,
            "kind": player.kind,
            "agent": player.agent or None,
            "token": key.token,
            "session": key.session,
            "participant": participant if player.kind == "human" else None,
        }
        for number, (player, key) in enumerate(zip(began.seats, keys, strict=True))
    ]
    records: list[Record] = [began, *history.moves]
    return [
        (schema.game.insert(), _listed(game, history)),
        *((schema.seat.insert(), row) for row in seats),
        *((ADD_EVENT, _event(game, seq, record)) for seq, record in enumerate(records)),
    ]


def _event(game: str, seq: int, record: Record) -> dict[str, object]:
    return {
        "game": game,
        "seq": seq,
        "ts": record.at,
        "actor": None if isinstance(record, Began) else record.seat,
        "kind": type(record).__name__.lower(),
        "body": msgspec.json.encode(record).decode(),
    }


def _listed(game: str, history: GameHistory) -> dict[str, object]:
    began = history.began
    return {
        "id": game,
        "created": began.at,
        "episode": began.episode,
        "number": began.number,
        "watchable": began.watchable,
        "imported": began.imported,
        "with_people": history.with_people,
        "kinds": json.dumps([player.kind for player in began.seats]),
        "max_score": history.state.setup.max_score,
        "study": began.study or None,
        "deck": None if began.imported or history.moves else deck_digest(began),
        **_standing(history),
    }


def deck_digest(began: Began) -> str:
    """A digest of set-up and deck. It stays on the server: a deck can be guessed from it."""
    return hashlib.sha256(f"{began.setup} {began.deck}".encode()).hexdigest()


def _standing(history: GameHistory) -> dict[str, object]:
    state = history.state
    over = state.over or history.began.imported
    return {
        "names": json.dumps([player.name for player in history.players]),
        "state": "over" if over else "running",
        "turn": state.turn,
        "score": state.score,
        "bombed": state.bombed,
        "current": state.current,
    }


def load_game(connection: Connection, game: str) -> StoredGame | None:
    """Loads a game by its id; None if there is no such game."""
    row = connection.execute(
        select(schema.game.c.next_game).where(schema.game.c.id == game)
    ).one_or_none()
    if row is None:
        return None
    bodies = connection.execute(
        select(schema.event.c.body).where(schema.event.c.game == game).order_by(schema.event.c.seq)
    ).scalars()
    began, *records = [_record.decode(body) for body in bodies]
    assert isinstance(began, Began)
    seats = connection.execute(
        select(schema.seat).where(schema.seat.c.game == game).order_by(schema.seat.c.seat)
    )
    keys = tuple(SeatKeys(seat.token, seat.session) for seat in seats)
    history = GameHistory(began, records)
    return StoredGame(game, history, 1 + len(records), keys, row.next_game, tuple(records))


def _summary(row: Row[tuple[object, ...]]) -> GameSummary:
    columns = row._mapping
    seat = columns.get("seat")
    over = columns["state"] == "over"
    return GameSummary(
        game=columns["id"],
        names=tuple(json.loads(columns["names"])),
        kinds=tuple(json.loads(columns["kinds"])),
        created=columns["created"],
        turn=columns["turn"],
        score=columns["score"],
        max_score=columns["max_score"],
        over=over,
        imported=columns["imported"],
        seat=msgspec.UNSET if seat is None else seat,
        your_turn=not over and seat is not None and seat == columns["current"],
        bombed=columns["bombed"],
    )
