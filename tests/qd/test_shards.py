"""The scheduler of shards, with tasks that end in this process."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import tamaya as ty
from tamaya.arena import TeamGames, TeamRequest, ray_shards
from tamaya.arena.ray_shards import ShardRun
from tests.qd.test_backends import equal, request
from tests.truth import ROOT


class Cluster:
    """A cluster without processes. GPU tasks never end if `loses_gpu`."""

    def __init__(self, *, gpus: int, loses_gpu: bool = False) -> None:
        self.gpus, self.loses_gpu = gpus, loses_gpu
        self.started: list[tuple[str, int]] = []
        self.most = 0
        self.cancelled: list[object] = []
        self._tasks: dict[int, tuple[str, TeamRequest]] = {}

    def play(self, games: TeamRequest) -> TeamGames:
        kinds = (["GPU"] if self.gpus else []) + ["CPU"]
        submit: dict[str, Callable[[TeamRequest], Any]]
        submit = {kind: partial(self._start, kind) for kind in kinds}
        run = ShardRun(games, submit, self._slots, self._wait, self._result, self.cancelled.append)
        return run.play()

    def _slots(self, kind: str) -> int:
        return self.gpus if kind == "GPU" else 2

    def _start(self, kind: str, part: TeamRequest) -> int:
        self.started.append((kind, len(part.teams)))
        number = len(self.started)
        self._tasks[number] = kind, part
        return number

    def _wait(self, tasks: list[Any], _seconds: float) -> Any:
        self.most = max(self.most, len(tasks))
        ends = [t for t in tasks if not (self.loses_gpu and self._tasks[t][0] == "GPU")]
        if not ends:
            self.gpus = 0
        return ends[-1] if ends else None  # the last one, so results come out of order

    def _result(self, task: int) -> TeamGames:
        return self._tasks[task][1].play(threads=1)


def test_results_keep_their_order_and_few_tasks_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ray_shards.GAMES, "CPU", 100)  # five teams for each task
    games = request(teams=30, games=20)
    cluster = Cluster(gpus=0)
    assert equal(cluster.play(games), games.play())
    assert cluster.started == [("CPU", 5)] * 6
    assert cluster.most == 4  # two for each core
    assert cluster.cancelled == []


def test_the_documented_cluster_is_one_of_kuberay() -> None:
    yaml = pytest.importorskip("yaml")
    page = (ROOT / "docs" / "cluster.md").read_text()
    block = re.search(r"```yaml\n(.*?)```", page, re.DOTALL)
    assert block is not None
    manifest = yaml.safe_load(block[1])
    assert (manifest["apiVersion"], manifest["kind"]) == ("ray.io/v1", "RayCluster")
    groups = manifest["spec"]["workerGroupSpecs"]
    for group in (manifest["spec"]["headGroupSpec"], *groups):
        [container] = group["template"]["spec"]["containers"]
        assert container["image"].endswith(f"tamaya:{ty.__version__}")
    for group in groups:
        assert group["minReplicas"] <= group["replicas"] <= group["maxReplicas"]
    assert [*groups[1]["template"]["spec"]["containers"][0]["resources"]["limits"]][-1] == (
        "nvidia.com/gpu"
    )


def test_gpus_get_large_shards_first() -> None:
    games = request(teams=60, games=50)
    cluster = Cluster(gpus=1)
    assert equal(cluster.play(games), games.play())
    assert cluster.started == [("GPU", 60)]


def test_cores_play_what_waits_for_a_gpu_that_is_lost() -> None:
    games = request(teams=60, games=50)
    cluster = Cluster(gpus=1, loses_gpu=True)
    assert equal(cluster.play(games), games.play())
    assert cluster.started == [("GPU", 60), ("CPU", 60)]
    assert cluster.cancelled == [1]
