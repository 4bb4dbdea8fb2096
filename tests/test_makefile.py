"""Error messages of `make` on a machine that lacks something."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.truth import ROOT

# A fake Python whose answers are exit codes.
FAKE = """#!/bin/sh
case "$*" in
    *version_info*) exit 0 ;;
    *Python.h*) exit {headers} ;;
    "-m venv .venv") mkdir -p .venv/bin; touch .venv/bin/python .venv/now; exit {venv} ;;
esac
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("Makefile", "pyproject.toml", "CMakeLists.txt"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "cpp").mkdir()
    return tmp_path


def make(folder: Path, *, headers: int = 0, venv: int = 0) -> list[str]:
    """Output of `make demo` with a Python that has or lacks headers and venv."""
    fake = folder / "python"
    fake.write_text(FAKE.format(headers=headers, venv=venv))
    fake.chmod(0o755)
    command = ["make", "--no-print-directory", "demo", f"PYTHON={fake}"]
    outside = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(
        command, cwd=folder, env=outside, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    return done.stdout.splitlines()


def test_missing_headers_are_named_in_one_line(folder: Path) -> None:
    output = make(folder, headers=1)
    assert output == ["tamaya needs Python's headers: apt-get install python3-dev"]


def test_a_missing_venv_is_named_and_leaves_nothing_behind(folder: Path) -> None:
    output = make(folder, venv=1)
    assert output == ["tamaya needs Python's venv: apt-get install python3-venv"]
    assert not (folder / ".venv").exists()


def test_a_half_made_environment_is_made_again(folder: Path) -> None:
    (folder / ".venv" / "bin").mkdir(parents=True)
    (folder / ".venv" / "half").touch()
    make(folder)
    assert (folder / ".venv" / "now").exists()
    assert not (folder / ".venv" / "half").exists()
