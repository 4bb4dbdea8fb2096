"""Plays teams on Ray, on the cores of this machine or of a cluster."""

from __future__ import annotations

import importlib
from typing import Any

from tamaya.arena.backends import TeamRequest, joined
from tamaya.arena.many_teams import TeamGames
from tamaya.extras import extra

_SHARD_GAMES = 25_000
"""games per task: about half a second"""


def _play(request: TeamRequest) -> TeamGames:
    return request.play(threads=1)


class RayBackend:
    """Plays each shard as a Ray task. Ray repeats tasks that are lost with a worker."""

    def __init__(self, address: str = "") -> None:
        with extra("cluster", "the ray backend needs Ray"):
            self._ray: Any = importlib.import_module("ray")
        if not self._ray.is_initialized():
            self._ray.init(address=address or None, logging_level="ERROR", log_to_driver=False)
        self._task = self._ray.remote(max_retries=-1, num_cpus=1)(_play)

    @property
    def width(self) -> int:
        """Four teams for each core of the cluster."""
        return 4 * int(self._ray.cluster_resources().get("CPU", 1))

    def play(self, request: TeamRequest) -> TeamGames:
        """Plays shards in parallel on the workers of the cluster."""
        if len(request.teams) == 0:
            return request.play(threads=1)
        size = max(1, _SHARD_GAMES // request.games)
        parts = [self._task.remote(shard) for shard in request.shards(size)]
        return joined(self._ray.get(parts))

    def close(self) -> None:
        """Disconnects from Ray."""
        self._ray.shutdown()
