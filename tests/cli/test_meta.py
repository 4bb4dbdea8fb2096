"""`tamaya meta`, as people type it."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner, Result

import tamaya as ty
from tamaya.cli.app import app


def run(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def trained(folder: Path) -> str:
    file = str(folder / "some.meta")
    done = run("meta", "train", "canaan2020-1", "--out", file, "--games", "20")
    assert done.exit_code == 0, done.output
    assert "22 responses with 22 hypotheses" in done.output.replace("\n", " ")
    return file


def test_a_pool_is_trained_evaluated_and_played(tmp_path: Path) -> None:
    file = trained(tmp_path)
    done = run("meta", "evaluate", file, "--episodes", "2", "--games", "2")
    assert done.exit_code == 0, done.output
    for name in ("generalist", "published", "oracle"):
        assert name in done.output
    played = run("match", f"meta:{file}", "elite:canaan2020-1#4,4", "--games", "3", "--setup",
                 "competition")  # fmt: skip
    assert played.exit_code == 0, played.output


def test_json_has_the_numbers_of_each_agent(tmp_path: Path) -> None:
    file, lines = trained(tmp_path), tmp_path / "games.parquet"
    done = run("meta", "evaluate", file, "canaan2020-2", "--agent", "as_written", "--agent",
               "mapelites:iggi", "--episodes", "2", "--games", "2", "--json", "--out",
               str(lines))  # fmt: skip
    said = json.loads(done.output)
    assert [one["name"] for one in said["agents"]] == ["as_written", "mapelites:iggi"]
    assert said["agents"][1]["gain"]["over"] == "as_written"
    assert said["agents"][1]["identification"] == [None, None]
    assert said["agents"][1]["recognized"] == [None, None, None]
    assert lines.exists()


def test_help_teaches_with_an_example() -> None:
    for command in ("train", "evaluate"):
        assert "Example" in run("meta", command, "--help").output


def test_a_file_that_is_none_is_named() -> None:
    done = run("meta", "evaluate", "nowhere.meta")
    assert isinstance(done.exception, ty.TamayaError)
    assert "nowhere.meta" in str(done.exception)
