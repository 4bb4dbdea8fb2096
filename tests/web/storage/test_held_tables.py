"""Processes that share a PostgreSQL database agree on who holds a table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Engine, select, text
from sqlalchemy.exc import SQLAlchemyError

from tamaya import TamayaError
from tamaya.web.config import ServerConfig
from tamaya.web.storage import schema
from tamaya.web.storage.database import opened
from tamaya.web.storage.held_tables import HeldTables
from tests.web.pages import agent, begin, person, serving


@contextmanager
def two_processes(engine: Engine) -> Iterator[tuple[HeldTables, HeldTables]]:
    first, second = HeldTables(engine, "http://first:1"), HeldTables(engine, "http://second:2")
    first.register()
    second.register()
    yield first, second
    for process in (first, second):
        process.close()


@pytest.fixture
def engine(postgres: str) -> Iterator[Engine]:
    engine = opened(postgres)
    yield engine
    engine.dispose()


@pytest.fixture
def game(postgres: str, tmp_path: Path) -> str:
    with serving(tmp_path, database=postgres) as client:
        return str(begin(client, person(), agent())["game"])


@pytest.mark.slow
def test_a_table_has_one_holder_until_it_is_released(engine: Engine, game: str) -> None:
    with two_processes(engine) as (first, second):
        assert first.take(game) is None
        assert second.take(game) == "http://first:1"
        assert first.take(game) is None
        assert first.held() == {game}
        first.release([game])
        assert second.take(game) is None
        assert first.held() == set()
        assert first.take(game) == "http://second:2"


@pytest.mark.slow
def test_a_game_that_does_not_exist_is_held_by_nobody(engine: Engine) -> None:
    with two_processes(engine) as (first, second):
        assert first.take("nothing") is None
        assert second.take("nothing") is None
        assert first.held() == second.held() == set()


@pytest.mark.slow
def test_the_tables_of_a_lost_process_are_free_and_it_notices(engine: Engine, game: str) -> None:
    with two_processes(engine) as (first, second):
        first.take(game)
        second.bury()
        assert second.take(game) == "http://first:1"  # the first process lives
        end = text(
            "SELECT pg_terminate_backend(pid, 120000) FROM pg_locks "
            "WHERE locktype = 'advisory' AND objid::bigint = :process"
        )
        with engine.connect() as connection:
            assert connection.execute(end, {"process": first.process}).scalars().all() == [True]
        with pytest.raises(SQLAlchemyError):
            first.held()
        second.bury()
        assert second.take(game) is None
        first.register()
        assert first.take(game) == "http://second:2"


@pytest.mark.slow
def test_a_process_that_closes_leaves_no_rows(engine: Engine, game: str) -> None:
    with two_processes(engine) as (first, second):
        first.take(game)
        first.close()
        assert second.take(game) is None
    with engine.connect() as connection:
        assert connection.execute(select(schema.held_table)).all() == []
        assert connection.execute(select(schema.server_process)).all() == []


def test_several_processes_over_sqlite_are_refused() -> None:
    with pytest.raises(TamayaError, match="several server processes need PostgreSQL, not 'sqlite'"):
        ServerConfig(address="http://first:1")


@pytest.mark.parametrize("address", ["first:1", "https://first:1", "http://first", "http://a:1/x"])
def test_an_address_that_is_no_plain_url_is_refused(address: str) -> None:
    with pytest.raises(TamayaError, match="expected like http://10.0.0.2:8787"):
        ServerConfig(address=address)
