"""What a study stores: exports are whole, and people who withdrew are gone."""

from __future__ import annotations

import csv
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tamaya import humans
from tamaya.errors import AgentFailedError, TamayaError, UnknownNameError
from tamaya.humans import hanabi_data, people_file
from tamaya.study import reading
from tamaya.study.assignment import verify
from tamaya.study.hanabi_layout import LoggedGame, log_text, write_layout
from tamaya.study.study_file import StudyFile
from tamaya.study.table_files import read_tables
from tamaya.study.tables import StudyTables
from tamaya.study.templates import template
from tamaya.transcript import Transcript
from tamaya.web.storage import database, study_store
from tamaya.web.storage.database import opened
from tamaya.web.storage.withdrawal import withdraw
from tamaya.web.study.collected import exported
from tamaya.web.study.operator import status_json, status_text
from tests.study.files import changed
from tests.truth import truth
from tests.web.study.participants import TOKEN, Participant, running
from tests.web.study.test_flow import SHORT


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database: two people finished, one stopped in a game, one declined."""
    folder = tmp_path_factory.mktemp("finished")
    with running(folder) as client:
        for number in range(2):
            person = Participant(client).arrive(PROLIFIC_PID=f"prolific-{number}")
            while person.page["kind"] != "end":
                person.go_on(number)
        half = Participant(client).arrive()
        while person.page["kind"] != "game" and half.page["kind"] != "game":
            half.go_on()
        half.play(moves=2)
        half.post("stop", delete=False)
        Participant(client).arrive().submit(agree="no")
    return folder


def export(folder: Path, out: Path) -> tuple[StudyFile, StudyTables]:
    study = reading.read(folder / "study.toml")
    engine = opened(f"sqlite:///{folder}/games.db")
    tables = exported(engine, study, out)
    engine.dispose()
    return study, tables


def test_the_export_holds_everything_and_is_read_back(finished: Path, tmp_path: Path) -> None:
    study, tables = export(finished, tmp_path)
    assert read_tables(tmp_path) == tables
    people = {row.status: row for row in tables.participants}
    assert [row.status for row in tables.participants].count("complete") == 2
    assert set(people) == {"complete", "stopped", "declined"}
    assert people["complete"].external_id == "prolific-1"
    assert (people["complete"].consent_version, people["declined"].consent_version) == ("1", None)
    assert (people["complete"].quiz_attempts, people["complete"].quiz_passed) == (1, True)
    assert people["complete"].games_finished == 2
    assert people["stopped"].finished_at is not None
    assert {row.arm for row in tables.games if row.part == "study"} == {"one", "two"}
    assert [row.number for row in tables.games][:3] == [0, 1, 2]
    for row in tables.games:
        state = Transcript.parse(row.transcript).replay()
        assert (state.score, state.over, state.turn) == (row.score, row.finished, row.turns)
        moves = [move for move in tables.moves if move.game == row.game]
        assert [move.turn for move in moves] == list(range(row.turns))
        assert {move.seat for move in moves if move.person} == {1}
    answers = [row for row in tables.answers if row.instrument == "eger2017_partner"]
    assert {row.occasion for row in answers} == {1, 2}
    assert all(row.game and row.arm and row.number for row in answers)
    checks = [row for row in tables.answers if row.item == "attention_1"]
    assert [row.correct for row in checks] == [row.value == "3" for row in checks]
    failed = [row.attention_failed for row in tables.participants if row.status == "complete"]
    assert failed == [1, 1]
    kinds = [row.page for row in tables.pages if row.participant == people["complete"].participant]
    assert kinds[:3] == ["consent", "survey", "rules"]
    assert all(row.seconds is None or row.seconds >= 0 for row in tables.pages)
    assert study.id in (tmp_path / "study.json").read_text()
    codes = (tmp_path / "codebook.md").read_text()
    assert "## moves" in codes
    asked = {(row.instrument, row.item) for row in tables.answers}
    for instrument, item in asked:
        questions = codes.partition(f"### {instrument}\n")[2].partition("###")[0]
        assert f"| `{item}` |" in questions
    assert "4: `good` Well" in codes


def test_a_file_that_was_changed_afterwards_does_not_change_the_export(
    finished: Path, tmp_path: Path
) -> None:
    _, tables = export(finished, tmp_path / "before")
    text = changed(('[[pages]]\npage = "practice"\n', ""), ('name = "two"', 'name = "other"'))
    engine = opened(f"sqlite:///{finished}/games.db")
    assert exported(engine, reading.parse(text.encode()), tmp_path / "after") == tables
    engine.dispose()
    before, after = (tmp_path / name / "study.json" for name in ("before", "after"))
    assert after.read_text() == before.read_text()


def test_humans_import_reads_the_games_of_a_study(finished: Path, tmp_path: Path) -> None:
    export(finished, tmp_path / "out")
    games = humans.read(tmp_path / "out")
    assert len(games) == 4
    assert {game.source for game in games} == {"tamaya study small"}
    assert all(len(game.partners) == 1 for game in games)
    assert people_file.is_ours((tmp_path / "out" / "people.jsonl").read_text())


def test_the_allocation_follows_from_the_seed_and_the_stored_log(finished: Path) -> None:
    study = reading.read(finished / "study.toml")
    engine = opened(f"sqlite:///{finished}/games.db")
    with engine.connect() as connection:
        log = study_store.log_of(study_store.places(connection, study.id))
    assert verify(study, log) == 3
    engine.dispose()


def test_games_of_2017s_study_make_the_round_trip_through_its_layout(tmp_path: Path) -> None:
    text = template("eger2017").replace("reply_seconds = 1.5", "reply_seconds = 0")
    with running(tmp_path, text=text) as client:
        person = Participant(client).arrive().finish()
        person.post("again")
        person.play()
        person.look()
        person.submit()
    _, tables = export(tmp_path, tmp_path / "out")
    games = humans.read(tmp_path / "out" / "HanabiData")
    assert len(games) == 2
    assert [game.first for game in sorted(games, key=lambda g: not g.first)] == [True, False]
    assert len({game.person for game in games}) == 1
    rows = {row.deck.removeprefix("2017:"): row for row in tables.games}
    for game in games:
        row, original = rows[game.deal], Transcript.parse(rows[game.deal].transcript)
        assert (game.transcript.moves, game.transcript.deck) == (original.moves, original.deck)
        assert game.partners == (row.agent,)
        assert game.in_step
    survey = next(game.survey for game in games if game.first)
    assert survey["intention"] == "1"
    lines = list(csv.reader((tmp_path / "out" / "HanabiData" / "games.csv").open()))
    assert len(lines) == 3


def test_logs_are_written_byte_for_byte_as_the_study_of_2017_wrote_them(tmp_path: Path) -> None:
    folder = truth("HanabiData")
    compared = 0
    for path in sorted((folder / "log").glob("game*.log"))[:60]:
        log = hanabi_data.StudyLog.read(path.read_text())
        if not log.in_step:
            continue
        game = LoggedGame(
            "x", "p", f"eger:{log.style}", f"2017:{log.seed}", log.transcript("p"), 0, None, {}
        )
        original = path.read_text().splitlines()
        written = log_text(game).splitlines()
        assert written == [line for line in original if not line.startswith("Old GID")]
        compared += 1
    assert compared > 50


def test_games_that_the_layout_cannot_hold_are_left_out(tmp_path: Path) -> None:
    log = Transcript.parse(_transcript())
    game = LoggedGame("x", "p", "piers", "5", log, 0, None, {})
    assert write_layout([game, replace(game, agent="eger:full")], tmp_path / "none") == 0
    assert not (tmp_path / "none").exists()


def _transcript() -> str:
    import tamaya as ty

    return str(ty.play("piers", "iggi", seed=1).transcript)


def files_with(folder: Path, *texts: str) -> list[str]:
    """Files whose bytes contain one of the texts."""
    return [
        file.name
        for file in folder.iterdir()
        if file.is_file() and any(text.encode() in file.read_bytes() for text in texts)
    ]


def marks(folder: Path, person: Participant) -> list[str]:
    """Texts that only this person left in the database."""
    engine = opened(f"sqlite:///{folder}/games.db")
    with engine.connect() as connection:
        games = [game.id for game in study_store.games_of(connection, person.id)]
    engine.dispose()
    assert games
    return [person.id, "prolific-secret", *games]


@pytest.mark.parametrize("by", ["operator", "participant", "operator while it is served"])
def test_somebody_who_withdrew_is_gone_from_the_bytes(by: str, tmp_path: Path) -> None:
    with running(tmp_path, text=SHORT) as client:
        stays = Participant(client).arrive(id="stays here").submit(agree="yes")
        person = Participant(client).arrive(id="prolific-secret").submit(agree="yes")
        person.play(moves=2)
        texts = marks(tmp_path, person)
        assert files_with(tmp_path, *texts)
        if by == "participant":
            assert person.post("stop", delete=True).page["reason"] == "withdrawn"
        if by == "operator while it is served":
            _withdraw(tmp_path, person.id)
        if by != "operator":
            assert files_with(tmp_path, *texts) == []
            assert person.request("GET", "state").status_code == 403
            stays.play()
            assert stays.look()["over"]
            assert Participant(client).arrive().submit(agree="yes").page["kind"] == "game"
    if by == "operator":
        _withdraw(tmp_path, person.id)
    assert files_with(tmp_path, *texts) == []
    assert files_with(tmp_path, "stays here")
    _, tables = export(tmp_path, tmp_path / "out")
    assert person.id not in {row.participant for row in tables.participants}
    assert tables.assignments[1].participant is None  # the place stays, nobody's


def _withdraw(folder: Path, id: str) -> None:
    engine = opened(f"sqlite:///{folder}/games.db")
    withdraw(engine, "small", id)
    engine.dispose()


def test_bytes_that_another_program_still_reads_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_MILLISECONDS", 50)
    with running(tmp_path, text=SHORT) as client:
        person = Participant(client).arrive(id="prolific-secret").submit(agree="yes")
        texts = marks(tmp_path, person)
    file = tmp_path / "games.db"
    reader = sqlite3.connect(file)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM event").fetchone()
    engine = opened(f"sqlite:///{file}")
    (note,) = withdraw(engine, "small", person.id)
    assert files_with(tmp_path, *texts)
    assert f"sqlite3 {file} 'PRAGMA wal_checkpoint(TRUNCATE)'" in note
    reader.close()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert files_with(tmp_path, *texts) == []
    engine.dispose()


def test_a_typing_mistake_withdraws_nobody(tmp_path: Path) -> None:
    with running(tmp_path, text=SHORT):
        pass
    with pytest.raises(UnknownNameError, match="no participant 'nobody' in study 'small'"):
        _withdraw(tmp_path, "nobody")


def test_a_completion_code_is_used_once(tmp_path: Path) -> None:
    with running(tmp_path, text=SHORT) as client:
        person = Participant(client).arrive().finish()
    engine = opened(f"sqlite:///{tmp_path}/games.db")
    code = person.page["code"]
    assert study_store.redeem(engine, "small", code) == person.id
    with pytest.raises(TamayaError, match="was used before, on 20"):
        study_store.redeem(engine, "small", code)
    with pytest.raises(UnknownNameError, match="no completion code"):
        study_store.redeem(engine, "small", "0000-0000-0000")
    engine.dispose()


def test_ids_can_be_kept_as_hashes_only(tmp_path: Path) -> None:
    hashed = ("target = 30", "target = 30\nstore_id = false")
    with running(tmp_path, hashed, text=SHORT) as client:
        person = Participant(client).arrive(id="prolific-secret")
        assert files_with(tmp_path, "prolific-secret") == []
        body = {"language": "en", "parameters": {"id": "prolific-secret"}}
        assert Participant(client).request("POST", "arrive", body).status_code == 409
        assert person.arrive(id="prolific-secret").page["kind"] == "consent"
    _, tables = export(tmp_path, tmp_path / "out")
    assert tables.participants[0].external_id is None


def test_the_status_warns_of_moves_that_a_stand_in_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise AgentFailedError("took longer than 1.3 s")

    with running(tmp_path, text=SHORT) as client:
        monkeypatch.setattr(client.app.state.hub.workers, "ask", fails)  # type: ignore[attr-defined]
        person = Participant(client).arrive().submit(agree="yes")
        person.play(moves=1)
        client.cookies.clear()
        headers = {"authorization": f"Bearer {TOKEN}".encode()}
        shown = client.get("/api/study/operator", headers=headers).json()["late_moves"]
    study, tables = export(tmp_path, tmp_path / "out")
    late = sum(row.late for row in tables.moves)
    assert late == shown > 0
    engine = opened(f"sqlite:///{tmp_path}/games.db")
    with engine.connect() as connection:
        assert f"warning: a stand-in made {late} moves" in status_text(connection, study)
        assert json.loads(status_json(connection, study))["late_moves"] == late
    engine.dispose()


def test_no_address_is_stored(finished: Path) -> None:
    assert files_with(finished, "127.0.0.1", "testclient") == []
