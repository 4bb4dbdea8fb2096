"""The database: tables made by migrations, and rows stored by writers."""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config as AlembicConfig
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect, select, text
from sqlalchemy.exc import OperationalError

from tamaya import TamayaError
from tamaya.errors import MissingExtraError
from tamaya.study import reading
from tamaya.web.storage import schema
from tamaya.web.storage.database import MIGRATIONS, Writer, opened
from tamaya.web.storage.withdrawal import withdraw
from tamaya.web.study.collected import exported
from tests.web.pages import agent, begin, page, person, play_on, serving
from tests.web.study.participants import Participant, running
from tests.web.study.test_flow import SHORT


def differences(url: str) -> list[object]:
    engine = opened(url)
    opened(url).dispose()  # a second start changes nothing
    with engine.connect() as connection:
        changes = compare_metadata(MigrationContext.configure(connection), schema.metadata)
    engine.dispose()
    return list(changes)


def test_migrations_make_the_tables_of_the_schema(tmp_path: Path) -> None:
    assert differences(f"sqlite:///{tmp_path}/new/games.db") == []


def test_a_database_of_the_first_release_is_brought_up_to_date_with_its_games(
    tmp_path: Path,
) -> None:
    """Revision 0001 had two more tables; its games can still be continued."""
    url = f"sqlite:///{tmp_path}/games.db"
    with serving(tmp_path, database=url) as client:
        new_game = begin(client, person(), agent("piers"))
        with page(client, new_game["game"]) as ann:
            play_on(ann, moves=3)
    config = AlembicConfig()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = create_engine(url)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
        assert {"deck", "agent_version"} <= set(inspect(connection).get_table_names())
    engine.dispose()
    assert differences(url) == []
    with serving(tmp_path, database=url) as client:
        token = new_game["tokens"][0]["token"]
        with page(client, new_game["game"], token=token) as ann:
            assert ann.receive("snapshot")["seq"] == 6
            assert play_on(ann) is not None


def test_sqlite_is_set_up_to_survive(tmp_path: Path) -> None:
    with opened(f"sqlite:///{tmp_path}/games.db").connect() as connection:
        settings = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "foreign_keys", "busy_timeout")
        }
    assert settings == {"journal_mode": "wal", "foreign_keys": 1, "busy_timeout": 5000}


@pytest.mark.parametrize("url", ["nonsense", "sqlite:////proc/none/games.db", "oracle://x"])
def test_what_is_no_database_is_refused_with_a_reason(url: str) -> None:
    with pytest.raises(TamayaError, match="database"):
        opened(url)


@pytest.mark.parametrize("scheme", ["postgresql", "postgresql+psycopg"])
def test_a_missing_driver_is_named_with_its_extra(
    scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtraError, match=r"PostgreSQL .*pip install .*\[postgres\]'"):
        opened(f"{scheme}://tamaya@db/games")


def test_one_bad_write_spoils_no_other(tmp_path: Path) -> None:
    engine = opened(f"sqlite:///{tmp_path}/games.db")
    writer = Writer(engine)

    add = schema.setting.insert()
    futures = [writer.submit((add, {"name": name, "value": "x"})) for name in "abac"]
    writer.close()
    failed = [future.exception() is not None for future in futures]
    assert failed == [False, False, True, False]
    with engine.connect() as connection:
        assert set(connection.execute(select(schema.setting.c.name)).scalars()) == {"a", "b", "c"}


@pytest.mark.slow
def test_games_are_kept_in_postgresql_too(postgres: str, tmp_path: Path) -> None:
    assert differences(postgres) == []
    with serving(tmp_path, database=postgres) as client:
        new_game = begin(client, person(), agent("piers"))
        with page(client, new_game["game"]) as ann:
            play_on(ann, moves=3)
        token = new_game["tokens"][0]["token"]
    with serving(tmp_path, database=postgres) as client:
        with page(client, new_game["game"], token=token) as ann:
            assert ann.receive("snapshot")["seq"] == 6
            assert play_on(ann) is not None
        assert [game["game"] for game in client.get("/api/games?finished").json()["games"]] == []
    engine = create_engine(postgres.replace("postgresql:", "postgresql+psycopg:"))
    assert "event" in inspect(engine).get_table_names()
    engine.dispose()


