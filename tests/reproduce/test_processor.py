"""Recorded results hold on other processors too, whose matrix products round differently."""

from __future__ import annotations

import dataclasses
import math
import platform

import pytest

from tamaya.reproduce import TableCell, experiment, experiment_names
from tests.reproduce.tiny_results import (
    ROUTINES,
    differences,
    matrix_routines,
    recorded_cells,
)

SCORE = TableCell(measure="score", players=2, row="piers", column="points", ours=10.0, sem=0.3)
GAMES = dataclasses.replace(SCORE, measure="games", ours=40.0, sem=math.nan)
SPREAD = dataclasses.replace(SCORE, measure="spread", ours=1.6, sem=math.nan)
RECORDED = [SCORE, GAMES, SPREAD]


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="needs an x86 processor")
def test_tests_compute_with_routines_that_other_processors_have_too() -> None:
    """`tests/__init__.py` chooses them before NumPy is imported."""
    if matrix_routines() is None:
        pytest.skip("this NumPy does not use the OpenBLAS of its packages")
    assert matrix_routines() == ROUTINES


@pytest.mark.parametrize(
    "measured",
    [
        RECORDED,
        [dataclasses.replace(SCORE, ours=11.6), GAMES, SPREAD],
        [dataclasses.replace(SCORE, ours=8.0, sem=0.5), GAMES, SPREAD],
        [SCORE, GAMES, dataclasses.replace(SPREAD, ours=2.3)],
    ],
    ids=["equal", "four errors", "four of the larger error", "half"],
)
def test_rounding_explains_small_differences(measured: list[TableCell]) -> None:
    assert differences(measured, RECORDED) == []


@pytest.mark.parametrize(
    "measured",
    [
        [dataclasses.replace(SCORE, ours=11.8), GAMES, SPREAD],
        [dataclasses.replace(SCORE, ours=math.nan), GAMES, SPREAD],
        [dataclasses.replace(SCORE, sem=math.nan), GAMES, SPREAD],
        [SCORE, dataclasses.replace(GAMES, ours=41.0), SPREAD],
        [SCORE, GAMES, dataclasses.replace(SPREAD, ours=2.5)],
        [SCORE, GAMES],
        [GAMES, SCORE, SPREAD],
    ],
    ids=["score", "no score", "no error", "count", "spread", "a missing cell", "another order"],
)
def test_rounding_does_not_explain_other_differences(measured: list[TableCell]) -> None:
    assert len(differences(measured, RECORDED)) == 1


@pytest.mark.parametrize("name", [n for n in experiment_names() if experiment(n).trains])
def test_numbers_of_experiments_that_train_are_recorded(name: str) -> None:
    cells = recorded_cells(name)
    assert len(cells) > 10
    assert differences(cells, cells) == []
