"""Deletes one participant so that no bytes are left: rows, free pages of the file, and journals."""

from __future__ import annotations

import time

from sqlalchemy import Connection, Engine, delete, select, update

from tamaya.errors import UnknownNameError
from tamaya.web.storage import schema
from tamaya.web.storage.study_store import release

_REWRITTEN = ("study_event", "event", "seat", "game", "participant", "assignment")


def withdraw(engine: Engine, study: str, participant: str) -> None:
    """Deletes everything about a participant and rewrites the files that held it.

    The allocation stays as an anonymous entry, so that others' arms can still be reproduced. In
    SQLite the file and its journals are rewritten. PostgreSQL rewrites its tables; its write-ahead
    log and backups expire as its operator has set.

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
    _rewrite(engine)


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


def _rewrite(engine: Engine) -> None:
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        if engine.dialect.name == "sqlite":
            for command in (
                "PRAGMA wal_checkpoint(TRUNCATE)",
                "VACUUM",
                "PRAGMA wal_checkpoint(TRUNCATE)",
            ):
                connection.exec_driver_sql(command)
        else:
            for table in _REWRITTEN:
                connection.exec_driver_sql(f"VACUUM FULL {table}")
