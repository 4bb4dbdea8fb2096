"""Which server process holds which table, if several processes share one PostgreSQL.

A process holds an advisory lock as long as its connection lives. PostgreSQL frees the lock when the
process ends, however it ends, so other processes notice that without clocks. Two processes that
both believe to hold a table cannot do harm: an event's place in its game is a primary key.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterable

from sqlalchemy import Connection, Engine, delete, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError

from tamaya.web.storage import schema

_CLASS = 7_461_901
"""first key of the advisory locks"""
_NOTICE_LOST_HOSTS = (
    "SET tcp_keepalives_idle = 2",
    "SET tcp_keepalives_interval = 1",
    "SET tcp_keepalives_count = 2",
)
"""lets PostgreSQL end the connection of a host that is gone within about 4 s"""
_BURY = text(
    "DELETE FROM server_process WHERE NOT EXISTS (SELECT 1 FROM pg_locks WHERE granted "
    "AND locktype = 'advisory' AND classid::bigint = :class AND objid::bigint = server_process.id)"
)
_process, _held = schema.server_process.c, schema.held_table.c


class HeldTables:
    """The tables that this process and others hold. Methods block.

    :param engine: a PostgreSQL database
    :param address: URL at which the other processes reach this one
    """

    def __init__(self, engine: Engine, address: str) -> None:
        self._engine = engine
        self._address = address
        self._lock: Connection | None = None
        self.process = 0
        """number of this process, a new one after each registration"""

    def register(self) -> None:
        """Makes this process known to the others. It holds no tables yet."""
        with contextlib.suppress(SQLAlchemyError):  # the old connection may be lost
            self.close()
        self.process = secrets.randbits(31)
        self._lock = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        self._lock.detach()
        for setting in _NOTICE_LOST_HOSTS:
            self._lock.exec_driver_sql(setting)
        self._lock.execute(
            text("SELECT pg_advisory_lock(:class, :process)"),
            {"class": _CLASS, "process": self.process},
        )
        row = {"id": self.process, "address": self._address}
        self._lock.execute(schema.server_process.insert(), row)

    def close(self) -> None:
        """Gives up all tables and the lock."""
        if self._lock is None:
            return
        lock, self._lock = self._lock, None
        try:
            lock.execute(delete(schema.server_process).where(_process.id == self.process))
        finally:
            lock.close()

    def take(self, game: str) -> str | None:
        """Takes a table if no process holds it.

        :returns: address of the other process that holds it; None if this one does, or if there is
            no such game
        """
        own = select(schema.game.c.id, text(str(self.process))).where(schema.game.c.id == game)
        taking = insert(schema.held_table).from_select(["game", "process"], own)
        holder = (
            select(_process.id, _process.address)
            .join(schema.held_table, _held.process == _process.id)
            .where(_held.game == game)
        )
        with self._engine.begin() as connection:
            connection.execute(taking.on_conflict_do_nothing())
            row = connection.execute(holder).one_or_none()
        return None if row is None or row.id == self.process else str(row.address)

    def held(self) -> set[str]:
        """Tables that this process holds.

        :raises SQLAlchemyError: if the connection is lost, and all tables with it
        """
        assert self._lock is not None
        own = select(_held.game).where(_held.process == self.process)
        return set(self._lock.execute(own).scalars())

    def release(self, games: Iterable[str]) -> None:
        """Frees tables, whoever holds them; their process drops them within a second."""
        with self._engine.begin() as connection:
            connection.execute(delete(schema.held_table).where(_held.game.in_(list(games))))

    def bury(self) -> None:
        """Frees the tables of processes that have ended."""
        with self._engine.begin() as connection:
            connection.execute(_BURY, {"class": _CLASS})

    def orphans(self) -> list[str]:
        """Running games without people whose table no process holds."""
        game = schema.game.c
        free = ~select(_held.game).where(_held.game == game.id).exists()
        query = select(game.id).where((game.state == "running") & ~game.with_people & free)
        with self._engine.connect() as connection:
            return list(connection.execute(query).scalars())
