"""Writes and reads the exported tables as files: CSV and Parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from types import UnionType
from typing import TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Struct

from tamaya.errors import TamayaError
from tamaya.files import parquet, write_whole
from tamaya.study.tables import (
    TABLES,
    AnswerRow,
    AssignmentRow,
    ClickRow,
    GameRow,
    MoveRow,
    PageRow,
    ParticipantRow,
    StudyTables,
)

R = TypeVar("R", bound=Struct)


def write_tables(tables: StudyTables, folder: Path) -> None:
    """Writes every table as `NAME.csv` and `NAME.parquet`.

    :raises TamayaError: if a file cannot be written
    """
    pl = parquet.library()
    for name, kind in TABLES.items():
        rows: Sequence[Struct] = getattr(tables, name)
        write_whole(folder / f"{name}.csv", _as_csv(rows, kind))
        schema = {column: _polars_type(pl, hint) for column, hint in get_type_hints(kind).items()}
        columns = {column: [getattr(row, column) for row in rows] for column in schema}
        parquet.write(folder / f"{name}.parquet", partial(pl.DataFrame, columns, schema=schema))


def _as_csv(rows: Sequence[Struct], kind: type[Struct]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(kind.__struct_fields__)
    for row in rows:
        writer.writerow([_cell(getattr(row, name)) for name in kind.__struct_fields__])
    return text.getvalue()


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def _polars_type(pl: object, hint: object) -> object:
    plain = [part for part in get_args(hint) if part is not type(None)]
    kind = plain[0] if isinstance(hint, UnionType) else hint
    names = {int: "Int64", float: "Float64", bool: "Boolean"}
    return getattr(pl, names.get(kind, "String") if isinstance(kind, type) else "String")


def read_tables(folder: Path) -> StudyTables:
    """The tables of an exported folder, from its CSV files.

    :raises TamayaError: if a file is missing or a row does not fit
    """
    return StudyTables(
        tuple(_rows(folder / "participants.csv", ParticipantRow)),
        tuple(_rows(folder / "games.csv", GameRow)),
        tuple(_rows(folder / "moves.csv", MoveRow)),
        tuple(_rows(folder / "answers.csv", AnswerRow)),
        tuple(_rows(folder / "pages.csv", PageRow)),
        tuple(_rows(folder / "clicks.csv", ClickRow)),
        tuple(_rows(folder / "assignments.csv", AssignmentRow)),
    )


def _rows(path: Path, kind: type[R]) -> Iterator[R]:
    texts = {name for name, hint in get_type_hints(kind).items() if hint is str}
    try:
        with path.open(newline="", encoding="utf-8") as file:
            lines = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise TamayaError(f"cannot read {str(path)!r}: {error}") from None
    for number, line in enumerate(lines, 2):
        cells = {name: value if value or name in texts else None for name, value in line.items()}
        try:
            yield msgspec.convert(cells, kind, strict=False)
        except msgspec.ValidationError as error:
            raise TamayaError(f"{path}, line {number}: {error}") from None
