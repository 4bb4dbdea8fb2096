"""Damaged files of every kind are refused with a sentence; none is read as other numbers."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import tamaya as ty
from tamaya.files import arrays, check, parquet
from tamaya.matchups import MatchupTable
from tamaya.meta import Experience
from tamaya.qd.archive import Elites
from tamaya.qd.checkpoint import EvolutionCheckpoint
from tamaya.qd.settings import EvolutionSettings

Reader = Callable[[Path], object]


def experience_file(folder: Path) -> Path:
    path = folder / "partners.meta"
    Experience.train(["piers", "iggi"], games=4, threads=1).write(path)
    return path


def table_file(folder: Path) -> Path:
    path = folder / "table.parquet"
    ty.matchups(["piers", "iggi"], games=4, threads=1).write(path)
    return path


def checkpoint_file(folder: Path) -> Path:
    checkpoint = EvolutionCheckpoint(folder)
    checkpoint.save(Elites.none(EvolutionSettings()), 3, np.zeros((0, 0)), np.zeros((0, 6)))
    return checkpoint.path


def read_checkpoint(path: Path) -> object:
    return EvolutionCheckpoint(path.parent).load()


KINDS: dict[str, tuple[Callable[[Path], Path], Reader]] = {
    "experience": (experience_file, Experience.read),
    "table": (table_file, MatchupTable.read),
    "checkpoint": (checkpoint_file, read_checkpoint),
}


@pytest.fixture(params=sorted(KINDS))
def stored(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Reader]:
    make, read = KINDS[request.param]
    path = make(tmp_path)
    read(path)
    return path, read


def test_a_changed_bit_of_a_file_is_never_read_as_other_numbers(
    stored: tuple[Path, Reader],
) -> None:
    path, read = stored
    content, draw = path.read_bytes(), random.Random(7)
    for _ in range(150):
        damaged, place = bytearray(content), draw.randrange(len(content))
        damaged[place] ^= 1 << draw.randrange(8)
        path.write_bytes(damaged)
        try:
            read(path)
        except ty.TamayaError as error:
            assert str(path) in str(error)
        else:
            assert damaged.count(b"tamaya-sha256:") == 0, f"byte {place} changed unnoticed"


def test_a_cut_off_file_is_refused(stored: tuple[Path, Reader]) -> None:
    path, read = stored
    content = path.read_bytes()
    for length in (0, 1, 4, len(content) // 2, len(content) - 1):
        path.write_bytes(content[:length])
        with pytest.raises(ty.TamayaError, match=path.name):
            read(path)


def test_damage_is_found_before_polars_reads_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Polars may abort the whole process over a length of 2**61 bytes."""
    path = experience_file(tmp_path)
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2] ^= 0xFF
    path.write_bytes(damaged)
    monkeypatch.setattr(pl, "read_parquet", None)
    monkeypatch.setattr(pl, "read_parquet_metadata", None)
    with pytest.raises(ty.TamayaError, match="does not match its checksum"):
        Experience.read(path)


def test_other_programs_read_files_with_checksums(tmp_path: Path) -> None:
    parquet.write(tmp_path / "a.parquet", lambda: pl.DataFrame({"n": [1, 2]}))
    assert pl.read_parquet(tmp_path / "a.parquet")["n"].to_list() == [1, 2]
    arrays.write(tmp_path / "a.npz", {"n": np.arange(3)}, compressed=True)
    with np.load(tmp_path / "a.npz") as archive:
        assert archive["n"].tolist() == [0, 1, 2]


def test_old_files_without_checksums_are_still_read(tmp_path: Path) -> None:
    pl.DataFrame({"n": [1]}).write_parquet(tmp_path / "a.parquet", metadata={"key": "value"})
    frame, notes = parquet.read(tmp_path / "a.parquet")
    assert (frame["n"].to_list(), notes["key"]) == ([1], "value")
    np.savez(tmp_path / "a.npz", n=np.arange(2))
    assert arrays.read(tmp_path / "a.npz")["n"].tolist() == [0, 1]


def test_old_arrays_that_are_damaged_raise_no_library_error(tmp_path: Path) -> None:
    path, draw, archive = tmp_path / "a.npz", random.Random(3), io.BytesIO()
    np.savez_compressed(archive, scores=np.arange(50), text=np.array("about"))
    intact = archive.getvalue()
    for _ in range(400):
        damaged = bytearray(intact)
        for _ in range(draw.choice((1, 1, 4))):
            damaged[draw.randrange(len(intact))] = draw.randrange(256)
        path.write_bytes(damaged)
        try:
            arrays.read(path)
        except ty.TamayaError as error:
            assert str(path) in str(error)


def test_a_file_without_a_checksum_passes_the_check() -> None:
    assert not check(b"anything", Path("old"))


def test_a_panic_of_polars_while_writing_is_a_tamaya_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Polars panics if it gets no memory for a thread, and a panic is no `Exception`."""

    def panic(*_: object, **__: object) -> None:
        raise pl.exceptions.PanicException("OS can't spawn worker thread")

    monkeypatch.setattr(pl.DataFrame, "write_parquet", panic)
    (tmp_path / "a.parquet").write_bytes(b"before")
    with pytest.raises(ty.TamayaError, match=r"cannot write '.*a.parquet': OS can't spawn worker"):
        parquet.write(tmp_path / "a.parquet", lambda: pl.DataFrame({"a": [1]}))
    assert (tmp_path / "a.parquet").read_bytes() == b"before"
