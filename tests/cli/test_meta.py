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
    plot = tmp_path / "learning.svg"
    done = run("meta", "evaluate", file, "--episodes", "2", "--games", "2", "--plot", str(plot))
    assert "<!-- gain over generalist in points (points kept) -->" in plot.read_text()
    assert done.exit_code == 0, done.output
    for name in ("generalist", "published", "oracle"):
        assert name in done.output
    played = run(
        "match", f"meta:{file}", "elite:canaan2020-1#4,4", "--games", "3", "--setup", "competition"
    )
    assert played.exit_code == 0, played.output


def test_json_has_the_numbers_of_each_agent(tmp_path: Path) -> None:
    file, lines = trained(tmp_path), tmp_path / "games.parquet"
    done = run(
        "meta",
        "evaluate",
        file,
        "canaan2020-2",
        "--agent",
        "as_written",
        "--agent",
        "mapelites:iggi",
        "--episodes",
        "2",
        "--games",
        "2",
        "--json",
        "--out",
        str(lines),
    )
    said = json.loads(done.output)
    assert [one["name"] for one in said["agents"]] == ["as_written", "mapelites:iggi"]
    assert said["agents"][1]["gain"]["over"] == "as_written"
    assert said["agents"][1]["identification"] == [None, None]
    assert said["agents"][1]["recognized"] == [None, None, None]
    assert lines.exists()


def test_help_teaches_with_an_example() -> None:
    for command in ("train", "evaluate", "show"):
        assert "Example" in run("meta", command, "--help").output


def test_show_says_what_a_file_holds(tmp_path: Path) -> None:
    file = trained(tmp_path)
    known = ty.Experience.read(file)
    said = run("meta", "show", file).output
    assert "22 hypotheses of canaan2020-1, responses: the same" in said
    assert "20 games per pair, seeds 0-19, competition players=2" in said
    assert f"generalist: {known.generalist}, {known.scores.mean(axis=1).max():.2f} points" in said
    assert ty.__version__ in said
    told = json.loads(run("meta", "show", file, "--json").output)
    best = known.responses.names[known.scores[:, 5].argmax()]
    assert told["hypotheses"][5]["best_response"] == best
    assert told["hypotheses"][5]["score"] == known.scores[:, 5].max()


def test_show_plays_an_episode_and_draws_it(tmp_path: Path) -> None:
    file = trained(tmp_path)
    strip, moving = tmp_path / "strip.png", tmp_path / "belief.gif"
    done = run(
        "meta",
        "show",
        file,
        "--partner",
        "4,4",
        "--agent",
        "published",
        "--games",
        "2",
        "--seed",
        "7",
        "--strip",
        str(strip),
        "--animation",
        str(moving),
    )
    assert done.exit_code == 0, done.output
    assert "published with 4,4, seeds 7-8" in done.output
    assert strip.stat().st_size > 0
    assert moving.stat().st_size > 0
    told = json.loads(
        run("meta", "show", file, "--partner", "mapelites:iggi", "--games", "2", "--json").output
    )
    assert [len(told[what]) for what in ("beliefs", "responses", "scores")] == [3, 2, 2]
    assert told["true_hypotheses"] == []


def test_show_refuses_what_it_cannot_draw_before_it_plays(tmp_path: Path) -> None:
    file = trained(tmp_path)
    for words, message in (
        (("show", file, "--strip", "belief.png"), "cannot draw 'belief.png': it needs --partner"),
        (("show", file, "--partner", "4,4", "--strip", "x.jpg"), "cannot draw 'x.jpg'"),
        (("show", file, "--partner", "4,4", "--animation", "x.png"), "cannot draw 'x.png'"),
        (("show", file, "--partner", "nobody"), "no agent 'nobody'"),
        (("show", file, "--partner", "4,4", "--agent", "spy"), "no mode 'spy'"),
        (("evaluate", file, "--plot", "x.jpg"), r"cannot draw 'x.jpg' (expected a file .png, .svg"),
    ):
        done = run("meta", *words)
        assert isinstance(done.exception, ty.TamayaError)
        assert message in str(done.exception)


def test_a_file_that_is_none_is_named() -> None:
    done = run("meta", "evaluate", "nowhere.meta")
    assert isinstance(done.exception, ty.TamayaError)
    assert "nowhere.meta" in str(done.exception)
