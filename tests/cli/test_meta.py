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
    result = run("meta", "train", "canaan2020-1", "--out", file, "--games", "20")
    assert result.exit_code == 0, result.output
    assert "22 responses with 22 hypotheses" in result.output.replace("\n", " ")
    return file


def test_a_pool_is_trained_evaluated_and_played(tmp_path: Path) -> None:
    file = trained(tmp_path)
    plot = tmp_path / "learning.svg"
    result = run("meta", "evaluate", file, "--episodes", "2", "--games", "2", "--plot", str(plot))
    assert ">gain over generalist in points (points kept)<" in plot.read_text()
    assert result.exit_code == 0, result.output
    for name in ("generalist", "published", "oracle"):
        assert name in result.output
    match = run(
        "match", f"meta:{file}", "elite:canaan2020-1#4,4", "--games", "3", "--setup", "competition"
    )
    assert match.exit_code == 0, match.output


def test_a_response_is_added_to_those_of_the_pool(tmp_path: Path) -> None:
    file = tmp_path / "more.meta"
    added = ("--response", "piers", "--response", "companion")
    result = run("meta", "train", "eger", *added, "--games", "2", "--out", str(file))
    assert result.exit_code == 0, result.output
    experience = ty.Experience.read(file)
    assert experience.responses.names == (*experience.hypotheses.names, "piers", "companion")
    bad = run("meta", "train", "eger", "--response", "nobody", "--out", str(tmp_path / "bad.meta"))
    assert bad.exit_code != 0
    assert "nobody" in str(bad.exception)


def test_json_has_the_numbers_of_each_agent(tmp_path: Path) -> None:
    file, lines = trained(tmp_path), tmp_path / "games.parquet"
    result = run(
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
    body = json.loads(result.output)
    assert [agent["name"] for agent in body["agents"]] == ["as_written", "mapelites:iggi"]
    assert body["agents"][1]["gain"]["over"] == "as_written"
    assert body["agents"][1]["identification"] == [None, None]
    assert body["agents"][1]["recognized"] == [None, None, None]
    assert lines.exists()


def test_help_teaches_with_an_example() -> None:
    for command in ("train", "evaluate", "show"):
        assert "Example" in run("meta", command, "--help").output


def test_show_says_what_a_file_holds(tmp_path: Path) -> None:
    file = trained(tmp_path)
    experience = ty.Experience.read(file)
    output = run("meta", "show", file).output
    assert "22 hypotheses of canaan2020-1, responses: the same" in output
    assert "20 games per pair, seeds 0-19, competition players=2" in output
    assert (
        f"generalist: {experience.generalist}, {experience.scores.mean(axis=1).max():.2f} points"
        in output
    )
    assert ty.__version__ in output
    body = json.loads(run("meta", "show", file, "--json").output)
    best = experience.responses.names[experience.scores[:, 5].argmax()]
    assert body["hypotheses"][5]["best_response"] == best
    assert body["hypotheses"][5]["score"] == experience.scores[:, 5].max()


def test_show_plays_an_episode_and_draws_it(tmp_path: Path) -> None:
    file = trained(tmp_path)
    strip, moving = tmp_path / "strip.png", tmp_path / "belief.gif"
    result = run(
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
        "--plot",
        str(strip),
        "--animation",
        str(moving),
    )
    assert result.exit_code == 0, result.output
    assert "published with 4,4, seeds 7-8" in result.output
    assert strip.stat().st_size > 0
    assert moving.stat().st_size > 0
    body = json.loads(
        run("meta", "show", file, "--partner", "mapelites:iggi", "--games", "2", "--json").output
    )
    assert [len(body[field]) for field in ("beliefs", "responses", "scores")] == [3, 2, 2]
    assert body["true_hypotheses"] == []


def test_show_refuses_what_it_cannot_draw_before_it_plays(tmp_path: Path) -> None:
    file = trained(tmp_path)
    for words, message in (
        (("show", file, "--plot", "belief.png"), "cannot draw 'belief.png': it needs --partner"),
        (("show", file, "--partner", "4,4", "--plot", "x.jpg"), "cannot draw 'x.jpg'"),
        (("show", file, "--partner", "4,4", "--animation", "x.png"), "cannot draw 'x.png'"),
        (("show", file, "--partner", "nobody"), "no agent 'nobody'"),
        (("show", file, "--partner", "4,4", "--agent", "spy"), "no mode 'spy'"),
        (("evaluate", file, "--plot", "x.jpg"), r"cannot draw 'x.jpg' (expected a .png, .svg"),
    ):
        result = run("meta", *words)
        assert isinstance(result.exception, ty.TamayaError)
        assert message in str(result.exception)


def test_a_file_that_is_none_is_named() -> None:
    result = run("meta", "evaluate", "nowhere.meta")
    assert isinstance(result.exception, ty.TamayaError)
    assert "nowhere.meta" in str(result.exception)


def test_default_agents_meet_partners_that_the_oracle_cannot_place(tmp_path: Path) -> None:
    file = trained(tmp_path)
    few = ("classics", "--episodes", "1", "--games", "1")
    result = run("meta", "evaluate", file, *few)
    assert result.exit_code == 0, result.output
    assert "without the oracle: no hypothesis has the niche or name of 'internal'" in result.stderr
    assert "detective" in result.stdout
    assert "oracle" not in result.stdout
    refused = run("meta", "evaluate", file, *few, "--agent", "oracle")
    assert "the oracle cannot place 'internal'" in str(refused.exception)
