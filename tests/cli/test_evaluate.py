"""`tamaya evaluate`, agents from files, and what is reported before the games."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import tamaya as ty
from tamaya.cli.app import app
from tests.cli.program import tamaya

BOT = """
from beside import SLOT
import tamaya as ty

class MLP:
    def __init__(self, path="none"):
        self.path = path

    def act(self, view):
        if self.path == "broken.pt":
            raise RuntimeError("no weights")
        return view.legal_moves()[SLOT]

def factory(path):
    return MLP(path)
"""


@pytest.fixture
def bot(tmp_path: Path) -> str:
    (tmp_path / "beside.py").write_text("SLOT = -1\n")
    file = tmp_path / "my.py"
    file.write_text(BOT)
    return str(file)


def run(*words: str) -> Result:
    return CliRunner().invoke(app, list(words), env={"COLUMNS": "200"})


def test_evaluate_needs_no_training_file_and_prints_the_set_up() -> None:
    result = run("evaluate", "piers", "iggi", "canaan2020-2", "--episodes", "2")
    assert result.exit_code == 0
    expected = ty.evaluate(["piers", "iggi"], "canaan2020-2", episodes=2, games=1)
    assert result.stdout.strip() == str(expected)
    assert "competition players=2" in result.stdout


def test_evaluate_keeps_the_results_of_others_if_an_agent_fails(bot: str, tmp_path: Path) -> None:
    partners = tmp_path / "partners.txt"
    partners.write_text("iggi\nouter\n")
    bad = f"{bot}:MLP(path=broken.pt)"
    result = run("evaluate", "piers", bad, str(partners), "--episodes", "2", "--json")
    assert result.exit_code == 1
    body = json.loads(result.stdout)
    assert [agent["name"] for agent in body["agents"]] == ["piers", "MLP(path=broken.pt)"]
    assert body["agents"][0]["mean"] > 10
    failures = [(entry["agent"], entry["partner"]) for entry in body["failures"]]
    assert failures == [("MLP(path=broken.pt)", "iggi"), ("MLP(path=broken.pt)", "outer")]
    assert "raised RuntimeError: no weights (my.py, line 11)" in body["failures"][0]["reason"]


@pytest.mark.parametrize(
    "spec", ["{}:MLP(path=ckpt.pt)", "{}:factory(path=ckpt.pt)", "noisy(10, {}:MLP(path=ckpt.pt))"]
)
def test_agents_from_files_take_arguments(bot: str, spec: str) -> None:
    result = run("match", spec.format(bot), "piers", "--games", "2")
    assert result.exit_code == 0, result.exception
    assert "ckpt.pt" in result.stdout


def test_an_error_in_a_file_names_the_line_and_traceback_shows_the_trace(bot: str) -> None:
    words = ("match", f"{bot}:MLP(path=broken.pt)", "--games", "1")
    brief, long = tamaya(*words), tamaya(*words, "--traceback")
    line = "raised RuntimeError: no weights (my.py, line 11)"
    assert brief.returncode == long.returncode == 2
    assert line in brief.stderr
    assert "Traceback" not in brief.stderr
    assert 'raise RuntimeError("no weights")' in long.stderr
    assert line in long.stderr.splitlines()[-1]


def test_a_rule_list_is_an_agent_on_the_command_line() -> None:
    rules = "play_safe > hint_playable > discard_oldest"
    result = run("match", rules, "--games", "5", "--json")
    assert json.loads(result.stdout)["kept"] == list(ty.match(rules, rules, games=5).histogram.kept)


def test_an_elite_fills_the_table_that_it_is_made_for() -> None:
    result = run("match", "elite:canaan2020-3p-1#3,2", "--games", "2", "--json")
    assert json.loads(result.stdout)["setup"] == "competition players=3"
    result = run("match", "elite:canaan2020-1#3,0", "--players", "3", "--games", "2")
    assert "is made for 2 players, not 3" in str(result.exception)
    result = run("table", "canaan2020-1", "--players", "3", "--games", "1")
    assert "is made for 2 players, not 3" in str(result.exception)


@pytest.mark.parametrize(
    "words",
    [
        ("table", "piers", "iggi", "--plot", "{}/no/x.png"),
        ("evaluate", "piers", "classics", "--plot", "{}/no/x.png"),
        ("evaluate", "piers", "classics", "--out", "{}/no/x.parquet"),
        ("play", "piers", "--out", "{}/no/x.txt"),
    ],
)
def test_an_output_that_cannot_be_written_stops_before_the_games(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    result = run(*(word.format(tmp_path) for word in words))
    assert "cannot write" in str(result.exception)
    assert result.stdout == ""


def test_a_missing_matplotlib_stops_before_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for words in (("table", "piers", "iggi", "--plot"), ("evaluate", "piers", "hle", "--plot")):
        result = run(*words, "x.png")
        assert "need Matplotlib" in str(result.exception)
        assert result.stdout == ""
