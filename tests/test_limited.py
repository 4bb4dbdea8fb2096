"""Agents with a time limit."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import tamaya as ty
from tamaya.agents import Limited
from tamaya.agents.families import limited

PATIENCE = 120.0
"""seconds for what must happen on a busy machine"""

BOTS = """
import os, time
import tamaya as ty

class First:
    def act(self, view):
        return view.legal_moves()[0]

class Sleeper(First):
    def act(self, view):
        if view.turn >= 2:
            time.sleep(3600)
        return super().act(view)

class Stuck(First):
    def observe(self, event, view):
        open(__file__ + ".stuck", "w").close()
        while True:
            pass

class Raiser(First):
    def act(self, view):
        raise RuntimeError("lost the thread")

class Illegal(First):
    def act(self, view):
        return ty.Move("discard 0")

class Silent(First):
    def act(self, view):
        return None

class Gone(First):
    def act(self, view):
        os._exit(7)

class Born(First):
    def __init__(self):
        raise OSError("no weights")
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    file = tmp_path / "bots.py"
    file.write_text(BOTS)
    return file


@pytest.fixture(autouse=True)
def patient_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limited, "START_SECONDS", PATIENCE)


def limit_only_calls_that_hang(monkeypatch: pytest.MonkeyPatch, method: str = "decide") -> None:
    """Limits one method from turn 1 on: a busy machine delays all other calls, too."""
    call = limited.AgentProcess.call

    def patient(child: limited.AgentProcess, called: str, *args: object) -> ty.Move | None:
        hangs = called == method and getattr(args[-1], "turn", 0) >= 1
        seconds, child._seconds = child._seconds, child._seconds if hangs else PATIENCE
        try:
            return call(child, called, *args)
        finally:
            child._seconds = seconds

    monkeypatch.setattr(limited.AgentProcess, "call", patient)


def test_a_limited_agent_plays_as_it_plays_without_a_limit(bots: Path) -> None:
    free = ty.match(f"{bots}:First", "legal_random", games=3)
    with_limit = ty.match(f"limited(120, {bots}:First)", "legal_random", games=3)
    assert np.array_equal(free.results, with_limit.results)
    assert with_limit.agents[0] == f"limited(120, {bots}:First)"


def test_a_native_agent_can_be_limited_too() -> None:
    free = ty.play("legal_random", "legal_random", seed=3)
    with_limit = ty.play(
        Limited("legal_random", 120), "limited(120, noisy(0, legal_random))", seed=3
    )
    assert with_limit.final == free.final


