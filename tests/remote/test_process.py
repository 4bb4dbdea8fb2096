"""Programs that play over standard input and output, and all the ways in which they fail."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
import time
from pathlib import Path

import pytest

import tamaya as ty
from tamaya.agents import Episode
from tamaya.arena import Table, Team
from tamaya.errors import RemoteAgentError
from tamaya.game import State
from tamaya.remote import RemoteAgent, RemotePlayer
from tamaya.remote import agent as remote_agent
from tamaya.remote.process import ProcessChannel

HEAD = """
import json, os, subprocess, sys, time
def answer(move): print(json.dumps({"move": move}), flush=True)
turns = games = 0
for line in sys.stdin:
    message = json.loads(line)
    games += message["type"] == "game"
    if message["type"] != "act":
        continue
    turns += 1
    legal = message["legal_moves"]
"""
PROGRAMS = {
    "first": "    answer(legal[0])",
    "crash": "    if turns == 3: raise RuntimeError('out of ideas')\n    answer(legal[-1])",
    "exit": "    sys.exit(7)",
    "hang": "    time.sleep(3600)",
    "garbage": "    print('thinking...', flush=True)\n    answer(legal[0])",
    "chatty": "    os.write(1, 2 * (json.dumps({'move': legal[-1]}).encode() + b'\\n'))",
    "flood": "    os.write(1, b'x' * 3_000_000)",
    "illegal": "    answer('discard 0')",
    "deaf": "    sys.stdout.close(); os.close(1); time.sleep(3600)",
    "nursery": "    subprocess.Popen(['sleep', '3600']); print(os.getpid(), file=open('pid', 'w'));"
    " print('here are my children', flush=True); time.sleep(3600)",
}


PATIENCE = 120.0
"""seconds for what must happen on a busy machine"""


@pytest.fixture(autouse=True)
def patient_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_agent, "START_SECONDS", PATIENCE)


def remote(folder: Path, name: str, seconds: float = PATIENCE) -> str:
    file = folder / f"{name}.py"
    file.write_text(HEAD + PROGRAMS[name])
    return f'remote:"{sys.executable} {shlex.quote(str(file))}"(seconds={seconds})'


def group_members(group: int) -> list[int]:
    """Processes of a process group, zombies included."""
    members = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group:
            members.append(int(folder.name))
    return members


def children() -> set[int]:
    """Child processes of this process, zombies included."""
    me = str(os.getpid())
    numbers = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[1] == me:
            numbers.add(int(folder.name))
    return numbers


class First:
    """Makes the first legal move, like the program."""

    def act(self, view: ty.View) -> ty.Move:
        return view.legal_moves()[0]


def test_a_program_plays_the_same_games_as_a_class(tmp_path: Path) -> None:
    before = children()
    ours = ty.match(remote(tmp_path, "first"), "piers", games=3)
    assert ours.scores.tolist() == ty.match(First, "piers", games=3).scores.tolist()
    assert not ours.lost
    assert children() <= before


def test_it_can_sit_in_several_seats_and_inside_other_agents(tmp_path: Path) -> None:
    spec = remote(tmp_path, "first")
    assert ty.match(spec, spec, spec, games=1).games == 1
    assert not ty.match(f"noisy(20, {spec})", "piers", games=1).lost
    agent = ty.as_agent(spec)
    assert ty.as_agent(str(agent)) == agent


def test_a_program_can_hear_of_every_turn(tmp_path: Path) -> None:
    log = tmp_path / "log"
    file = tmp_path / "logger.py"
    program = "    answer(legal[0])".replace("answer", "print(legal, file=sys.stderr); answer")
    head = HEAD.replace("    games +=", f"    open({str(log)!r}, 'a').write(line)\n    games +=")
    file.write_text(head + program)
    command = f'"{sys.executable} {file}"'
    moves = len(ty.play(f"remote:{command}(events=yes)", "piers").transcript.moves)
    heard = [json.loads(line) for line in log.read_text().splitlines()]
    turns = [message["view"]["turn"] for message in heard if message["type"] == "event"]
    assert turns == list(range(1, moves + 1))
    log.unlink()
    ty.play(f"remote:{command}", "piers")
    assert "event" not in {json.loads(line)["type"] for line in log.read_text().splitlines()}


def test_a_command_that_ends_like_the_name_of_a_python_file_is_still_a_command() -> None:
    agent = ty.as_agent("remote:venv/bin/python adapter.py my_agent.py:make")
    assert isinstance(agent, RemoteAgent)
    assert agent.place == "venv/bin/python adapter.py my_agent.py:make"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("crash", "turn 4 ended with exit code 1: RuntimeError: out of ideas"),
        ("exit", "turn 0 ended with exit code 7"),
        ("garbage", "answered 'thinking...' .expected a line like"),
        ("chatty", "without being asked"),
        ("flood", "wrote more than 1,000,000 bytes"),
        ("illegal", "made the illegal move 'discard 0' .expected play 0, "),
        ("deaf", "closed its output"),
    ],
)
def test_a_program_that_fails_loses_the_game_with_the_reason(
    tmp_path: Path, name: str, reason: str
) -> None:
    before = children()
    matchup = ty.match(remote(tmp_path, name), "piers", games=2)
    assert list(matchup.lost) == [0, 1]
    assert matchup.forfeits == 2
    assert not matchup.scores.any()
    assert re.search(reason, matchup.lost[0])
    assert children() <= before


def test_a_program_that_hangs_is_killed_and_after_three_games_not_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_agent, "START_SECONDS", 0.3)
    before = children()
    matchup = ty.match(remote(tmp_path, "hang", 0.1), "piers", games=50)
    assert len(matchup.lost) == 50
    assert "took longer than 0.4 s" in matchup.lost[0]
    assert "not asked again after 3 failures" in matchup.lost[49]
    assert children() <= before


def test_processes_that_the_program_started_are_killed_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    matchup = ty.match(remote(tmp_path, "nursery"), "piers", games=1)
    assert "answered 'here are my children'" in matchup.lost[0]
    group = int((tmp_path / "pid").read_text())
    deadline = time.monotonic() + PATIENCE
    while group_members(group) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not group_members(group)


def test_a_program_that_recovers_loses_only_its_game(tmp_path: Path) -> None:
    marker = tmp_path / "failed_once"
    program = (
        f"    if not os.path.exists({str(marker)!r}):\n"
        f"        open({str(marker)!r}, 'w').close(); sys.exit(1)\n"
        "    answer(legal[0])"
    )
    file = tmp_path / "once.py"
    file.write_text(HEAD + program)
    spec = f'remote:"{sys.executable} {file}"'
    matchup = ty.match(spec, "piers", games=3)
    assert list(matchup.lost) == [0]
    assert matchup.scores.tolist()[1:] == ty.match(First, "piers", games=3).scores.tolist()[1:]


def test_a_program_that_ends_after_its_last_move_is_started_again(tmp_path: Path) -> None:
    file = tmp_path / "one_move.py"
    file.write_text(HEAD + "    answer(legal[0]); sys.exit()")
    player = ty.as_agent(f'remote:"{sys.executable} {shlex.quote(str(file))}"').sit(0)
    assert isinstance(player, RemotePlayer)
    player.begin_episode(Episode(("piers",), 2))
    for seed in range(2):
        view = State.deal(seed).view(0)
        player.begin_game(view, 0)
        assert player.decide(view).move == view.legal_moves()[0]
        assert isinstance(player._channel, ProcessChannel)
        player._channel._process.wait(PATIENCE)
        player.end_game(view)  # nobody reads this message
    player.close()


def test_evaluations_and_tables_record_the_reason_and_go_on(tmp_path: Path) -> None:
    spec = remote(tmp_path, "exit")
    evaluation = ty.evaluate([spec, "piers"], ["iggi"], episodes=1, games=2)
    name = ty.as_agent(spec).name
    assert "exit code 7" in evaluation.failures[name, "iggi"]
    assert evaluation.scores[1].all()
    table = ty.matchups([spec, "piers"], games=1)
    assert "exit code 7" in table.failures[spec, "piers"]
    assert table.finished[1, 1]
    game = ty.play(spec, "piers")
    assert "exit code 7" in game.lost
    assert game.score == 0
    assert "lost: agent 'remote:" in str(game)


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("remote:", "no agent 'remote:'"),
        ('remote:"python \'unclosed"', "not a command: .*No closing quotation"),
        ("remote:http://", "not an address: 'http://'"),
        ("remote:http://host:99999/", "not an address"),
        ("remote:http://host:x/", "not an address"),
        ("remote:python x.py(seconds=0)", "seconds = 0"),
        ("remote:python x.py(seconds=fast)", "seconds"),
    ],
)
def test_bad_names_are_refused_at_once(spec: str, complaint: str) -> None:
    with pytest.raises(ty.TamayaError, match=complaint):
        ty.as_agent(spec)


def test_callers_that_cannot_record_a_lost_game_get_an_error(tmp_path: Path) -> None:
    """Without it, a program could keep its points by crashing before the last life is lost."""
    team = Team.seat((remote(tmp_path, "crash"), "piers"))
    with Table(team, games=1) as table, pytest.raises(RemoteAgentError, match="out of ideas"):
        table.play(0)


def test_a_program_that_does_not_exist_loses_with_the_reason() -> None:
    matchup = ty.match("remote:no-such-program --fast", "piers", games=1)
    assert "cannot be started: No such file or directory" in matchup.lost[0]
