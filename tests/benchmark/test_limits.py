"""Time limits for challengers that are not part of Tamaya."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import tamaya as ty
from tamaya.agents.families.limited import AgentProcess
from tamaya.agents.seeds import NO_KEY
from tamaya.benchmark import growing
from tamaya.benchmark import run as running
from tamaya.benchmark.games_file import BenchmarkGames, GamesFile
from tamaya.benchmark.limits import limited, needs_limit
from tamaya.benchmark.playing import Match
from tamaya.benchmark.protocol import QUICK
from tamaya.cli.app import app
from tests.benchmark.sets import small_set

PATIENCE = 120.0
"""seconds for what must happen on a busy machine"""
BOTS = """
import pathlib, random, time
import tamaya as ty

GAMES = [0]  # a memory of the module, which all players share

class Learner(ty.Agent):
    def begin_episode(self, episode):
        self.turns = 0  # a memory of the episode

    def begin_game(self, view, seed):
        self.random = random.Random(seed)
        GAMES[0] += 1

    def observe(self, event, view):
        self.turns += 1

    def act(self, view):
        moves = view.legal_moves()
        return moves[(self.turns + GAMES[0] + self.random.randrange(3)) % len(moves)]

class Hanging(Learner):
    def act(self, view):
        while not pathlib.Path(__file__).with_name("go on").exists():
            time.sleep(3600)
        return super().act(view)

class Raiser:
    def act(self, view):
        raise RuntimeError("no idea")

class Quitter:
    def act(self, view):
        raise ty.IllegalMoveError("no rule applies")

def network():
    return ty.NetworkAgent(lambda observations, legal: observations[:, :legal.shape[1]] + legal)
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    file = tmp_path / "bots.py"
    file.write_text(BOTS)
    return file


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The agents for which processes were started."""
    names: list[str] = []
    create = AgentProcess.__init__

    def counted(process: AgentProcess, agent: str | type, seconds: float) -> None:
        names.append(str(agent))
        create(process, agent, seconds)

    monkeypatch.setattr(AgentProcess, "__init__", counted)
    return names


def played(challenger: ty.Agent, path: Path, *, rounds: int = 1, games: int = 2) -> BenchmarkGames:
    match = Match(challenger, small_set(), rounds, games, NO_KEY, 1)
    result = match.empty()
    file = GamesFile(path, {})
    file.load(result)
    match.play(result, file, lambda done: None)
    return result


def played_both(name: str, path: Path, **sizes: int) -> tuple[BenchmarkGames, BenchmarkGames]:
    """The games without a limit, and with one."""
    agent = ty.as_agent(name)
    free = played(agent, path / "free.jsonl", **sizes)
    with limited(name, ty.as_agent(name), PATIENCE) as challenger:
        assert challenger is not agent
        return free, played(challenger, path / "limited.jsonl", **sizes)


def test_a_limit_changes_no_game_of_an_agent_that_learns(bots: Path, started: list[str]) -> None:
    name = f"{bots}:Learner"
    free, with_limit = played_both(name, bots.parent)
    assert with_limit.scores.tolist() == free.scores.tolist()
    assert with_limit.bombed.tolist() == free.bombed.tolist()
    assert started == [name]  # one process plays all episodes


@pytest.mark.parametrize("bot", ["Raiser", "Quitter"])
def test_a_limit_changes_no_game_of_an_agent_that_fails(
    bots: Path, bot: str, started: list[str]
) -> None:
    free, with_limit = played_both(f"{bots}:{bot}", bots.parent, games=1)
    assert with_limit.scores.max() == free.scores.max() == 0
    assert len(with_limit.failures) == len(free.failures) == with_limit.scores.size
    assert len(started) == 1


def test_games_of_a_network_are_played_side_by_side(
    bots: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    act_batch = AgentProcess.act_batch

    def measured(process: AgentProcess, observations: object, legal: object) -> object:
        sizes.append(len(legal))  # type: ignore[arg-type]
        return act_batch(process, observations, legal)  # type: ignore[arg-type]

    monkeypatch.setattr(AgentProcess, "act_batch", measured)
    free, with_limit = played_both(f"{bots}:network", bots.parent, rounds=5, games=1)
    assert with_limit.scores.tolist() == free.scores.tolist()
    assert max(sizes) == 5  # all games with a partner and a seat


def test_a_hang_loses_only_its_game(
    bots: Path, monkeypatch: pytest.MonkeyPatch, started: list[str]
) -> None:
    call, marker = AgentProcess.call, bots.with_name("go on")

    def limit_the_first_move(process: AgentProcess, method: str, *args: object) -> ty.Move | None:
        hangs = method == "decide" and not marker.exists()
        process._seconds = 0.3 if hangs else PATIENCE
        try:
            return call(process, method, *args)
        finally:
            if hangs:
                marker.touch()

    monkeypatch.setattr(AgentProcess, "call", limit_the_first_move)
    name = f"{bots}:Hanging"
    with limited(name, ty.as_agent(name), 0.3) as challenger:
        games = played(challenger, bots.parent / "games.jsonl", games=1)
    assert games.complete
    (failure,) = games.failures
    assert (failure.partner, failure.seat) == (0, 0)
    assert "agent 'Hanging' in seat 0" in failure.reason
    assert "act took longer than 0.3 s" in failure.reason
    assert started == [name, name]  # the process that hung was killed, and the next one plays on


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("piers", False),
        ("noisy(5, eger:full)", False),
        ("mcs(piers, iterations=1)", False),
        ("limited(5, {}:Learner)", False),
        ("remote:some program", False),
        ("noisy(5, remote:some program)", False),
        ("{}:Learner", True),
        ("noisy(5, {}:Learner)", True),
        ("{}:network", True),
    ],
)
def test_only_other_peoples_code_without_a_limit_gets_one(
    bots: Path, name: str, expected: bool
) -> None:
    assert needs_limit(ty.as_agent(name.format(bots))) is expected


def test_a_result_says_which_limit_held(
    bots: Path, monkeypatch: pytest.MonkeyPatch, started: list[str]
) -> None:
    tiny = dataclasses.replace(QUICK, partners=1, episodes=1)
    for module in (growing, running):
        monkeypatch.setattr(module, "QUICK", tiny)
    monkeypatch.setenv("TAMAYA_CACHE", str(bots.parent))

    def run_of(agent: str, out: str, *words: str) -> dict[str, object]:
        command = ("benchmark", "run", agent, "--track", "people", "--quick", "--seed", "42")
        file = bots.parent / out
        done = CliRunner().invoke(app, [*command, *words, "--out", str(file)])
        assert done.exit_code == 0, done.output
        run: dict[str, object] = json.loads(file.read_text())["run"]
        return run

    bot = f"{bots}:Learner"
    assert run_of(bot, "usual.json")["limit"] == 60
    assert started == [bot]
    assert run_of(bot, "free.json", "--limit", "0")["limit"] is None
    assert "limit" not in run_of("piers", "native.json")
    assert started == [bot]
