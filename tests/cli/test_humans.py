"""`tamaya humans` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import tamaya as ty
from tamaya import humans
from tamaya.cli.app import app
from tamaya.humans import people_file
from tests.humans import study

RUNNER = CliRunner()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return study.write(tmp_path_factory.mktemp("study") / "HanabiData")


def said(*words: object) -> str:
    done = RUNNER.invoke(app, ["humans", *map(str, words)])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_import_says_what_it_took_flagged_and_skipped(tmp_path: Path) -> None:
    source = study.write(tmp_path / "HanabiData")
    bad, odd = (source / "log" / f"game{number:016x}.log" for number in (2, 4))
    bad.write_text("Treatment: ('piers', 3)\n")
    odd.write_text(odd.read_text().replace(" 1 None None\n", " None None None\n", 1))
    out = tmp_path / "people.jsonl"
    done = RUNNER.invoke(app, ["humans", "import", str(source), "--out", str(out), "--most", "2"])
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        f"imported 6 games of 5 people: wrote {out}",
        f"flagged 1 recorded out of step: {4:016x}",
        "left out 2 games of people with many games",
        "skipped 1 (see above)",
    ]
    assert f"skipped {bad.name}: unknown AI 'piers'" in done.stderr
    assert len(humans.read(out)) == 6


def test_import_can_leave_out_heavy_players(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "people.jsonl"
    said("import", folder, "--out", out, "--without-heavy", 1)
    assert len(humans.read(out)) == 5


def test_import_leaves_the_old_file_where_it_fails(tmp_path: Path) -> None:
    out = tmp_path / "people.jsonl"
    out.write_text("old")
    done = RUNNER.invoke(app, ["humans", "import", str(tmp_path / "none"), "--out", str(out)])
    assert isinstance(done.exception, ty.TamayaError)
    assert "no games of people" in str(done.exception)
    assert out.read_text() == "old"
    done = RUNNER.invoke(app, ["humans", "import", str(out), "--out", str(tmp_path / "a" / "b")])
    assert isinstance(done.exception, ty.TamayaError)


def test_show_tells_of_people_moves_scores_and_ends(folder: Path) -> None:
    told = said("show", folder)
    for words in (
        "9 games of 6 people",
        "decisions",
        "misplays among them",
        "first games, with",
        "eger:intentional",
        "most games",
        "1 others, at most 1 each",
    ):
        assert words in told
    seen = json.loads(said("show", folder, "--json", "--most", 1))
    assert (seen["games"], seen["people"], seen["surveys"]) == (6, 6, 6)
    assert seen["all_games"]["eger:full"]["score"]["games"] == 2


def test_show_renders_one_game(folder: Path) -> None:
    told = said("show", folder, "--game", f"{3:016x}")
    assert "survey: intention 4" in told
    assert f"bob = {3:016x}" in told
    assert (
        study.played("outer", "iggi", 4).score
        == json.loads(said("show", folder, "--game", f"{3:016x}", "--json"))["score"]
    )
    done = RUNNER.invoke(app, ["humans", "show", str(folder), "--game", "00007"])
    assert "no game '00007' among 9 (near ids: 0000" in str(done.exception)


def test_score_compares_agents_with_people_and_chance(folder: Path) -> None:
    told = said("score", folder, "piers", "legal_random")
    assert "of 6 people in 9 games" in told
    assert [line.split()[0] for line in told.splitlines()[5:]] == [
        "chance",
        "piers",
        "legal_random",
    ]
    found = json.loads(said("score", folder, "piers", "--json"))
    assert [one["agent"] for one in found] == ["chance", "piers"]
    assert found[1]["of_people"][f"{0:016x}"] == 1
    assert found[1]["log_loss"] is None


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
    chance, _, even = json.loads(said("score", folder, "piers", agent, "--plot", picture, "--json"))
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert even["log_loss"]["mean"] == pytest.approx(chance["log_loss"]["mean"])
    done = RUNNER.invoke(app, ["humans", "score", str(folder), "piers", "--plot", str(picture)])
    assert "nothing to draw: piers give no probabilities" in str(done.exception)


def test_score_knows_all_names_before_it_works(folder: Path) -> None:
    done = RUNNER.invoke(app, ["humans", "score", str(folder), "piers", "peirs"])
    assert "no agent 'peirs' (near names: piers" in str(done.exception)


def test_play_sets_agents_beside_the_people(folder: Path) -> None:
    told = said("play", folder, "tamaya", "piers", "--repeats", 2)
    assert "9 games, each played 2 times" in told
    rows = [line.split() for line in told.splitlines() if line.startswith(("tamaya", "piers"))]
    assert [row[0] for row in rows] == ["tamaya", "piers"] * 3
    found = json.loads(said("play", folder, "tamaya", "--json"))
    assert sorted(found[0]["partners"]) == ["eger:full", "eger:intentional", "eger:outer"]
    scores = [
        study.played(style, who, deck).score
        for style, who, deck in (("full", "piers", 3), ("full", "iggi", 1), ("full", "piers", 12))
    ]
    mean = found[0]["partners"]["eger:full"]["people"]["score"]["mean"]
    assert mean == pytest.approx(sum(scores) / 3)


def test_map_tells_of_people_and_agents_and_draws_them(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "people.png"
    words = ("--out", out, "--pool", "tamaya-1", "--games", 2)
    told = said("map", folder, "piers", *words)
    assert out.read_bytes().startswith(b"\x89PNG")
    rows = [line.split()[0] for line in told.splitlines()[5:]]
    assert rows == ["6", "eger:full", "eger:intentional", "eger:outer", "piers"]
    found = json.loads(said("map", folder, "piers", "--games", 2, "--json"))
    assert found["by_person"][f"{0:016x}"]["games"] == 4
    assert found["agents"]["piers"]["games"] == 6
    assert 0 < found["people"]["communicativeness"]["mean"] < 1


def test_games_by_different_rules_are_not_mixed_on_one_map(folder: Path, tmp_path: Path) -> None:
    games = humans.read(folder)
    transcript = ty.play("piers", "iggi").transcript
    mixed = [*games, humans.HumanGame("a", transcript, (None, "b"), source="other")]
    people_file.write(mixed, tmp_path / "people.jsonl")
    done = RUNNER.invoke(app, ["humans", "map", str(tmp_path / "people.jsonl")])
    assert "cannot map games with different rules" in str(done.exception)


@pytest.mark.parametrize("command", ["import", "show", "score", "play", "map"])
def test_help_teaches_with_an_example(command: str) -> None:
    assert "Example" in RUNNER.invoke(app, ["humans", command, "--help"]).output


def test_one_person_has_no_standard_error(tmp_path: Path) -> None:
    source = study.write(tmp_path / "HanabiData", people=1)
    for command in (["show"], ["score", "piers"], ["play", "tamaya"], ["map", "piers"]):
        told = said(command[0], source, *command[1:])
        assert "nan" not in told
        json.loads(said(command[0], source, *command[1:], "--json"))


def test_clones_are_tried_on_people_they_have_not_met_and_become_agents(
    folder: Path, tmp_path: Path
) -> None:
    out = tmp_path / "clones"
    told = said("clone", folder, "--out", out, "--folds", 2, "--groups", 1, "--about", "a study")
    assert "predicted by models trained on other people" in told
    for line in ("same move", "log-loss", "with eger:full"):
        assert line in told
    assert sorted(file.name for file in out.iterdir()) == ["all.npz", "calibration.png"]
    agent = ty.as_agent(f"human:{out}/all.npz")
    assert isinstance(agent, ty.HumanAgent)
    about = agent.model.provenance
    assert (about.data, about.people) == ("a study", 6)
    assert 0 < about.found["same_move"] < 1
    assert ty.match(agent, "eger:full", games=5, setup="eger").games == 5


def test_clones_of_too_few_people_are_refused(folder: Path, tmp_path: Path) -> None:
    words = ["humans", "clone", str(folder), "--out", str(tmp_path / "a"), "--folds", "7"]
    done = RUNNER.invoke(app, words)
    assert "cannot split 6 people into 7 parts" in str(done.exception)
    assert not (tmp_path / "a").exists()


def test_a_partner_is_grown_and_becomes_an_agent(tmp_path: Path) -> None:
    out = tmp_path / "helper.json"
    told = said(
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
    assert "human:cluster2" in told
    pool = ty.pool(str(out))
    assert pool.setup == "eger"
    assert pool.made["partners"] == ["human:cluster2", "iggi"]
    assert str(pool.elites[0].genome) in told.replace("\n", " ")
    assert ty.match(f"elite:{out}#best", "human:all", games=5, setup="eger").games == 5


def test_a_partner_for_nobody_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "no" / "helper.json"
    done = RUNNER.invoke(app, ["humans", "partner", "iggi", "--out", str(out)])
    assert "cannot write" in str(done.exception)
    done = RUNNER.invoke(app, ["humans", "partner", "mcs:iggi", "--out", str(tmp_path / "a.json")])
    assert "is not a native agent" in str(done.exception)
