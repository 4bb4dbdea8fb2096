"""The commands that list, explain and compare agents."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import tamaya as ty
from tamaya.agents import entries
from tamaya.arena import explain
from tamaya.cli.app import app
from tamaya.rules import rule, rule_names
from tests.cli.program import tamaya

PROGRAM = str(Path(sys.executable).with_name("tamaya"))
PAIR = ("competition:piers", "competition:iggi")
COMPETITION = ("--setup", "competition")


def run(*words: str) -> Result:
    return CliRunner().invoke(app, list(words), env={"COLUMNS": "200"})


def test_table_prints_all_pairs_with_scoring_and_seeds() -> None:
    result = run("table", *PAIR, "--games", "20", *COMPETITION)
    assert result.exit_code == 0
    table = ty.matchups(PAIR, games=20, setup="competition")
    assert str(table).strip() in result.output
    strict = run("table", *PAIR, "--games", "20", *COMPETITION, "--strict")
    assert table.text(strict=True).strip() in strict.output


def test_table_knows_built_in_pools_and_files(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("setup competition\n" + "\n".join(PAIR))
    body = json.loads(run("table", str(file), "--games", "3", "--players", "3", "--json").stdout)
    assert body["rows"] == list(PAIR)
    assert body["setup"] == "competition players=3"
    body = json.loads(run("table", "classics", "--games", "2", "--json").stdout)
    assert body["rows"] == list(ty.pool("classics").names)


def test_table_prints_json_for_machines() -> None:
    body = json.loads(tamaya("table", *PAIR, "--games", "30", *COMPETITION, "--json").stdout)
    pairs = {(pair["row"], pair["column"]): pair for pair in body["pairs"]}
    match = ty.match(*PAIR, games=30, setup="competition")
    assert pairs[PAIR]["score"] == {"mean": match.score.mean, "sem": match.score.sem}
    assert pairs[PAIR]["kept"] == list(match.histogram.kept)


def test_table_writes_a_file_and_a_picture(tmp_path: Path) -> None:
    out, picture = tmp_path / "t.parquet", tmp_path / "t.png"
    words = ("table", *PAIR, "--games", "5", *COMPETITION, "--out", str(out))
    assert run(*words, "--plot", str(picture)).exit_code == 0
    assert ty.MatchupTable.read(out) == ty.matchups(PAIR, games=5, setup="competition")
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_table_tells_of_failed_pairs_and_keeps_the_rest(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("class Bot:\n    def act(self, view):\n        raise ValueError('oh')\n")
    result = tamaya("table", "legal_random", f"{bot}:Bot", "--games", "5")
    assert result.returncode == 1
    mean = ty.match("legal_random", "legal_random", games=5).score.mean
    assert f"{mean:.2f}" in result.stdout
    assert "agent 'Bot' in seat 1, game seed 0, turn 1 raised ValueError: oh" in result.stdout
    assert "3 of 4 pairs failed" in result.stderr


def test_ctrl_c_keeps_finished_pairs_and_the_same_command_continues(tmp_path: Path) -> None:
    out = tmp_path / "t.parquet"
    words = ["table", "legal_random", "noisy(1, legal_random)", "--games", "300000"]
    words += ["--out", str(out), "--json"]
    with subprocess.Popen(
        [PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ
    ) as table:
        while not out.exists():
            assert table.poll() is None
            time.sleep(0.05)
        time.sleep(0.3)
        table.send_signal(signal.SIGINT)
        output, errors = table.communicate(timeout=300)
    assert table.returncode == 130
    assert "to resume from" in errors
    assert any(pair.get("failure") == "not played" for pair in json.loads(output)["pairs"])
    assert not ty.MatchupTable.read(out).complete


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("table", "nobody"), "error: no agent 'nobody'"),
        (("table", "legal_random", "legal_random"), "error: agent 'legal_random' is twice"),
        (("table", "--players", "2", "--setup", "standard players=3"), "error: --players 2, but"),
        (("table", "--games", "0"), "error: games = 0"),
        (("table", "legal_random", "--plot", "x.gif"), "error: cannot draw 'x.gif'"),
        (("table", "legal_random", "--out", "/nowhere/x"), "error: cannot write '/nowhere/x'"),
        (("explain", "--turn", "0"), "error: no turn 0 in this game"),
        (("explain", "nobody"), "error: no agent 'nobody'"),
        (("agents", "wizards"), "error: no family 'wizards'"),
        (("rules", "wizards"), "error: no rulebook 'wizards'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_two(words: tuple[str, ...], complaint: str) -> None:
    result = tamaya(*words)
    assert result.returncode == 2
    assert result.stderr.strip().splitlines()[-1].startswith(complaint)


@pytest.mark.parametrize("command", ["table", "explain", "agents", "rules"])
def test_help_teaches_with_an_example(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"Example: tamaya {command}" in result.output


def test_explain_tells_the_game_and_the_rule_of_each_turn() -> None:
    result = run("explain", *PAIR, "--seed", "7", *COMPETITION)
    assert result.exit_code == 0
    explained = explain(*PAIR, seed=7, setup="competition")
    for event, reason in zip(explained.game.final.events, explained.reasons, strict=True):
        assert str(event) in result.output
        assert str(reason) in result.output
    assert f"score {explained.game.score} of 25" in result.output


def test_explain_shows_one_turn_as_the_actor_saw_it() -> None:
    result = run("explain", *PAIR, "--seed", "7", *COMPETITION, "--turn", "2")
    reason = explain(*PAIR, seed=7, setup="competition").reasons[1]
    assert "turn 2: bob (competition:iggi) sees" in result.output
    assert str(reason.view) in result.output
    hand = next(line for line in result.output.splitlines() if line.startswith("> bob"))
    assert "??" in hand
    assert "decides" in result.output
    for spec in reason.rules:
        assert spec.description in result.output


def test_explain_tells_of_an_agent_that_gives_up() -> None:
    result = run("explain", "chromosome2019(8, 27)", "--seed", "1", *COMPETITION)
    assert "no rule applies: gives up" in result.output
    assert "score 0 of 25 (an illegal move ended the game)" in result.output


def test_explain_prints_json_for_machines() -> None:
    body = json.loads(tamaya("explain", *PAIR, "--seed", "7", *COMPETITION, "--json").stdout)
    explained = explain(*PAIR, seed=7, setup="competition")
    assert body["score"] == explained.game.score
    assert len(body["turns"]) == len(explained.reasons)
    first = body["turns"][0]
    assert rule(first["rule"]) == explained.reasons[0].rule
    assert first["place"] == (explained.reasons[0].fired or 0) + 1


def test_explain_shows_the_moves_that_a_search_tried() -> None:
    searching = ("explain", "mcs(piers, iterations=100)", "piers", "--turn", "1")
    result = run(*searching)
    assert "search of 1" in result.output
    for move in ty.State.deal(0).legal_moves():
        assert str(move) in result.output
    (turn,) = json.loads(run(*searching, "--json").stdout)["turns"]
    assert turn["source"] == "search"
    tried = turn["thoughts"]["moves"]
    assert tried[0]["move"] == turn["move"]
    assert sum(row["visits"] for row in tried) == turn["thoughts"]["rollouts"]


def test_agents_lists_every_agent_with_its_description() -> None:
    result = run("agents")
    for entry in entries().values():
        assert entry.name in result.output
        assert entry.description in result.output
    only = run("agents", "competition").output
    assert "mapelites:" not in only
    listed = {agent["name"]: agent for agent in json.loads(run("agents", "--json").stdout)}
    assert listed.keys() == entries().keys()
    assert listed["noisy"]["parameters"] == ["percent", "agent"]
    assert listed["competition:iggi"]["family"] == "competition"
    assert len(listed["competition:iggi"]["rules"]) == 6


@pytest.mark.parametrize("book", ["tamaya", "published"])
def test_rules_lists_a_rulebook(book: str) -> None:
    result = run("rules", book)
    for name in rule_names(book):
        assert name in result.output
    listed = json.loads(run("rules", book, "--json").stdout)
    assert [entry["name"] for entry in listed] == rule_names(book)
    for entry in listed:
        assert entry["gate"] in ("none", "play", "hint", "discard")
        assert entry["description"]


def test_the_published_rulebook_says_why_its_number_of_rules_is_not_that_of_the_papers() -> None:
    last = run("rules", "published").output.splitlines()[-1]
    assert last == "42 rules in the rulebook published (105 with parameters; the papers say 135)"
