"""Deletes one participant so that no bytes are left: rows, free pages of the file, and journals.

PostgreSQL keeps copies of rows outside of its tables: in the statistics of columns, and in the
write-ahead log. Both are cleaned as far as the server's settings and the user's rights allow.
"""

from __future__ import annotations

import time

from sqlalchemy import Connection, Engine, delete, select, update
from sqlalchemy.exc import ProgrammingError

from tamaya.errors import UnknownNameError
from tamaya.web.storage import schema
from tamaya.web.storage.study_store import release

_REWRITTEN = ("study_event", "event", "seat", "game", "participant", "assignment")
_EMPTY_JOURNAL = "PRAGMA wal_checkpoint(TRUNCATE)"
_NEW_LOG = "SELECT pg_switch_wal()", "CHECKPOINT"
"""starts a new file of the write-ahead log, and lets PostgreSQL drop those before it"""


def withdraw(engine: Engine, study: str, participant: str) -> tuple[str, ...]:
    """Deletes everything about a participant and rewrites the files that held it.

    The allocation stays as an anonymous entry, so that others' arms can still be reproduced. In
    SQLite the file and its journals are rewritten. PostgreSQL rewrites its tables and statistics,
    and drops its write-ahead log.

    :returns: what may be left in the write-ahead log, and what to do about it
    :raises UnknownNameError: if nobody has this id
    """
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA secure_delete=ON")
            connection.rollback()
            with connection.begin():
                _delete(connection, study, participant)
    else:
        with engine.begin() as connection:
            _delete(connection, study, participant)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        if engine.dialect.name == "sqlite":
            return _rewrite_sqlite(connection)
        _rewrite_postgresql(connection)
        return (*_new_log(connection), *_kept_log(connection))


def _delete(connection: Connection, study: str, participant: str) -> None:
    people, places, seats = schema.participant, schema.assignment, schema.seat
    where = (people.c.id == participant) & (people.c.study == study)
    if connection.execute(select(people.c.id).where(where)).one_or_none() is None:
        raise UnknownNameError(f"no participant {participant[:40]!r} in study {study!r}")
    games = list(
        connection.execute(select(seats.c.game).where(seats.c.participant == participant)).scalars()
    )
    statement, _ = release(study, participant, time.time())
    connection.execute(statement)
    mine = places.c.participant == participant
    connection.execute(update(places).where(mine).values(participant=None, stratum=None))
    for table, column in (
        (schema.event, schema.event.c.game),
        (seats, seats.c.game),
        (schema.game, schema.game.c.id),
    ):
        connection.execute(delete(table).where(column.in_(games)))
    records = schema.study_event.c.participant == participant
    connection.execute(delete(schema.study_event).where(records))
    connection.execute(delete(people).where(people.c.id == participant))
    row = {"ts": time.time(), "what": "withdraw", "about": study}
    connection.execute(schema.audit.insert(), row)


def _rewrite_sqlite(connection: Connection) -> tuple[str, ...]:
    """Rewrites the file and empties its journal, which waits for other programs some seconds."""
    for command in (_EMPTY_JOURNAL, "VACUUM"):
        connection.exec_driver_sql(command)
    busy = connection.exec_driver_sql(_EMPTY_JOURNAL).one()[0]
    if not busy:
        return ()
    file = connection.engine.url.database
    return (
        "another program reads the database, so the file and its journal still contain the deleted "
        f"rows: end that program, then run sqlite3 {file} '{_EMPTY_JOURNAL}'",
    )


def _rewrite_postgresql(connection: Connection) -> None:
    """Rewrites the tables, and the statistics, which contain values of columns."""
    for table in _REWRITTEN:
        connection.exec_driver_sql(f"VACUUM (FULL, ANALYZE) {table}")
    connection.exec_driver_sql("VACUUM FULL pg_statistic")  # skipped without the right to do so


def _new_log(connection: Connection) -> list[str]:
    """Drops the write-ahead log so far, if the user may do that."""
    try:
        for command in _NEW_LOG:
            connection.exec_driver_sql(command)
    except ProgrammingError:
        commands = "; ".join(_NEW_LOG)
        return [f"the write-ahead log still contains the deleted rows: run as superuser {commands}"]
    return []


def _kept_log(connection: Connection) -> list[str]:
    """Settings that keep bytes of the write-ahead log."""

    def value(query: str) -> str:
        return str(connection.exec_driver_sql(query).scalar_one())

    notes: list[str] = []
    if value("SHOW wal_recycle") == "on":
        notes.append(
            "old files of the write-ahead log are overwritten later, not deleted (set wal_recycle "
            "= off to delete them)"
        )
    if value("SHOW archive_mode") != "off":
        notes.append("the write-ahead log is archived: delete the archive up to now")
    slots = value("SELECT count(*) FROM pg_replication_slots")
    if slots != "0" or value("SHOW wal_keep_size") != "0":
        notes.append("the write-ahead log is kept for replicas (replication slots, wal_keep_size)")
    return notes
