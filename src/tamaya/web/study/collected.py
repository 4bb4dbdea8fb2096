"""Collects everything that the database has about a study, for exports."""

from __future__ import annotations

import io
import tempfile
import zipfile
from pathlib import Path

from sqlalchemy import Connection, Engine

from tamaya.study.export import write_export
from tamaya.study.export_rows import GameData, MoveData, PersonData
from tamaya.study.study_file import StudyFile
from tamaya.study.tables import AssignmentRow, StudyTables
from tamaya.web.storage import study_store
from tamaya.web.storage.game_store import StoredGame
from tamaya.web.storage.study_store import StoredPlace


def exported(engine: Engine, study: StudyFile, folder: Path) -> StudyTables:
    """Writes the export of a study into a folder.

    Records are read as the study was served: its file may have changed since.
    """
    with engine.connect() as connection:
        study = study_store.served(connection, study)
        people = [
            PersonData(person.id, person.external, person.records, _games(connection, person.id))
            for person in study_store.people(connection, study.id)
        ]
        places = [_assignment(place) for place in study_store.places(connection, study.id)]
    return write_export(study, people, places, folder)


def archive(engine: Engine, study: StudyFile) -> bytes:
    """The export of a study as one zip file."""
    content = io.BytesIO()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / study.id
        exported(engine, study, folder)
        with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in sorted(path for path in folder.rglob("*") if path.is_file()):
                archive.write(file, str(file.relative_to(folder.parent)))
    return content.getvalue()


def _games(connection: Connection, participant: str) -> dict[str, GameData]:
    games = study_store.games_of(connection, participant)
    return {game.id: _game(game) for game in games}


def _game(game: StoredGame) -> GameData:
    moves = tuple(
        MoveData(m.at, m.seat, m.move, m.think, m.page_think, m.delay, m.late)
        for m in game.history.moves
    )
    return GameData(game.id, game.history.transcript(), game.history.began.at, moves)


def _assignment(place: StoredPlace) -> AssignmentRow:
    stratum = place.stratum
    return AssignmentRow(
        place.slot,
        place.participant,
        ">".join(place.treatment.arms),
        place.treatment.deck,
        ",".join(f"{name}={code}" for name, code in (stratum or {}).items()) or None,
        place.at,
        place.released,
        place.released_after,
    )
