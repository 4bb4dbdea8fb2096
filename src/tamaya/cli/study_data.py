"""`tamaya study status | export | withdraw | redeem`: the data of a study."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tamaya.cli.options import AsJson
from tamaya.cli.study_file import File
from tamaya.cli.study_run import Database, database_of
from tamaya.extras import extra


def status(file: File, database: Database = None, as_json: AsJson = False) -> None:
    """Show how many people took part, where they are, and how arms are balanced.

    Example: [bold]tamaya study status pilot.toml[/]
    """
    with extra("web", "studies need more libraries"):
        from tamaya.study import reading  # noqa: PLC0415
        from tamaya.web.storage.database import opened  # noqa: PLC0415
        from tamaya.web.study.operator import status_json, status_text  # noqa: PLC0415

    study = reading.read(file)
    engine = opened(database_of(database, study.id))
    with engine.connect() as connection:
        typer.echo((status_json if as_json else status_text)(connection, study))
    engine.dispose()


def export(
    file: File,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Folder to write.")] = Path("export"),
    database: Database = None,
) -> None:
    """Export everything as tables (CSV and Parquet), JSON, games and a codebook.

    Example: [bold]tamaya study export pilot.toml --out export[/]
    """
    with extra("web", "studies need more libraries"):
        from tamaya.study import reading  # noqa: PLC0415
        from tamaya.web.storage.database import opened  # noqa: PLC0415
        from tamaya.web.study.collected import exported  # noqa: PLC0415

    study = reading.read(file)
    engine = opened(database_of(database, study.id))
    tables = exported(engine, study, out)
    engine.dispose()
    people, games = len(tables.participants), sum(game.finished for game in tables.games)
    typer.echo(f"wrote {out}: {people} participants, {games} finished games")


def withdraw(
    file: File,
    participant: Annotated[
        str, typer.Argument(metavar="ID", help="Participant's code.", show_default=False)
    ],
    database: Database = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
) -> None:
    """Delete a participant's data, and rewrite the database so that no bytes are left.

    Earlier exports and backups are yours to delete.

    Example: [bold]tamaya study withdraw pilot.toml u3Fz9kQx2LmA[/]
    """
    with extra("web", "studies need more libraries"):
        from tamaya.study import reading  # noqa: PLC0415
        from tamaya.web.storage import withdrawal  # noqa: PLC0415
        from tamaya.web.storage.database import opened  # noqa: PLC0415

    study = reading.read(file)
    if not yes:
        typer.confirm(
            f"Delete all data of participant {participant} of study {study.id}?", abort=True
        )
    engine = opened(database_of(database, study.id))
    notes = withdrawal.withdraw(engine, study.id, participant)
    engine.dispose()
    typer.echo(f"deleted participant {participant}")
    for note in notes:
        typer.echo(f"note: {note}")


def redeem(
    file: File,
    code: Annotated[
        str, typer.Argument(metavar="CODE", help="Completion code.", show_default=False)
    ],
    database: Database = None,
) -> None:
    """Mark a completion code as used. Unknown codes and codes used before are refused.

    Example: [bold]tamaya study redeem pilot.toml 7KQ2-M4XA-9TPD[/]
    """
    with extra("web", "studies need more libraries"):
        from tamaya.study import reading  # noqa: PLC0415
        from tamaya.web.storage import study_store  # noqa: PLC0415
        from tamaya.web.storage.database import opened  # noqa: PLC0415

    study = reading.read(file)
    engine = opened(database_of(database, study.id))
    participant = study_store.redeem(engine, study.id, code)
    engine.dispose()
    typer.echo(f"code {code} is valid and now used: participant {participant}")