def test_a_full_disk_is_answered_with_503_and_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OperationalError("insert", {}, sqlite3.OperationalError("database or disk is full"))

    with serving(tmp_path) as client:
        monkeypatch.setattr("tamaya.web.storage.database._execute", full)
        answer = client.post("/api/games", json={"seats": [person("Ann"), agent()]})
        assert answer.status_code == 503
        assert answer.json()["error"].endswith(
            "cannot store anything now: database or disk is full"
        )
        monkeypatch.undo()
        begin(client, person("Ann"), agent())


def places_of(folder: Path, texts: list[str]) -> set[str]:
    """Folders of PostgreSQL's data in which a file contains one of the texts."""
    return {
        file.relative_to(folder).parts[0]
        for file in folder.rglob("*")
        if file.is_file() and any(text.encode() in file.read_bytes() for text in texts)
    }


@pytest.mark.slow
def test_whoever_may_not_drop_the_log_of_postgresql_is_told(postgres: str, tmp_path: Path) -> None:
    """A user without rights, and a server that keeps its log in every way."""
    owner = opened(postgres)
    with owner.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        for command_ in (
            "CREATE ROLE plain LOGIN",
            "CREATE DATABASE plain OWNER plain",
            "ALTER SYSTEM SET wal_recycle = on",
            "ALTER SYSTEM SET wal_keep_size = '32MB'",
            "SELECT pg_reload_conf()",
        ):
            connection.exec_driver_sql(command_)
    url = postgres.replace("tamaya@/postgres", "plain@/plain")
    with running(tmp_path, text=SHORT, database=url) as client:
        person_ = Participant(client).arrive(id="goes").submit(agree="yes")
    engine = opened(url)
    notes = withdraw(engine, "small", person_.id)
    assert [note.partition(":")[0].partition("(")[0].strip() for note in notes] == [
        "the write-ahead log still contains the deleted rows",
        "old files of the write-ahead log are overwritten later, not deleted",
        "the write-ahead log is kept for replicas",
    ]
    engine.dispose()
    with owner.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        for command_ in ("ALTER SYSTEM RESET ALL", "SELECT pg_reload_conf()"):
            connection.exec_driver_sql(command_)
    owner.dispose()


@pytest.mark.slow
def test_studies_are_kept_in_postgresql_too(postgres: str, tmp_path: Path) -> None:
    file, url = tmp_path / "study.toml", postgres
    with running(tmp_path, text=SHORT, database=url) as client:
        finished = Participant(client).arrive(id="stays").finish()
        person_ = Participant(client).arrive(id="goes").submit(agree="yes")
        person_.play(moves=2)
    with running(tmp_path, text=SHORT, database=url) as client:
        assert Participant(client, person_.session).look()["kind"] == "game"
    engine = opened(url)
    folder = Path(url.partition("host=")[2]) / "data"
    marks = [person_.id, "goes", person_.page["game"]]
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        for command_ in (
            "ALTER SYSTEM SET wal_recycle = off",
            "SELECT pg_reload_conf()",
            "ANALYZE",  # statistics of columns contain ids
            "CHECKPOINT",
        ):
            connection.exec_driver_sql(command_)
    assert {"base", "pg_wal"} <= places_of(folder, marks)
    assert withdraw(engine, "small", person_.id) == ()
    assert places_of(folder, marks) == set()
    assert "base" in places_of(folder, [finished.id])
    tables = exported(engine, reading.read(file), tmp_path / "out")
    engine.dispose()
    assert [row.participant for row in tables.participants] == [finished.id]
    assert [row.participant for row in tables.assignments] == [finished.id, None]
