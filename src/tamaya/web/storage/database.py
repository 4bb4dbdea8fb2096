"""Opens and migrates the database, and writes to it in batches.

The default is SQLite in WAL mode: a commit survives even if the process is killed.
"""

from __future__ import annotations

import importlib
import queue
import threading
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path

from alembic import command
from alembic.config import Config as AlembicConfig
from sqlalchemy import Connection, Engine, Executable, bindparam, create_engine, event, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from tamaya.extras import extra
from tamaya.game import TamayaError
from tamaya.web.storage import schema

BUSY_MILLISECONDS = 5000
"""how long SQLite waits for another program that uses the file"""
MIGRATIONS = Path(__file__).with_name("migrations")
_BATCH = 200
"""most jobs in one transaction"""

Rows = tuple[Executable, Mapping[str, object]]
"""A statement and its parameters. Equal statements of a batch are executed together."""


def opened(url: str) -> Engine:
    """Opens a database and brings its tables up to date.

    :param url: like `sqlite:///games.db` or `postgresql+psycopg://user@host/games`
    :raises TamayaError: if it cannot be opened
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise TamayaError(f"not a database: {url!r} (expected like sqlite:///games.db)") from None
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername == "postgresql+psycopg":
        with extra("postgres", "PostgreSQL needs its driver"):
            importlib.import_module("psycopg")
    try:
        if parsed.get_backend_name() == "sqlite" and parsed.database:
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(parsed, hide_parameters=True)  # errors must not log people's data
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", _prepare)
        migrate(engine)
    except (SQLAlchemyError, ImportError, OSError) as error:
        reason = str(error).splitlines()[0]
        raise TamayaError(
            f"cannot open the database {parsed.render_as_string()!r}: {reason}"
        ) from None
    return engine


def _prepare(connection: object, _record: object) -> None:
    cursor = connection.cursor()  # type: ignore[attr-defined]
    for pragma in (
        "journal_mode=WAL",
        "synchronous=NORMAL",
        f"busy_timeout={BUSY_MILLISECONDS}",
        "foreign_keys=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def migrate(engine: Engine) -> None:
    """Runs the migrations that the database lacks."""
    config = AlembicConfig()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # another process may be starting too
            connection.execute(text("SELECT pg_advisory_xact_lock(7461900)"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


_Job = tuple[Sequence[Rows], Future[None]]


class Writer:
    """A thread that commits all writes since its last commit in one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, *rows: Rows) -> Future[None]:
        """Queues rows, which are written all or not at all. The future ends with the commit."""
        future: Future[None] = Future()
        self._queue.put((rows, future))
        return future

    def close(self) -> None:
        """Writes what is queued and ends the thread."""
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
        """Commits a batch; if that fails, each job on its own, so that one bad job fails alone."""
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
    """Executes rows in order; consecutive rows of the statements in TOGETHER go in one call."""
    waiting: dict[Executable, list[Mapping[str, object]]] = {}
    for statement, parameters in rows:
        if statement not in TOGETHER:
            _flush(connection, waiting)
            connection.execute(statement, parameters)
        else:
            waiting.setdefault(statement, []).append(parameters)
    _flush(connection, waiting)


def _flush(connection: Connection, waiting: dict[Executable, list[Mapping[str, object]]]) -> None:
    for statement, parameters in waiting.items():
        connection.execute(statement, parameters)
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
"""statements whose rows are independent: a table waits for its own writes before it continues"""
