"""Results are compared with earlier ones of the same experiment."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path

import pytest
from typer.testing import CliRunner

import tamaya as ty
from tamaya.cli.app import app
from tamaya.reproduce import Result, experiment
from tamaya.reproduce.experiment import MatchArgs, TableCell, cell
from tamaya.reproduce.repetition import earlier_result, repetition

ARGS = MatchArgs(games=5)
NAME = "canaan2019_duel"


def result(*cells: TableCell) -> Result:
    return Result(
        experiment=NAME,
        scale="tiny",
        args=dataclasses.asdict(ARGS),
        version="1",
        seeds=ARGS.decks,
        cells=cells,
    )


EARLIER = result(
    cell("score", "a", "b", 1.5, sem=0.3),
    cell("score", "a", "c", math.nan),
    cell("games", "a", "b", 7),
)


def test_equal_numbers_are_a_repetition() -> None:
    assert str(repetition(EARLIER, EARLIER)) == "all 3 numbers are equal"


def test_digits_that_no_file_has_do_not_count() -> None:
    again = result(cell("score", "a", "b", 1.500_01, sem=0.3), *EARLIER.cells[1:])
    assert repetition(again, EARLIER).different == ()


def test_another_estimate_is_counted_in_standard_errors() -> None:
    again = result(cell("score", "a", "b", 2.0, sem=0.4), *EARLIER.cells[1:])
    repeated = repetition(again, EARLIER)
    assert str(repeated) == "1 of 3 numbers differ, by 1.0 standard errors at most"


@pytest.mark.parametrize(
    "cells", [EARLIER.cells[:2], (*EARLIER.cells[:2], cell("games", "a", "b", 8))]
)
def test_missing_numbers_and_other_counts_differ(cells: tuple[TableCell, ...]) -> None:
    assert str(repetition(result(*cells), EARLIER)) == "1 of 3 numbers differ"


def test_a_result_of_other_settings_is_no_earlier_result(tmp_path: Path) -> None:
    with pytest.raises(ty.TamayaError, match="no earlier result"):
        earlier_result(tmp_path, NAME, ARGS)
    (tmp_path / f"{NAME}.json").write_text(EARLIER.to_json())
    assert earlier_result(tmp_path, NAME, ARGS).cells[0] == EARLIER.cells[0]
    with pytest.raises(ty.TamayaError, match=r"measured with .*5.* \(expected .*6"):
        earlier_result(tmp_path, NAME, MatchArgs(games=6))


def test_the_command_fails_if_a_number_differs(tmp_path: Path) -> None:
    first = experiment(NAME).run("tiny")
    (tmp_path / f"{NAME}.json").write_text(first.to_json())
    words = ["reproduce", NAME, "--scale", "tiny", "--no-plot", "--against", str(tmp_path)]
    again = CliRunner().invoke(app, [*words, "--out", str(tmp_path / "again")])
    assert again.exit_code == 0
    assert f"all {len(first.cells)} numbers are equal" in again.output
    changed = dataclasses.replace(first.cells[0], ours=first.cells[0].ours + 1)
    other = dataclasses.replace(first, cells=(changed, *first.cells[1:]))
    (tmp_path / f"{NAME}.json").write_text(other.to_json())
    failed = CliRunner().invoke(app, [*words, "--out", str(tmp_path / "other")])
    assert failed.exit_code == 1
    assert f"1 of 1 experiments differ: {NAME}" in failed.output
