"""The database: opened, brought up to date, and written to in batches.

SQLite in WAL mode by default: a commit survives the end of the process, whatever ends it.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path

from alembic import command
from alembic.config import Config as AlembicConfig
from sqlalchemy import Connection, Engine, Executable, bindparam, create_engine, event, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from tamaya.game import TamayaError
from tamaya.web.storage import schema

MIGRATIONS = Path(__file__).with_name("migrations")
_BATCH = 200
"""writes in one transaction at most"""

Rows = tuple[Executable, Mapping[str, object]]
"""A statement and its parameters. Equal statements of a batch are executed as one."""


def opened(url: str) -> Engine:
    """An engine for a database, brought up to date.

    :param url: like `sqlite:///games.db` or `postgresql+psycopg://user@host/games`
    :raises TamayaError: if it cannot be opened
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise TamayaError(f"not a database: {url!r} (expected like sqlite:///games.db)") from None
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    try:
        if parsed.get_backend_name() == "sqlite" and parsed.database:
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(parsed)
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", _prepare)
        migrate(engine)
    except (SQLAlchemyError, ImportError, OSError) as error:
        told = str(error).splitlines()[0]
        raise TamayaError(
            f"cannot open the database {parsed.render_as_string()!r}: {told}"
        ) from None
    return engine


def _prepare(connection: object, _record: object) -> None:
    cursor = connection.cursor()  # type: ignore[attr-defined]
    for pragma in (
        "journal_mode=WAL",
        "synchronous=NORMAL",
        "busy_timeout=5000",
        "foreign_keys=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def migrate(engine: Engine) -> None:
    """Brings the tables up to date."""
    config = AlembicConfig()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


_Job = tuple[Sequence[Rows], Future[None]]


class Writer:
    """One thread that writes what has gathered since its last commit, all in one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, *rows: Rows) -> Future[None]:
        """Writes soon, all or nothing. The future is done when it is committed."""
        future: Future[None] = Future()
        self._queue.put((rows, future))
        return future

    def close(self) -> None:
        """Writes the rest and ends."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        ended = False
        while not ended:
            batch, ended = self._gathered()
            self._commit(batch)

    def _gathered(self) -> tuple[list[_Job], bool]:
        batch: list[_Job] = []
        job = self._queue.get()
        while job is not None:
            batch.append(job)
            if len(batch) == _BATCH or self._queue.empty():
                return batch, False
            job = self._queue.get()
        return batch, True

    def _commit(self, batch: Sequence[_Job]) -> None:
        """All at once; if that fails, one by one, so that one bad write spoils no other."""
        try:
            with self._engine.begin() as connection:
                _execute(connection, [row for rows, _ in batch for row in rows])
        except Exception as error:
            if len(batch) == 1:
                batch[0][1].set_exception(error)
                return
            for job in batch:
                self._commit([job])
            return
        for _, future in batch:
            future.set_result(None)


def _execute(connection: Connection, rows: Iterable[Rows]) -> None:
    """One execution for each run of rows that can go together, in order between the others."""
    waiting: dict[Executable, list[Mapping[str, object]]] = {}
    for statement, parameters in rows:
        if statement not in TOGETHER:
            _flush(connection, waiting)
            connection.execute(statement, parameters)
        else:
            waiting.setdefault(statement, []).append(parameters)
    _flush(connection, waiting)


def _flush(connection: Connection, waiting: dict[Executable, list[Mapping[str, object]]]) -> None:
    for statement, many in waiting.items():
        connection.execute(statement, many)
    waiting.clear()


ADD_EVENT = schema.event.insert()
UPDATE_GAME = (
    update(schema.game)
    .where(schema.game.c.id == bindparam("game_id"))
    .values(
        {name: bindparam(name) for name in ("names", "state", "turn", "score", "bombed", "current")}
    )
)
TOGETHER: frozenset[Executable] = frozenset({ADD_EVENT, UPDATE_GAME})
"""statements whose rows do not depend on each other: a table waits for its own before it goes on"""
