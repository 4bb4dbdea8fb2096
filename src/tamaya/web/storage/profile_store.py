"""Reads and writes profiles: people without accounts, known by the sessions of their browsers.

A profile has no name and no address. It is created when a browser first needs one: to remember
answers to puzzles, or to link another browser.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Row, delete, desc, func, select, update
from sqlalchemy.exc import IntegrityError

from tamaya.errors import NotAllowedError
from tamaya.web.http import tokens
from tamaya.web.storage import schema
from tamaya.web.storage.database import Rows
from tamaya.web.storage.game_store import Store

LINK_SECONDS = 900.0
"""how long a code that links another browser is valid"""


@dataclass(frozen=True)
class OwnGame:
    """A game in which a profile has a seat."""

    id: str
    created: float
    seat: int
    names: tuple[str, ...]
    agents: tuple[str | None, ...]
    """id of each seat's agent; None for people"""
    turn: int
    score: int
    max_score: int
    bombed: bool
    over: bool
    deck: str | None
    """digest of the deck; None if the game began in the middle of another"""


@dataclass(frozen=True)
class PuzzleTry:
    """An answer to a puzzle."""

    puzzle: str
    at: float
    move: str
    solved: bool
    hints: int


class ProfileStore:
    """Profiles in the database of the games. Sessions and codes are passed as they are."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def id(self, session: str) -> str | None:
        """The profile of a session; None if it has none."""
        return await self._store.read(lambda connection: profile_of(connection, session))

    async def id_or_new(self, session: str) -> str:
        """The profile of a session, created if there is none."""
        profile = await self.id(session)
        if profile is not None:
            return profile
        fresh, hashed = tokens.fresh_id(), tokens.hashed(session)
        try:
            await self._store.write(
                (schema.profile.insert(), {"id": fresh, "created": time.time()}),
                (schema.profile_session.insert(), {"session": hashed, "profile": fresh}),
            )
        except IntegrityError:  # another request of the same browser was quicker
            profile = await self.id(session)
            assert profile is not None
            return profile
        return fresh

    async def games(self, session: str) -> list[OwnGame]:
        """All games of the session's profile, newest first. Games of studies are left out."""
        return await self._store.read(lambda connection: _games(connection, session))

    async def tries(self, session: str) -> list[PuzzleTry]:
        """All answers to puzzles, oldest first."""

        def read(connection: Connection) -> list[PuzzleTry]:
            table, profile = schema.puzzle_try, profile_of(connection, session)
            rows = connection.execute(
                select(table).where(table.c.profile == profile).order_by(table.c.id)
            )
            return [PuzzleTry(row.puzzle, row.at, row.move, row.solved, row.hints) for row in rows]

        return await self._store.read(read)

    async def add_try(self, session: str, answer: PuzzleTry) -> None:
        """Remembers an answer to a puzzle."""
        row = {**answer.__dict__, "profile": await self.id_or_new(session)}
        await self._store.write((schema.puzzle_try.insert(), row))

    async def link(self, session: str) -> tuple[str, float]:
        """A code that links one other browser, and when it expires."""
        code, expires = tokens.fresh(), time.time() + LINK_SECONDS
        row = {
            "code": tokens.hashed(code),
            "profile": await self.id_or_new(session),
            "expires": expires,
        }
        old = delete(schema.profile_link).where(schema.profile_link.c.expires < time.time())
        await self._store.write((old, {}), (schema.profile_link.insert(), row))
        return code, expires

    async def join(self, session: str, code: str) -> None:
        """Adds a browser, with everything it has, to the profile of a code.

        :raises NotAllowedError: if the code is unknown, used or expired
        """
        links, hashed = schema.profile_link, tokens.hashed(code)
        profile = select(links.c.profile).where(
            (links.c.code == hashed) & (links.c.expires >= time.time())
        )
        target = await self._store.read(lambda c: c.execute(profile).scalar_one_or_none())
        if target is None:
            raise NotAllowedError("this link is unknown, used or expired: make a new one")
        own = await self.id_or_new(session)
        used: Rows = (delete(links).where(links.c.code == hashed), {})
        if own == target:
            await self._store.write(used)
            return
        moved: list[Rows] = [
            (update(table).where(table.c.profile == own).values(profile=target), {})
            for table in (schema.profile_session, schema.puzzle_try)
        ]
        await self._store.write(
            used,
            *moved,
            (delete(links).where(links.c.profile == own), {}),
            (delete(schema.profile).where(schema.profile.c.id == own), {}),
        )

    async def sessions(self, session: str) -> list[str]:
        """Hashes of the sessions of all linked browsers, this one included."""
        return await self._store.read(lambda connection: sessions_of(connection, session))

    async def devices(self, session: str) -> int:
        """Number of linked browsers."""
        return len(await self.sessions(session))


def profile_of(connection: Connection, session: str) -> str | None:
    """The profile of a session; None if it has none."""
    table = schema.profile_session
    condition = table.c.session == tokens.hashed(session)
    return connection.execute(select(table.c.profile).where(condition)).scalar_one_or_none()


def sessions_of(connection: Connection, session: str) -> list[str]:
    """Hashes of all sessions of the session's profile."""
    table, profile = schema.profile_session, profile_of(connection, session)
    if profile is None:
        return [tokens.hashed(session)]
    condition = table.c.profile == profile
    return list(connection.execute(select(table.c.session).where(condition)).scalars())


def _games(connection: Connection, session: str) -> list[OwnGame]:
    game, seat = schema.game, schema.seat
    own = connection.execute(
        select(game, func.min(seat.c.seat).label("own"))
        .select_from(game.join(seat, seat.c.game == game.c.id))
        .where(seat.c.session.in_(sessions_of(connection, session)) & game.c.study.is_(None))
        .group_by(*game.c)
        .order_by(desc(game.c.created))
    ).all()
    agents = _agents(connection, [row.id for row in own])
    return [_own_game(row, agents[row.id]) for row in own]


def _agents(connection: Connection, games: Sequence[str]) -> dict[str, list[str | None]]:
    seat = schema.seat
    agents: dict[str, list[str | None]] = {game: [] for game in games}
    for first in range(0, len(games), 500):
        part = games[first : first + 500]
        condition = seat.c.game.in_(part)
        rows = connection.execute(
            select(seat.c.game, seat.c.agent).where(condition).order_by(seat.c.game, seat.c.seat)
        )
        for row in rows:
            agents[row.game].append(row.agent)
    return agents


def _own_game(row: Row[tuple[object, ...]], agents: Sequence[str | None]) -> OwnGame:
    columns = row._mapping
    return OwnGame(
        id=columns["id"],
        created=columns["created"],
        seat=columns["own"],
        names=tuple(json.loads(columns["names"])),
        agents=tuple(agents),
        turn=columns["turn"],
        score=columns["score"],
        max_score=columns["max_score"],
        bombed=columns["bombed"],
        over=columns["state"] == "over",
        deck=columns["deck"],
    )
