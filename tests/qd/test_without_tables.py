"""Evolution on a machine with nothing but NumPy (and a GPU library): no Polars, Ray or pyribs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import polars
import pytest

import tamaya as ty
from tamaya.errors import MissingExtraError
from tamaya.extras import install_command
from tests.cli.program import tamaya

WORDS = ("evolve", "run", "--batch", "50", "--games", "4", "--rulebook", "published")
SMALL: dict[str, Any] = {"batch": 50, "games": 4, "rulebook": "published"}
TABLES = {"archive.parquet", "progress.parquet", "report.html"}
MISSING = ("polars", "ray", "ribs", "matplotlib", "scipy", "pandas")
BARE = f"""
import importlib.metadata, sys
sys.modules.update(dict.fromkeys({MISSING!r}))  # importing them fails
from tamaya.cli.app import main
def version(name):
    raise importlib.metadata.PackageNotFoundError(name)  # the sources were copied, not installed
importlib.metadata.version = version
sys.argv[0] = "tamaya"
main()
"""


def bare(candidates: int, folder: Path) -> subprocess.CompletedProcess[str]:
    """`tamaya evolve` in a process that cannot import the optional libraries."""
    return subprocess.run(
        [sys.executable, "-c", BARE, *WORDS, "--candidates", str(candidates)],
        check=False,
        capture_output=True,
        text=True,
        cwd=folder,
    )


def files(folder: Path) -> set[str]:
    return {file.name for file in (folder / "run").iterdir()} - {".lock"}


def test_a_run_without_polars_and_ray_gets_its_tables_and_report_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, later = tmp_path / "whole", tmp_path / "later"
    for folder in (whole, later):
        folder.mkdir()
    monkeypatch.chdir(whole)
    assert tamaya(*WORDS, "--candidates", "150").returncode == 0
    done = bare(150, later)
    assert done.returncode == 0, done.stderr
    assert "agents in run/pool.json\n" in done.stdout
    hint = f"the same command writes them where it is installed: {install_command('evolve')}"
    assert done.stderr == f"archive.parquet, progress.parquet and report.html need Polars; {hint}\n"
    assert files(later) == files(whole) - TABLES
    pool = (later / "run" / "pool.json").read_bytes()
    assert pool == (whole / "run" / "pool.json").read_bytes()
    monkeypatch.chdir(later)
    assert tamaya(*WORDS, "--candidates", "150").stderr == ""
    assert files(later) == files(whole)
    for name in ("archive.parquet", "pool.json", "report.html"):
        assert (later / "run" / name).read_bytes() == (whole / "run" / name).read_bytes(), name
    frames = [ty.Run(folder / "run").progress().drop("seconds") for folder in (whole, later)]
    assert frames[0].equals(frames[1])


def test_a_run_resumes_without_polars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = ty.evolve(tmp_path / "whole" / "run", candidates=150, **SMALL)
    assert polars.DataFrame([whole.latest()]).equals(whole.progress().tail(1))

    def stop(now: ty.qd.EvolutionProgress) -> None:
        if now.standing.candidates == 100:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(KeyboardInterrupt):
        ty.evolve(tmp_path / "run", candidates=150, progress=stop, **SMALL)
    run = ty.Run(tmp_path / "run")
    assert run.latest()["candidates"] == 100
    run = ty.evolve(tmp_path / "run", candidates=150, **SMALL)
    assert run.latest()["candidates"] == 150
    assert not TABLES & files(tmp_path)
    assert run.pool().elites == whole.pool().elites
    with pytest.raises(MissingExtraError, match=r"tables need Polars: pip install .*\[tables\]'"):
        run.progress()
