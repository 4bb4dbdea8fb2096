"""`tamaya humans` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import tamaya as ty
from tamaya import humans
from tamaya.cli.app import app
from tamaya.humans import people_file
from tamaya.humans.model import PersonModel
from tests.humans import study

RUNNER = CliRunner()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return study.write(tmp_path_factory.mktemp("study") / "HanabiData")


def output_of(*words: object) -> str:
    result = RUNNER.invoke(app, ["humans", *map(str, words)])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_import_says_what_it_took_flagged_and_skipped(tmp_path: Path) -> None:
    source = study.write(tmp_path / "HanabiData")
    bad, odd = (source / "log" / f"game{number:016x}.log" for number in (2, 4))
    bad.write_text("Treatment: ('piers', 3)\n")
    odd.write_text(odd.read_text().replace(" 1 None None\n", " None None None\n", 1))
    out = tmp_path / "people.jsonl"
    result = RUNNER.invoke(app, ["humans", "import", str(source), "--out", str(out), "--most", "2"])
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        f"imported 6 games of 5 people: wrote {out}",
        f"flagged 1 recorded out of step: {4:016x}",
        "left out 2 games of people with many games",
        "skipped 1 (see above)",
    ]
    assert f"skipped {bad.name}: unknown AI 'piers'" in result.stderr
    assert len(humans.read(out)) == 6


def test_import_can_leave_out_heavy_players(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "people.jsonl"
    output_of("import", folder, "--out", out, "--without-heavy", 1)
    assert len(humans.read(out)) == 5


def test_import_leaves_the_old_file_where_it_fails(tmp_path: Path) -> None:
    out = tmp_path / "people.jsonl"
    out.write_text("old")
    result = RUNNER.invoke(app, ["humans", "import", str(tmp_path / "none"), "--out", str(out)])
    assert isinstance(result.exception, ty.TamayaError)
    assert "no games of people" in str(result.exception)
    assert out.read_text() == "old"
    result = RUNNER.invoke(app, ["humans", "import", str(out), "--out", str(tmp_path / "a" / "b")])
    assert isinstance(result.exception, ty.TamayaError)


def test_show_tells_of_people_moves_scores_and_ends(folder: Path) -> None:
    output = output_of("show", folder)
    for words in (
        "9 games of 6 people",
        "decisions",
        "misplays among them",
        "first games, with",
        "eger:intentional",
        "most games",
        "1 others, at most 1 each",
    ):
        assert words in output
    summary = json.loads(output_of("show", folder, "--json", "--most", 1))
    assert (summary["games"], summary["people"], summary["surveys"]) == (6, 6, 6)
    assert summary["all_games"]["eger:full"]["score"]["games"] == 2


def test_show_renders_one_game(folder: Path) -> None:
    output = output_of("show", folder, "--game", f"{3:016x}")
    assert "survey: intention 4" in output
    assert f"bob = {3:016x}" in output
    assert (
        study.final_state("outer", "iggi", 4).score
        == json.loads(output_of("show", folder, "--game", f"{3:016x}", "--json"))["score"]
    )
    result = RUNNER.invoke(app, ["humans", "show", str(folder), "--game", "00007"])
    assert "no game '00007' among 9 (near ids: 0000" in str(result.exception)


def test_score_compares_agents_with_people_and_chance(folder: Path) -> None:
    output = output_of("score", folder, "piers", "legal_random")
    assert "of 6 people in 9 games" in output
    assert [line.split()[0] for line in output.splitlines()[5:]] == [
        "chance",
        "piers",
        "legal_random",
    ]
    rows = json.loads(output_of("score", folder, "piers", "--json"))
    assert [row["agent"] for row in rows] == ["chance", "piers"]
    assert rows[1]["of_people"][f"{0:016x}"] == 1
    assert rows[1]["log_loss"] is None


def test_score_draws_only_who_offers_probabilities(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "import tamaya as ty\n"
        "class Even(ty.Agent):\n"
        "    def act(self, view): return view.legal_moves()[0]\n"
        "    def probabilities(self, view):\n"
        "        legal = view.legal_moves()\n"
        "        return dict.fromkeys(legal, 1 / len(legal))\n"
    )
    picture, agent = tmp_path / "sure.png", f"{tmp_path / 'mine.py'}:Even"
    chance, _, even = json.loads(
        output_of("score", folder, "piers", agent, "--plot", picture, "--json")
    )
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert even["log_loss"]["mean"] == pytest.approx(chance["log_loss"]["mean"])
    result = RUNNER.invoke(app, ["humans", "score", str(folder), "piers", "--plot", str(picture)])
    assert "nothing to draw: piers give no probabilities" in str(result.exception)


def test_score_knows_all_names_before_it_works(folder: Path) -> None:
    result = RUNNER.invoke(app, ["humans", "score", str(folder), "piers", "peirs"])
    assert "no agent 'peirs' (near names: piers" in str(result.exception)


def test_play_sets_agents_beside_the_people(folder: Path) -> None:
    output = output_of("play", folder, "tamaya", "piers", "--repeats", 2)
    assert "9 games, each played 2 times" in output
    rows = [line.split() for line in output.splitlines() if line.startswith(("tamaya", "piers"))]
    assert [row[0] for row in rows] == ["tamaya", "piers"] * 3
    results = json.loads(output_of("play", folder, "tamaya", "--json"))
    assert sorted(results[0]["partners"]) == ["eger:full", "eger:intentional", "eger:outer"]
    scores = [
        study.final_state(style, person, deck).score
        for style, person, deck in (
            ("full", "piers", 3),
            ("full", "iggi", 1),
            ("full", "piers", 12),
        )
    ]
    mean = results[0]["partners"]["eger:full"]["people"]["score"]["mean"]
    assert mean == pytest.approx(sum(scores) / 3)


def test_map_tells_of_people_and_agents_and_draws_them(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "people.png"
    words = ("--plot", out, "--pool", "tamaya-1", "--games", 2)
    output = output_of("map", folder, "piers", *words)
    assert out.read_bytes().startswith(b"\x89PNG")
    rows = [line.split()[0] for line in output.splitlines()[5:]]
    assert rows == ["6", "eger:full", "eger:intentional", "eger:outer", "piers"]
    body = json.loads(output_of("map", folder, "piers", "--games", 2, "--json"))
    assert body["by_person"][f"{0:016x}"]["games"] == 4
    assert body["agents"]["piers"]["games"] == 6
    assert 0 < body["people"]["communicativeness"]["mean"] < 1


def test_games_by_different_rules_are_not_mixed_on_one_map(folder: Path, tmp_path: Path) -> None:
    games = humans.read(folder)
    transcript = ty.play("piers", "iggi").transcript
    mixed = [*games, humans.HumanGame("a", transcript, (None, "b"), source="other")]
    people_file.write(mixed, tmp_path / "people.jsonl")
    result = RUNNER.invoke(app, ["humans", "map", str(tmp_path / "people.jsonl")])
    assert "cannot map games with different rules" in str(result.exception)


@pytest.mark.parametrize("command", ["import", "show", "score", "play", "map"])
def test_help_teaches_with_an_example(command: str) -> None:
    assert "Example" in RUNNER.invoke(app, ["humans", command, "--help"]).output


def test_one_person_has_no_standard_error(tmp_path: Path) -> None:
    source = study.write(tmp_path / "HanabiData", people=1)
    for command in (["show"], ["score", "piers"], ["play", "tamaya"], ["map", "piers"]):
        output = output_of(command[0], source, *command[1:])
        assert "nan" not in output
        json.loads(output_of(command[0], source, *command[1:], "--json"))


def test_clones_are_tried_on_people_they_have_not_met_and_become_agents(
    folder: Path, tmp_path: Path
) -> None:
    out = tmp_path / "clones"
    output = output_of(
        "clone", folder, "--out", out, "--folds", 2, "--groups", 1, "--about", "a study"
    )
    assert "predicted by models trained on other people" in output
    for line in ("same move", "log-loss", "with eger:full"):
        assert line in output
    assert sorted(file.name for file in out.iterdir()) == ["all.npz", "calibration.png"]
    agent = ty.as_agent(f"human:{out}/all.npz")
    assert isinstance(agent, ty.HumanAgent)
    about = agent.model.provenance
    assert (about.data, about.people) == ("a study", 6)
    assert 0 < about.found["same_move"] < 1
    assert ty.match(agent, "eger:full", games=5, setup="eger").games == 5


def test_models_without_cross_validation_are_listed_as_json(folder: Path, tmp_path: Path) -> None:
    words = ("clone", folder, "--out", tmp_path, "--folds", 0, "--groups", 1, "--json")
    body = json.loads(output_of(*words))
    assert [model["file"] for model in body["models"]] == [str(tmp_path / "all.npz")]
    assert (body["models"][0]["people"], body["cross_validation"]) == (6, None)


def test_each_half_of_the_people_trains_a_model_of_its_own(folder: Path, tmp_path: Path) -> None:
    people, weights = [], []
    for half in (1, 2):
        out = tmp_path / str(half)
        words = ("--half", half, "--folds", 0, "--groups", 1, "--json")
        body = json.loads(output_of("clone", folder, "--out", out, *words))
        people.append(body["models"][0]["people"])
        weights.append(PersonModel.read(out / "all.npz").weights.flat)
    assert people == [3, 3]
    assert not np.array_equal(weights[0], weights[1])


def test_clones_of_too_few_people_are_refused(folder: Path, tmp_path: Path) -> None:
    words = ["humans", "clone", str(folder), "--out", str(tmp_path / "a"), "--folds", "7"]
    result = RUNNER.invoke(app, words)
    assert "cannot split 6 people into 7 parts" in str(result.exception)
    assert not (tmp_path / "a").exists()


def test_a_partner_is_grown_and_becomes_an_agent(tmp_path: Path) -> None:
    out = tmp_path / "helper.json"
    output = output_of(
        "partner",
        "human:cluster2",
        "iggi",
        "--out",
        out,
        "--generations",
        1,
        "--children",
        20,
        "--survivors",
        4,
        "--games",
        20,
    )
    assert "human:cluster2" in output
    pool = ty.pool(str(out))
    assert pool.setup == "eger"
    assert pool.made["partners"] == ["human:cluster2", "iggi"]
    assert str(pool.elites[0].genome) in output.replace("\n", " ")
    assert ty.match(f"elite:{out}#best", "human:all", games=5, setup="eger").games == 5


def test_a_partner_for_nobody_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "no" / "helper.json"
    result = RUNNER.invoke(app, ["humans", "partner", "iggi", "--out", str(out)])
    assert "cannot write" in str(result.exception)
    result = RUNNER.invoke(
        app, ["humans", "partner", "mcs:iggi", "--out", str(tmp_path / "a.json")]
    )
    assert "is not a native agent" in str(result.exception)
