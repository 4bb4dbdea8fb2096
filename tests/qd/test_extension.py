"""A finished run can be extended; a refused run leaves its folder free."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tamaya as ty
from tamaya.qd import EvolutionSettings

SMALL: dict[str, Any] = {
    "candidates": 250,
    "batch": 100,
    "games": 5,
    "extra": 2,
    "rulebook": "published",
    "setup": "competition",
}


def archive(folder: Path) -> bytes:
    return (folder / "archive.parquet").read_bytes()


def test_a_finished_run_is_extended_with_its_own_random_start(tmp_path: Path) -> None:
    ty.evolve(tmp_path / "a", **SMALL)
    run = ty.evolve(tmp_path / "a", **(SMALL | {"candidates": 520}))
    assert run.settings.extended_from == (250,)
    assert run.settings.random_start == 25
    assert run.progress()["candidates"].to_list() == [100, 200, 250, 350, 450, 520]
    at_once = SMALL | {"candidates": 520, "random_start": 25, "extended_from": (250,)}
    ty.evolve(tmp_path / "b", **at_once)
    assert archive(tmp_path / "a") == archive(tmp_path / "b")


def test_extending_at_the_end_of_a_batch_equals_the_larger_run(tmp_path: Path) -> None:
    for candidates in (200, 400):
        ty.evolve(tmp_path / "a", **(SMALL | {"candidates": candidates}))
    ty.evolve(tmp_path / "b", **(SMALL | {"candidates": 400, "random_start": 20}))
    assert archive(tmp_path / "a") == archive(tmp_path / "b")


def test_an_extended_run_resumes_by_the_same_call_and_never_shrinks(tmp_path: Path) -> None:
    ty.evolve(tmp_path, **SMALL)
    longer = SMALL | {"candidates": 300}
    ty.evolve(tmp_path, **longer)
    before = archive(tmp_path)
    ty.evolve(tmp_path, **longer)
    del longer["candidates"]
    ty.evolve(tmp_path, **longer)  # without a number: that of the folder
    assert archive(tmp_path) == before
    with pytest.raises(ty.TamayaError, match="holds a run of 300 candidates, not 250"):
        ty.evolve(tmp_path, **SMALL)


def test_a_random_start_that_is_named_must_be_that_of_the_run(tmp_path: Path) -> None:
    ty.evolve(tmp_path, **SMALL)
    with pytest.raises(ty.TamayaError, match="holds another run: random_start = 25, not 30"):
        ty.evolve(tmp_path, **(SMALL | {"candidates": 300, "random_start": 30}))
    assert ty.Run(tmp_path).settings.candidates == 250


@pytest.mark.parametrize("stages", [(0,), (300,), (250,), (200, 100)])
def test_impossible_stages_are_quoted(stages: tuple[int, ...]) -> None:
    with pytest.raises(ty.TamayaError, match=r"extended_from = \(.*expected rising numbers"):
        EvolutionSettings(candidates=250, extended_from=stages)


@pytest.mark.parametrize(
    "bad",
    [
        {"seeds_from": ("cyclone:self_play",)},
        {"seeds_from": ("nobody",)},
        {"objective": "mean", "partners": "no_pool"},
    ],
)
def test_a_refused_run_leaves_the_folder_free(tmp_path: Path, bad: dict[str, Any]) -> None:
    folder = tmp_path / "run"
    with pytest.raises(ty.TamayaError):
        ty.evolve(folder, **(SMALL | bad))
    assert not folder.exists()


def test_a_refused_run_keeps_the_other_files_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(ty.TamayaError):
        ty.evolve(tmp_path, **(SMALL | {"seeds_from": ("nobody",)}))
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]
