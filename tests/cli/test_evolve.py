"""`tamaya evolve`, as people type it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import polars
import pytest
from typer.testing import CliRunner

from tamaya.cli.app import app
from tamaya.files import parquet
from tests.cli.program import tamaya

TAMAYA = Path(sys.executable).with_name("tamaya")
SMALL = (
    "--candidates",
    "400",
    "--batch",
    "100",
    "--games",
    "5",
    "--rulebook",
    "published",
    "--setup",
    "competition",
)


def test_evolve_leaves_a_folder_that_other_commands_take(tmp_path: Path) -> None:
    result = tamaya("evolve", "runs/a", *SMALL, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "up: communicativeness, across: information per play" in result.stdout
    assert "agents in runs/a/pool.json" in result.stdout
    names = {file.name for file in (tmp_path / "runs/a").iterdir()}
    assert {
        "config.toml",
        "checkpoint.npz",
        "archive.parquet",
        "progress.parquet",
        "pool.json",
    } <= names
    assert tamaya("pool", "show", "runs/a", cwd=tmp_path).returncode == 0
    pool = json.loads((tmp_path / "runs/a/pool.json").read_text())
    name = pool["agents"][0]["name"]
    match = tamaya(
        "match",
        f"elite:runs/a#{name}",
        "competition:iggi",
        "--games",
        "10",
        "--setup",
        "competition",
        cwd=tmp_path,
    )
    assert match.returncode == 0, match.stderr


def test_evolve_prints_json(tmp_path: Path) -> None:
    body = json.loads(tamaya("evolve", "a", *SMALL, "--json", cwd=tmp_path).stdout)
    assert body["candidates"] == 400
    assert body["coverage"] == body["agents"]
    assert body["best"]["games"] == 1000


def test_ctrl_c_keeps_the_run_and_says_how_to_go_on(tmp_path: Path) -> None:
    words = [str(TAMAYA), "evolve", "a", "--candidates", "1000000", "--games", "2"]
    process = subprocess.Popen(words, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    while not (tmp_path / "a" / "checkpoint.npz").exists() and process.poll() is None:
        time.sleep(0.1)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=300)
    assert process.returncode == 130
    assert "run the same command to resume" in errors
    assert "Traceback" not in errors


def test_ctrl_c_while_the_first_files_are_written_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    presses, write_file = [KeyboardInterrupt()], parquet.write

    def write(path: Path, frame: Callable[[], polars.DataFrame]) -> None:
        if presses:
            raise presses.pop()
        write_file(path, frame)

    monkeypatch.setattr(parquet, "write", write)
    words = ["evolve", str(tmp_path / "a"), *SMALL]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 130
    assert result.stderr.endswith("before the first elite; run the same command to resume\n")
    assert CliRunner().invoke(app, words).exit_code == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--grid", "five"), "not a grid: 'five' (expected cells like 5x5 or 20x20)"),
        (("--grid", "0x5"), "impossible grid '0x5'"),
        (("--feature", "risk"), "no feature 'risk'"),
        (("--preset", "canaan"), "no preset 'canaan' (expected tamaya, wide, canaan2019,"),
        (("--as-written",), "the preset 'tamaya' follows no paper"),
        (("--objective", "mean"), "objective 'mean' with partners ''"),
        (("--objective", "mean", "--partners", "nobody"), "no pool 'nobody'"),
        (("--backend", "gpu"), "no backend 'gpu'"),
        (("--setup", "standard players=7"), "players"),
        (("--candidates", "0"), "candidates = 0"),
        (("--start-from", "nobody"), "no agent 'nobody'"),
    ],
    ids=lambda x: "-".join(x) if isinstance(x, tuple) else "",
)
def test_bad_input_is_one_line(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    result = tamaya("evolve", "a", *words, cwd=tmp_path)
    assert result.returncode == 2
    assert message in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_help_teaches(tmp_path: Path) -> None:
    output = tamaya("evolve", "--help", cwd=tmp_path).stdout
    for word in ("Example:", "canaan2020", "--objective", "communicativeness", "pool.json"):
        assert word in output
