"""Results of the benchmark: numbers, files and the command."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

import tamaya as ty
from tamaya.agents.seeds import NO_KEY
from tamaya.benchmark import bounds
from tamaya.benchmark.bounds import Bound, BoundBudget
from tamaya.benchmark.games_file import BenchmarkGames, Failure, GamesFile, reserved
from tamaya.benchmark.growing import grow_test_set
from tamaya.benchmark.playing import Match
from tamaya.benchmark.result import FORMAT, BenchmarkResult, Value, partner_results
from tamaya.benchmark.run import games_path
from tamaya.benchmark.test_set import TestPartner
from tamaya.cli.app import app
from tamaya.errors import TamayaError
from tests.benchmark.sets import small_set

PEOPLE = ("--track", "people", "--seed", "42", "--quick")
"""a test set without evolution, which takes a moment"""


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["benchmark", *words], env={"COLUMNS": "200"})


@pytest.fixture(autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAMAYA_CACHE", str(tmp_path_factory.getbasetemp() / "benchmark-cache"))


def games_of(agent: str, path: Path) -> BenchmarkGames:
    match = Match(ty.as_agent(agent), small_set(), 4, 2, NO_KEY, 1)
    games = match.empty()
    file = GamesFile(path / "games.jsonl", {"agent": agent})
    file.load(games)
    match.play(games, file, lambda done: None)
    return games


@pytest.fixture
def result(tmp_path: Path) -> BenchmarkResult:
    games = games_of("piers", tmp_path)
    games.failures.append(Failure(3, 1, 0, 1, "raised Error"))
    partners = partner_results(games, small_set())
    about: dict[str, Value] = {
        "agent": "piers",
        "track": "ten-games",
        "protocol": "v1",
        "players": 2,
        "setup": "standard players=2",
        "seed": 0,
        "status": "validation",
    }
    failures = tuple(games.failures)
    return BenchmarkResult(about, {"seconds": 1.5}, ("classics",), partners, failures)


def test_the_score_is_the_mean_over_families_of_what_a_match_gives(
    result: BenchmarkResult,
) -> None:
    match = Match(ty.as_agent("piers"), small_set(), 4, 2, NO_KEY, 1)
    means: dict[str, list[float]] = {}
    for partner in small_set().partners:
        seed, setup = match.first_seed(partner), small_set().setup
        both = [
            ty.match(*team, games=8, first_seed=seed, setup=setup).score.mean
            for team in (("piers", partner.name), (partner.name, "piers"))
        ]
        means.setdefault(partner.family, []).append(sum(both) / 2)
    families = {family: sum(values) / len(values) for family, values in means.items()}
    assert {name: f.value for name, f in result.families.items()} == pytest.approx(families)
    assert result.score.value == pytest.approx(sum(families.values()) / 2)
    assert result.summary()["fresh partners"].value == pytest.approx(families["classics"])
    assert families[result.worst_family] == min(families.values())


def test_strict_scores_and_bombed_shares_follow_from_the_games(result: BenchmarkResult) -> None:
    partner = small_set().partners[0]
    match = Match(ty.as_agent("piers"), small_set(), 4, 2, NO_KEY, 1)
    teams = (("piers", partner.name), (partner.name, "piers"))
    matches = [
        ty.match(*team, games=8, first_seed=match.first_seed(partner), setup=small_set().setup)
        for team in teams
    ]
    strict = sum(m.strict_score.mean for m in matches) / 2
    assert result.partners[0].strict == pytest.approx(strict)
    assert result.partners[0].by_seat == pytest.approx([m.score.mean for m in matches])
    # Half of the episodes play their two decks in reverse order, so both games have all decks.
    firsts = [
        m.scores[2 * episode + (seat + episode) % 2]
        for seat, m in enumerate(matches)
        for episode in range(4)
    ]
    assert result.partners[0].by_game[0] == pytest.approx(np.mean(firsts))


def test_a_result_is_read_back_as_written(result: BenchmarkResult, tmp_path: Path) -> None:
    result.write(tmp_path / "a.json")
    again = BenchmarkResult.read(tmp_path / "a.json")
    assert again == result
    assert again.text == result.text
    assert json.loads(result.text)["summary"]["score"]["value"] == result.score.value


EMPTY = {"format": FORMAT, "run": {}, "made": {}, "fresh": [], "partners": [], "failures": []}


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", "1", "\u00e9", json.dumps({"format": FORMAT}), json.dumps(EMPTY)],
)
def test_other_files_are_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(text, encoding="latin-1")
    with pytest.raises(TamayaError, match=r"a\.json' is not a result of tamaya benchmark run"):
        BenchmarkResult.read(tmp_path / "a.json")


@pytest.mark.parametrize("run", [[], {}])
def test_a_result_without_conditions_is_refused(
    run: object, result: BenchmarkResult, tmp_path: Path
) -> None:
    (tmp_path / "a.json").write_text(json.dumps({**json.loads(result.text), "run": run}))
    with pytest.raises(TamayaError, match=r"a\.json' is not a result of tamaya benchmark run"):
        BenchmarkResult.read(tmp_path / "a.json")


def test_run_writes_a_result_and_repeats_it(tmp_path: Path) -> None:
    first, again = tmp_path / "first.json", tmp_path / "again.json"
    done = run("run", "piers", *PEOPLE, "--out", str(first))
    assert done.exit_code == 0, done.output
    assert "seed 42 (unofficial, quick), protocol v1" in done.output
    assert "share of best response" not in done.output
    printed = run("run", "piers", *PEOPLE, "--threads", "1", "--out", str(again), "--json")
    assert printed.stdout == again.read_text()
    body, repeated = (json.loads(file.read_text()) for file in (first, again))
    assert body.pop("made") != {}
    repeated.pop("made")
    assert body == repeated
    assert f"{body['summary']['score']['value']:.2f}" in done.output


def test_bounds_give_the_share_of_the_best_response(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny = BoundBudget(
        screened=2, finalists=1, chosen=2, reported=4, generations=0, rollouts=4, searched=1
    )
    monkeypatch.setattr(bounds, "QUICK_BOUNDS", tiny)
    out = tmp_path / "a.json"
    done = run("run", "piers", *PEOPLE, "--bounds", "--out", str(out))
    assert "share of best response" in done.output
    body = json.loads(out.read_text())
    families: dict[str, list[float]] = {"people": [], "fitted": []}
    for partner in body["partners"]:
        families[partner["family"]].append(partner["bound"])
    best = sum(sum(values) / len(values) for values in families.values()) / 2
    share = body["summary"]["share of best response"]["value"]
    assert share == pytest.approx(body["summary"]["score"]["value"] / best)


def test_shipped_bounds_need_no_option(tmp_path: Path) -> None:
    words, out = ("--track", "people", "--quick"), tmp_path / "a.json"
    done = run("run", "legal_random", *words, "--out", str(out))
    assert "share of best response" in done.output
    shipped = grow_test_set(0, 2, quick=True, track="people")
    bound_of = bounds.find_bounds(shipped, quick=True)
    partners = json.loads(out.read_text())["partners"]
    assert len(partners) == len(bound_of)
    for partner in partners:
        assert partner["bound"] == bound_of[partner["name"]].value
        assert partner["best_response"] == bound_of[partner["name"]].response


def test_ctrl_c_while_responses_are_tried_keeps_games_and_bounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def bound(finder: object, partner: TestPartner) -> Bound:
        asked.append(partner.name)
        if len(asked) == 3:
            raise KeyboardInterrupt
        return Bound(partner.name, 20.0, 0.1, "companion", 9)

    monkeypatch.setattr(bounds._Finder, "bound", bound)
    monkeypatch.setenv("TAMAYA_CACHE", str(tmp_path / "cache"))
    out = tmp_path / "a.json"
    words = ("run", "legal_random", *PEOPLE, "--bounds", "--out", str(out))
    stopped = run(*words)
    assert stopped.exit_code == 130
    assert "after all games, while responses were tried" in stopped.output
    assert not out.exists()
    monkeypatch.setattr(Match, "_play_part", None)  # no game is played again
    assert run(*words).exit_code == 0
    assert asked.count(asked[0]) == asked.count(asked[1]) == 1  # their bounds were kept
    assert asked[2] == asked[3]
    assert {partner["bound"] for partner in json.loads(out.read_text())["partners"]} == {20.0}


def test_an_official_seed_needs_no_seed_option(tmp_path: Path) -> None:
    out = tmp_path / "a.json"
    words = ("run", "piers", "--track", "people", "--quick", "--beacon", "4d2")
    assert run(*words, "--out", str(out)).exit_code == 0
    body = json.loads(out.read_text())["run"]
    assert body["status"] == "official, quick"
    assert body["entry"] == run("entry", "piers").output.strip()
    both = run(*words, "--seed", "3", "--out", str(out))
    assert "--seed 3 and --beacon '4d2'" in str(both.exception)


def test_a_failing_agent_is_reported_and_the_rest_goes_on(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("class Bot:\n    def act(self, view):\n        raise RuntimeError('no idea')\n")
    done = run("run", f"{bot}:Bot", *PEOPLE, "--out", str(tmp_path / "a.json"))
    assert done.exit_code == 0, done.output
    assert "480 games lost because the agent failed" in done.output
    assert "RuntimeError: no idea" in done.output


def test_an_agent_for_other_player_counts_is_refused_before_partners_evolve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tamaya.benchmark.run.grow_test_set", None)
    words = ("--players", "3", "--out", str(tmp_path / "a.json"))
    elite = run("run", "elite:canaan2020-1#3,0", *words)
    assert str(elite.exception).endswith("is made for 2 players, not 3")
    network = run("run", "learned:other-play-3", *words)
    assert "was trained for standard players=2" in str(network.exception)


def test_an_unwritable_place_is_reported_before_the_games(tmp_path: Path) -> None:
    done = run("run", "piers", *PEOPLE, "--out", str(tmp_path / "missing" / "a.json"))
    assert "cannot write" in str(done.exception)


def test_a_second_run_with_the_same_out_is_refused_while_the_first_plays(tmp_path: Path) -> None:
    out = tmp_path / "a.json"
    with reserved(games_path(out)):
        second = run("run", "piers", *PEOPLE, "--out", str(out))
    assert "another process plays the games of" in str(second.exception)
    assert list(tmp_path.glob("*.jsonl")) == []  # the first played nothing
    assert run("run", "piers", *PEOPLE, "--out", str(out)).exit_code == 0


def test_ctrl_c_exits_with_130_and_the_same_command_resumes(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import time\nclass Bot:\n    def act(self, view):\n        time.sleep(0.002)\n"
        "        return view.legal_moves()[-1]\n"
    )
    out, games = tmp_path / "a.json", tmp_path / "a.games.jsonl"
    program = str(Path(sys.executable).with_name("tamaya"))
    command = [program, "benchmark", "run", f"{bot}:Bot", *PEOPLE, "--out", str(out)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ.copy())
    while not games.exists() or len(games.read_text().splitlines()) < 3:
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    assert "run the same command to resume" in process.communicate()[1]
    assert process.returncode == 130
    kept = games.read_text()
    bot.write_text(bot.read_text().replace("0.002", "0.000"))
    changed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "holds games of another run: entry" in changed.stderr
    bot.write_text(bot.read_text().replace("0.000", "0.002"))
    again = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ.copy())
    while len(games.read_text()) <= len(kept):
        assert again.poll() is None
        time.sleep(0.02)
    again.send_signal(signal.SIGINT)
    assert again.wait() == 130
    assert games.read_text().startswith(kept)
