"""The exported tables: every column is explained, and files are read back as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from tamaya.errors import TamayaError
from tamaya.files import parquet
from tamaya.study.table_files import read_tables, write_tables
from tamaya.study.tables import TABLES, AnswerRow, GameRow, StudyTables, codebook, columns

ANSWER = AnswerRow("p1", "own", "q", 1, None, None, 'said "no",\nthen yes', 2.5, True, 3.25, "en")
GAME = GameRow(
    "g",
    "p1",
    1,
    "study",
    "",
    "piers",
    "7",
    "standard",
    1,
    1.5,
    None,
    None,
    3,
    0,
    True,
    9,
    False,
    "t",
)


def test_the_codebook_lists_every_column_of_every_table() -> None:
    text = codebook()
    for name, kind in TABLES.items():
        assert f"## {name}\n" in text
        assert list(columns(name)) == list(kind.__struct_fields__)
        assert all(f"| `{column}` |" in text for column in kind.__struct_fields__)


def test_there_is_a_table_for_every_row_type() -> None:
    assert list(StudyTables.__dataclass_fields__) == list(TABLES)


def test_tables_are_read_back_as_they_were_written(tmp_path: Path) -> None:
    tables = StudyTables(answers=(ANSWER,), games=(GAME,))
    write_tables(tables, tmp_path)
    assert read_tables(tmp_path) == tables
    frame, _ = parquet.read(tmp_path / "games.parquet")
    assert frame.row(0) == tuple(getattr(GAME, name) for name in GameRow.__struct_fields__)


def test_a_row_that_does_not_fit_is_named(tmp_path: Path) -> None:
    write_tables(StudyTables(answers=(ANSWER,)), tmp_path)
    path = tmp_path / "answers.csv"
    path.write_text(path.read_text().replace("2.5", "many"))
    with pytest.raises(TamayaError, match=r"answers\.csv, line 2: .*number"):
        read_tables(tmp_path)
