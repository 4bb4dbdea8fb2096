"""Exports a study into a folder: tables, a codebook, and games for other programs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from tamaya.files import make_folder, write_whole
from tamaya.humans import people_file
from tamaya.humans.games import HumanGame
from tamaya.humans.survey import ANSWERS
from tamaya.study.export_rows import PersonData, tables_of
from tamaya.study.hanabi_layout import LoggedGame, write_layout
from tamaya.study.question_list import asked_instruments, question_list
from tamaya.study.study_file import StudyFile
from tamaya.study.table_files import write_tables
from tamaya.study.tables import AssignmentRow, GameRow, StudyTables, codebook
from tamaya.transcript import Transcript


def write_export(
    study: StudyFile,
    people: Sequence[PersonData],
    assignments: Sequence[AssignmentRow],
    folder: Path,
) -> StudyTables:
    """Writes all data of a study, and returns its tables.

    :raises TamayaError: if a file cannot be written
    """
    make_folder(folder)
    tables = tables_of(study, people, assignments)
    write_tables(tables, folder)
    rows = {name: getattr(tables, name) for name in _NAMES}
    whole = {"study": study, "instruments": asked_instruments(study), "tables": rows}
    write_whole(folder / "study.json", msgspec.json.format(msgspec.json.encode(whole), indent=1))
    write_whole(folder / "codebook.md", f"{codebook()}\n{question_list(study)}")
    write_layout(logged_games(tables), folder / "HanabiData")
    games = human_games(study, tables)
    if games:
        people_file.write(games, folder / "people.jsonl")
    return tables


_NAMES = tuple(StudyTables.__dataclass_fields__)


def finished_games(tables: StudyTables) -> list[GameRow]:
    """Finished games without practice, by person and number."""
    rows = [row for row in tables.games if row.finished and row.part != "practice"]
    return sorted(rows, key=lambda row: (row.participant, row.number))


def human_games(study: StudyFile, tables: StudyTables) -> list[HumanGame]:
    """Finished games as `tamaya humans` uses them."""
    games = []
    for row in finished_games(tables):
        people: list[str | None] = [None, None]
        people[row.seat] = row.participant
        games.append(
            HumanGame(
                row.game,
                Transcript.parse(row.transcript),
                tuple(people),
                source=f"tamaya study {study.id}",
                deal=row.deck,
                first=row.number == 1,
                survey=_survey(tables, row) if row.number == 1 else {},
            )
        )
    return games


def logged_games(tables: StudyTables) -> list[LoggedGame]:
    """Finished games, linked to the same person's games before."""
    games: list[LoggedGame] = []
    before: dict[str, str] = {}
    for row in finished_games(tables):
        games.append(
            LoggedGame(
                row.game,
                row.participant,
                row.agent,
                row.deck,
                Transcript.parse(row.transcript),
                row.finished_at or 0.0,
                before.get(row.participant),
                _survey(tables, row),
            )
        )
        before[row.participant] = row.game
    return games


def _survey(tables: StudyTables, row: GameRow) -> dict[str, str]:
    """The person's answers to the questions of 2017."""
    return {
        answer.item: answer.value
        for answer in tables.answers
        if answer.participant == row.participant
        and answer.item in ANSWERS
        and answer.occasion in (0, row.number)
    }
