"""Run folders resume exactly, belong to one process and are never half written."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tamaya as ty
from tamaya.files import atomic, parquet
from tamaya.qd import EvolutionProgress, checkpoint, run
from tests.truth import ROOT

SMALL: dict[str, Any] = {
    "candidates": 3000,
    "batch": 100,
    "games": 10,
    "extra": 4,
    "rulebook": "published",
    "setup": "competition",
}
FILES = ("archive.parquet", "pool.json")

SCRIPT = """
import sys, tamaya as ty
from tamaya.qd import run
run._SAVE_SECONDS = 0.0
def report(progress):
    print(progress.standing.candidates, flush=True)
    sys.stdin.readline()
ty.evolve(sys.argv[1], progress=report, **{small!r})
"""
"""waits after each batch until it is told to go on, so that it cannot finish before it is killed"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run without interruption."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    ty.evolve(folder, **SMALL)
    return folder


def same(folder: Path, other: Path) -> bool:
    return all((folder / name).read_bytes() == (other / name).read_bytes() for name in FILES)


def started(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT.format(small=SMALL), str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def test_a_killed_run_resumes_to_exactly_the_same_archive(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    for candidates in (300, 1500):
        process = started(folder)
        assert process.stdout is not None
        assert process.stdin is not None
        for line in process.stdout:
            if int(line) >= candidates:
                break
            print(file=process.stdin, flush=True)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert not (folder / "pool.json").exists()
    seen: list[EvolutionProgress] = []
    resumed = ty.evolve(folder, progress=seen.append, **SMALL)
    assert seen[0].standing.candidates >= 1400, "it resumes from the last checkpoint"
    assert same(whole, folder)
    assert (
        resumed.progress()["candidates"].to_list()
        == ty.Run(whole).progress()["candidates"].to_list()
    )


def test_ctrl_c_saves_the_elites_and_the_run_can_be_resumed(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"

    def stop(now: EvolutionProgress) -> None:
        if now.standing.candidates == 1200:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ty.evolve(folder, progress=stop, **SMALL)
    half = ty.Run(folder)
    assert half.pool().made["candidates"] == 1200
    assert len(half.pool()) > 5
    ty.evolve(folder, **SMALL)
    assert same(whole, folder)


def test_ctrl_c_while_polars_is_imported_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An interrupted import cannot be repeated, so the run could not save anything."""

    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(parquet, "library", interrupted)
    with pytest.raises(KeyboardInterrupt) as error:
        ty.evolve(tmp_path / "run", candidates=100, games=2)
    assert error.type is KeyboardInterrupt
    assert not (tmp_path / "run").exists()


def test_a_finished_run_is_not_run_again(whole: Path) -> None:
    before = {name: (whole / name).read_bytes() for name in FILES}
    seen: list[EvolutionProgress] = []
    ty.evolve(whole, progress=seen.append, **SMALL)
    assert not seen
    assert {name: (whole / name).read_bytes() for name in FILES} == before


def test_a_second_process_is_kept_out(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    process = started(folder)
    assert process.stdout is not None
    process.stdout.readline()
    with pytest.raises(ty.TamayaError, match="another process is running in"):
        ty.evolve(folder, **SMALL)
    process.kill()
    process.wait()
    ty.evolve(folder, **SMALL)  # the dead process left no lock behind


def test_a_folder_of_another_run_is_left_alone(whole: Path) -> None:
    with pytest.raises(ty.TamayaError, match="holds another run: seed = 0, not 1"):
        ty.evolve(whole, seed=1, **SMALL)
    with pytest.raises(ty.TamayaError, match="holds another run: games = 10, not 20"):
        ty.evolve(whole, **(SMALL | {"games": 20}))


@pytest.mark.parametrize("keep", [0, 10, 500, -1])
def test_a_damaged_checkpoint_is_named(tmp_path: Path, keep: int) -> None:
    folder = tmp_path / "run"
    ty.evolve(folder, **(SMALL | {"candidates": 200}))
    file = folder / "checkpoint.npz"
    content = file.read_bytes()
    file.write_bytes(content[:keep] if keep >= 0 else b"PK" + os.urandom(2000))
    others = {name: (folder / name).read_bytes() for name in FILES}
    with pytest.raises(ty.TamayaError, match="damaged checkpoint .*checkpoint.npz"):
        ty.evolve(folder, **(SMALL | {"candidates": 200}))
    assert {name: (folder / name).read_bytes() for name in FILES} == others


def test_a_full_disk_is_one_clear_error_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "run"
    monkeypatch.setattr(run, "_SAVE_SECONDS", 0.0)
    saves = 0
    real = atomic._write_synced

    def full(draft: Path, content: bytes) -> None:
        nonlocal saves
        saves += "checkpoint" in draft.name
        if saves > 6:
            draft.write_bytes(content[: len(content) // 2])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(draft, content)

    monkeypatch.setattr(atomic, "_write_synced", full)
    with pytest.raises(ty.TamayaError, match="cannot write .*checkpoint.npz.*No space left"):
        ty.evolve(folder, **SMALL)
    monkeypatch.setattr(atomic, "_write_synced", real)
    saved = checkpoint.EvolutionCheckpoint(folder).load()
    assert saved is not None
    assert saved[1] >= 4, "the last whole checkpoint is there"
    assert not [file for file in folder.iterdir() if file.name.startswith(".checkpoint")]


def test_a_folder_that_cannot_be_written_fails_at_once(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("not a folder")
    batches: list[EvolutionProgress] = []
    with pytest.raises(ty.TamayaError, match="cannot write in"):
        ty.evolve(file / "run", progress=batches.append, **SMALL)
    assert not batches
    with pytest.raises(ty.TamayaError, match="no run in"):
        ty.Run(tmp_path)


def test_unknown_settings_are_named(tmp_path: Path) -> None:
    with pytest.raises(ty.TamayaError, match="no setting 'colour'"):
        ty.evolve(tmp_path / "run", colour=3)
    assert not (tmp_path / "run").exists()


def test_the_pool_of_a_run_plays(whole: Path) -> None:
    pool = ty.pool(whole)
    elite = pool.elites[-1]
    assert elite.score is not None
    played = ty.match(elite, elite.but(), games=1000, first_seed=1 << 63, setup=pool.setup)
    assert played.score.mean == pytest.approx(elite.score.mean, abs=1e-6)
    by_name = ty.match(
        f"elite:{whole}#{elite.name}", "competition:piers", games=50, setup=pool.setup
    )
    assert by_name.games == 50
    for name, value in played.features().items():
        assert value == pytest.approx(elite.features[name], abs=1e-6, nan_ok=True)


def test_short_runs_begin_with_fewer_random_genomes(whole: Path) -> None:
    assert ty.Run(whole).settings.random_start == 300


def test_a_run_is_not_continued_with_partners_whose_file_has_changed(tmp_path: Path) -> None:
    file, folder = tmp_path / "partners.json", tmp_path / "run"
    with_partners = SMALL | {"objective": "mean", "partners": str(file), "candidates": 40}
    elites = ty.pool("canaan2020-1").elites
    ty.Pool("two", elites[:2], "standard").write(file)
    ty.evolve(folder, **with_partners)
    ty.evolve(folder, **with_partners)
    ty.Pool("two", elites[:3], "standard").write(file)
    with pytest.raises(ty.TamayaError, match="partners .* have changed .new: 1,0.*another folder"):
        ty.evolve(folder, **with_partners)
    changed = elites[1].but(genome=elites[5].genome)
    ty.Pool("two", (elites[0], changed), "standard").write(file)
    with pytest.raises(ty.TamayaError, match="have changed .changed: "):
        ty.evolve(folder, **with_partners)
    ty.Pool("two", elites[:2], "standard").write(file)
    ty.evolve(folder, **with_partners)


def test_a_run_is_not_continued_with_other_rules(tmp_path: Path) -> None:
    """A checkpoint holds genes as places in the rulebook, so the rulebook must not change."""
    small = SMALL | {"candidates": 40}
    ty.evolve(tmp_path, **small)
    inputs = json.loads((tmp_path / "inputs.json").read_text())
    (tmp_path / "inputs.json").write_text(json.dumps(inputs | {"rulebook": "0123456789abcdef"}))
    with pytest.raises(ty.TamayaError, match="has other rules in this version"):
        ty.evolve(tmp_path, **small)
    (tmp_path / "inputs.json").write_text("{")
    with pytest.raises(ty.TamayaError, match="damaged .*inputs.json"):
        ty.evolve(tmp_path, **small)
    (tmp_path / "inputs.json").unlink()
    ty.evolve(tmp_path, **small)
    assert (tmp_path / "inputs.json").exists(), "a run of an older version is checked from now on"


@pytest.mark.parametrize(
    "bad",
    [
        {"seed": 1.5},
        {"seed": "a"},
        {"candidates": "many"},
        {"grid": 5},
        {"grid": ("a", 5)},
        {"features": "communicativeness"},
        {"games": True},
        {"strict": 1},
        {"mutation": "0.1"},
    ],
)
def test_settings_of_another_kind_are_quoted(tmp_path: Path, bad: dict[str, Any]) -> None:
    name, value = next(iter(bad.items()))
    with pytest.raises(ty.TamayaError, match=re.escape(f"{name} = {value!r} (expected")):
        ty.evolve(tmp_path, **bad)
