"""A cluster of two Ray nodes, one with a declared GPU, gives the results of threads.

Starting the nodes takes some seconds, so these tests are marked as exhaustive.
"""

from __future__ import annotations

import importlib.util
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tamaya as ty
from tamaya.agents.seeds import NO_KEY
from tamaya.arena import Backend, backend
from tamaya.benchmark.games_file import GamesFile
from tamaya.benchmark.playing import Match
from tamaya.rules import rulebook
from tests.benchmark.sets import small_set
from tests.qd.test_backends import equal, request

pytestmark = pytest.mark.exhaustive


class TwoNodes:
    """A head with one core, and a node with one core and a GPU that does not exist."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        self._cluster: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        self._second: Any = self._cluster.add_node(num_cpus=1, num_gpus=1)
        self._cluster.wait_for_nodes()
        self.address: str = self._cluster.address

    def kill_second(self) -> None:
        """Kills all processes of the second node."""
        self._cluster.remove_node(self._second, allow_graceful=False)

    def close(self) -> None:
        self._cluster.shutdown()


@pytest.fixture(scope="module")
def nodes() -> Iterator[TwoNodes]:
    if importlib.util.find_spec("ray") is None:
        if os.environ.get("CI"):
            pytest.fail("Ray is absent")
        pytest.skip("Ray is absent: pip install 'tamaya[cluster]'")
    cluster = TwoNodes()
    yield cluster
    cluster.close()


@pytest.fixture(scope="module")
def on_nodes(nodes: TwoNodes) -> Iterator[Backend]:
    ray = backend("ray", address=nodes.address)
    yield ray
    ray.close()


def running_tasks(name: str) -> list[int]:
    """Ids of the processes that run a task of Ray, which are named after it."""
    titles = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            titles.append((int(path.parent.name), path.read_bytes().decode(errors="replace")))
        except OSError:
            continue
    return [pid for pid, title in titles if title.startswith(f"ray::{name}")]


@contextmanager
def when_running(name: str, then: Callable[[], None]) -> Iterator[list[int]]:
    """Calls a function in the midst of a task; yields the list that gets the task's process."""
    seen: list[int] = []

    def watch() -> None:
        deadline = time.monotonic() + 120
        while not seen and time.monotonic() < deadline:
            seen.extend(running_tasks(name)[:1])
            time.sleep(0.02)
        then()

    watcher = threading.Thread(target=watch)
    watcher.start()
    yield seen
    watcher.join()


def test_a_declared_gpu_gets_games_and_a_node_without_cuda_plays_them_on_its_core(
    on_nodes: Backend,
) -> None:
    games = request(teams=20, games=1000)
    with when_running("_play_on_gpu", lambda: None) as seen:
        played = on_nodes.play(games)
    assert seen
    assert equal(played, games.play())


def test_match_up_tables_are_those_of_threads(on_nodes: Backend) -> None:
    agents = ["piers", "iggi", "legal_random"]
    table = ty.matchups(agents, games=60, on=on_nodes)
    assert table.complete
    assert table == ty.matchups(agents, games=60)


def test_benchmark_games_are_those_of_one_process(on_nodes: Backend, tmp_path: Path) -> None:
    played = []
    for number, on in enumerate((None, on_nodes)):
        match = Match(ty.as_agent("piers"), small_set(), 4, 2, NO_KEY, 1, on)
        games = match.empty()
        match.play(games, GamesFile(tmp_path / f"{number}.jsonl", {}), lambda _: None)
        played.append(games)
    assert played[0].played == played[1].played == match.total
    assert np.array_equal(played[0].scores, played[1].scores)


def test_errors_of_the_work_reach_the_caller(on_nodes: Backend) -> None:
    with pytest.raises(ty.UnknownNameError, match="no rulebook 'nothing'"):
        list(on_nodes.each(rulebook, ["tamaya", "nothing"]))


def test_a_node_that_is_killed_costs_time_and_no_results(
    nodes: TwoNodes, on_nodes: Backend
) -> None:
    games = request(teams=60, games=1000)
    with when_running("_play_on_gpu", nodes.kill_second) as seen:
        played = on_nodes.play(games)
    assert seen
    assert equal(played, games.play())


def test_an_address_without_a_cluster_is_named() -> None:
    ray = pytest.importorskip("ray")
    if ray.is_initialized():
        ray.shutdown()
    with pytest.raises(ty.TamayaError, match="no Ray cluster at 'nowhere'"):
        backend("ray", address="nowhere")


def test_a_host_that_does_not_answer_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = pytest.importorskip("ray")
    if ray.is_initialized():
        ray.shutdown()
    with pytest.raises(ty.TamayaError, match=r"no Ray cluster at 'localhost:1': .*refused"):
        backend("ray", address="localhost:1")
    monkeypatch.setenv("RAY_ADDRESS", "localhost:1")
    with pytest.raises(ty.TamayaError, match=r"no Ray cluster at 'localhost:1': .*refused"):
        backend("ray")