@pytest.mark.parametrize(
    ("bot", "complaint"),
    [
        (
            "Sleeper",
            "seat 0, game seed 9, turn 2 raised LimitedAgentError: act took longer than 0.5 s",
        ),
        ("Stuck", "seat 0, game seed 9, turn 1 raised .*observe took longer than 0.5 s"),
        ("Raiser", "seat 0, game seed 9, turn 0 raised .*act: RuntimeError: lost the thread"),
        ("Silent", r"seat 0, game seed 9, turn 0 raised .*act returned None \(expected a Move\)"),
        ("Gone", r"seat 0, game seed 9, turn 0 raised .*act ended its process \(exit code 7\)"),
        ("Illegal", "seat 0, game seed 9, turn 0: illegal"),
        (
            "Born",
            "before the first game, raised .*: starting: .*cannot make a Born: OSError: no weights",
        ),
        (
            "Nobody",
            "before the first game, raised .*: starting: .*no class 'Nobody'",
        ),
    ],
)
def test_failures_name_agent_game_and_turn(
    bots: Path, bot: str, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit_only_calls_that_hang(monkeypatch, "observe" if bot == "Stuck" else "decide")
    spec = f"limited(0.5, {bots}:{bot})"
    with pytest.raises(ty.TamayaError, match=complaint) as caught:
        ty.play(spec, "legal_random", seed=9)
    assert f"agent {spec!r}" in str(caught.value)


def test_a_tournament_keeps_what_others_played(bots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limit_only_calls_that_hang(monkeypatch)
    good = ["legal_random", f"{bots}:First"]
    bad = [f"limited(0.3, {bots}:{bot})" for bot in ("Sleeper", "Raiser", "Illegal")]
    table = ty.matchups([*good, *bad], good, games=3)
    assert table.finished.tolist() == [[True, True]] * 2 + [[False, False]] * 3
    assert table.histogram(good[0], good[1]) == ty.match(*good, games=3).histogram
    for agent in bad:
        assert "game seed 0, turn " in table.failures[agent, "legal_random"]
    assert "took longer than 0.3 s" in table.failures[bad[0], "legal_random"]


def test_no_process_is_left_behind(bots: Path) -> None:
    gc.collect()
    before = _children()
    ty.play(f"limited(120, {bots}:First)", "legal_random")
    with pytest.raises(ty.AgentError):
        ty.play(f"limited(0.2, {bots}:Sleeper)", "legal_random")
    ty.matchups([f"limited(120, {bots}:First)"], [f"{bots}:Raiser"], games=2)
    assert _children() <= before
    with pytest.raises(ty.AgentError):
        ty.play(f"limited(120, {bots}:First)", f"{bots}:Raiser")
    gc.collect()
    assert _children() <= before


def test_a_hanging_agent_does_not_outlive_its_killed_program(bots: Path) -> None:
    """The program does not limit it, so that it still runs when the program is killed."""
    code = f"""
import tamaya as ty
from tamaya.agents.families import limited
ask = limited.AgentProcess._ask
def patient(process, call, message, seconds):
    return ask(process, call, message, {PATIENCE})
limited.AgentProcess._ask = patient
ty.play("limited(1, {bots}:Stuck)", "legal_random")
"""
    grandchildren: set[int] = set()
    with subprocess.Popen([sys.executable, "-c", code]) as program:
        while not bots.with_name(f"{bots.name}.stuck").exists():
            assert program.poll() is None
            grandchildren |= _children(program.pid)
            time.sleep(0.01)
        program.kill()
    assert grandchildren
    deadline = time.monotonic() + PATIENCE
    while any(map(_runs, grandchildren)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not any(map(_runs, grandchildren))


def test_an_answer_that_nobody_waits_for_ends_the_process_without_a_word(bots: Path) -> None:
    near, far = multiprocessing.Pipe()
    command = [sys.executable, "-m", "tamaya.agents.limited_child", str(far.fileno())]
    with subprocess.Popen(command, pass_fds=[far.fileno()], stderr=subprocess.PIPE) as child:
        far.close()
        near.send((sys.path, f"{bots}:First", PATIENCE))
        assert near.recv() == ("made", None)
        near.send(("sit", (0, 0)))
        assert near.recv() == ("answer", False)
        child.send_signal(signal.SIGSTOP)
        near.send(("begin_game", (ty.State.deal(1).view(0), 1)))
        near.close()  # before it has answered
        child.send_signal(signal.SIGCONT)
        assert child.stderr is not None
        assert child.stderr.read() == b""
    assert child.returncode == 0


def test_a_class_can_be_limited_where_it_can_be_imported() -> None:
    class Local:
        def act(self, view: ty.View) -> ty.Move:
            return view.legal_moves()[0]

    with pytest.raises(
        ty.TamayaError, match="'limited.1, .*Local.' in seat 0, before .*: it cannot be sent"
    ):
        ty.play(Limited(Local, 1), "legal_random")


@pytest.mark.parametrize(
    "spec",
    [
        "limited",
        "limited(1)",
        "limited(0, legal_random)",
        "limited(x, legal_random)",
        "limited(inf, legal_random)",
    ],
)
def test_a_bad_limit_is_refused(spec: str) -> None:
    with pytest.raises(ty.TamayaError, match="expected"):
        ty.as_agent(spec)


def _children(pid: int | None = None) -> set[int]:
    tasks = Path(f"/proc/{pid or os.getpid()}/task")
    children = [
        child for task in tasks.iterdir() for child in (task / "children").read_text().split()
    ]
    return set(map(int, children))


def _runs(pid: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def test_it_refuses_the_set_ups_that_the_agent_refuses(bots: Path) -> None:
    setup = ty.Setup.parse("standard players=3")
    assert "was trained for" in (Limited("learned:other-play-3", 5).refusal(setup) or "")
    assert Limited("piers", 5).refusal(setup) is None
    assert Limited(f"{bots}:First", 5).refusal(setup) is None, "code in files is not run"
