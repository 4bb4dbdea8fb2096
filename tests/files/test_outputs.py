"""Output paths are checked before the games."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import tamaya as ty
from tamaya.extras import MissingExtraError
from tamaya.files import check_folder, check_picture, check_writable, make_folder


def test_a_path_that_cannot_be_written_is_quoted(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old")
    for path in (tmp_path / "no" / "x.json", tmp_path, file / "x.json", Path("a\0b")):
        with pytest.raises(ty.TamayaError, match="cannot write "):
            check_writable(path)
    check_writable(None, file, tmp_path / "new.json", Path("/dev/null"))
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_picture_needs_matplotlib(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    check_picture(None)
    with pytest.raises(MissingExtraError, match="pictures need Matplotlib"):
        check_picture(tmp_path / "x.png")


def test_a_folder_may_be_missing_but_not_be_a_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    check_folder(tmp_path)
    check_folder(tmp_path / "new" / "inside")
    with pytest.raises(ty.TamayaError, match="cannot write '.*file/inside'"):
        check_folder(file / "inside")
    assert list(tmp_path.iterdir()) == [file]


def test_a_folder_that_cannot_be_created_is_quoted(tmp_path: Path) -> None:
    make_folder(tmp_path / "a" / "b")
    make_folder(tmp_path / "a" / "b")  # it exists: nothing happens
    assert (tmp_path / "a" / "b").is_dir()
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file" / "folder", Path("nul\0")):
        with pytest.raises(ty.TamayaError, match="cannot create"):
            make_folder(folder)
