"""The thread pool: equal results, errors that reach the caller, and Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import tamaya as ty
from tamaya import TamayaError, _core
from tamaya.agents import CoreAgent
from tamaya.arena import play_teams

SETUP = ty.Setup.parse("standard")


def policy_of(name: str) -> _core.Policy:
    agent = ty.as_agent(name)
    assert isinstance(agent, CoreAgent)
    return agent.policy


def play(threads: object, games: int = 3, name: str = "piers") -> np.ndarray:
    """Scores of games with any value for the number of threads."""
    policies = _core.Policies([policy_of(name)])
    teams, seeds = np.zeros((4, 2), np.int32), np.arange(4, dtype=np.uint64)
    return play_teams(SETUP, policies, teams, seeds, games, threads=threads).scores  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("threads", "shown"),
    [
        (0, "0"),
        (-3, "-3"),
        (1025, "1025"),
        (2.5, "2.5"),
        ("4", "'4'"),
        (True, "True"),
        (2**200, "a number of 201 bits"),
    ],
)
def test_a_wrong_number_of_threads_is_quoted(threads: object, shown: str) -> None:
    rows = np.zeros((3, _core.RESULT_BYTES), np.uint8)
    sums = np.zeros((2, len(_core.counter_fields())), np.uint64)
    policies = _core.Policies([policy_of("piers")] * 2)
    with pytest.raises(TamayaError) as error:
        _core.play_games(SETUP, policies, 0, threads, rows, sums)  # type: ignore[arg-type]
    assert str(error.value) == f"threads = {shown} (expected a whole number from 1 to 1024)"


def test_more_threads_than_work_change_nothing() -> None:
    assert play(1024).tolist() == play(1).tolist() == play(np.int64(3)).tolist()


SHORT_OF_MEMORY = """
import resource, sys
import numpy as np
import tamaya as ty
from tamaya import _core
agent = ty.as_agent("is_mcts(seconds=0.01, memory=60)")
setup = ty.Setup.parse("standard")
size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
# Enough for one table of two such agents and another thread, not for two tables.
resource.setrlimit(resource.RLIMIT_AS, (size + 220_000_000, -1))
out = np.zeros((8, _core.RESULT_BYTES), np.uint8)
counters = np.zeros((8, 2, len(_core.counter_fields())), np.uint64)
try:
    _core.play_search_games(setup, [agent.searcher, agent.searcher], 0, 2, out, counters)
except MemoryError:
    print("MemoryError")
"""


def test_a_thread_without_memory_does_not_end_the_process() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SHORT_OF_MEMORY], capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "MemoryError", done.stderr


LONG_CALL = """
import tamaya as ty
from tests.test_threads import play
try:
    print("ready", flush=True)
    {call}
except KeyboardInterrupt:
    print("stopped", flush=True)
"""
CALLS = [
    "play(2, games=100_000_000)",
    "ty.match('mcs(piers, iterations=1000000000)', 'piers', games=1, threads=2)",
    "ty.match(*[ty.as_agent('mcs(piers, iterations=1000000000)')] * 2)",
]


@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c_stops_a_long_call_soon(call: str) -> None:
    program = subprocess.Popen(
        [sys.executable, "-c", LONG_CALL.format(call=call)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
        time.sleep(1.0)
        os.kill(program.pid, signal.SIGINT)
        assert program.communicate(timeout=120)[0] == "stopped\n"
        assert program.returncode == 0
    finally:
        program.kill()


def test_threads_of_python_may_share_a_search_agent() -> None:
    agent = ty.as_agent("predictor(piers | iggi, iterations=300)")
    state = ty.State.deal(3, SETUP)
    view = state.view(0)
    agent.begin_game(view, 7)
    moves: list[ty.Move] = []
    barrier = threading.Barrier(4)

    def decide() -> None:
        barrier.wait()
        for _ in range(10):
            moves.append(agent.act(view))

    with ThreadPoolExecutor(4) as pool:
        for waiting in [pool.submit(decide) for _ in range(4)]:
            waiting.result(timeout=300)
    assert len(moves) == 40
    agent.begin_game(view, 7)
    alone = [agent.act(view) for _ in range(40)]
    assert sorted(map(str, moves)) == sorted(map(str, alone))
