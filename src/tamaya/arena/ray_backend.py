"""Plays games on Ray, on the cores and GPUs of this machine or of a cluster."""

from __future__ import annotations

import functools
import importlib
import logging
import os
import socket
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from tamaya.arena.backends import Backend, TeamRequest, Threads, backend
from tamaya.arena.many_teams import TeamGames
from tamaya.arena.ray_shards import IN_FLIGHT, ShardRun
from tamaya.errors import TamayaError
from tamaya.extras import extra

_log = logging.getLogger("tamaya.cluster")
_PATIENCE = 10.0
"""seconds to wait for the head of a cluster"""
T = TypeVar("T")
R = TypeVar("R")


def _play(request: TeamRequest) -> TeamGames:
    return request.play(threads=1)


@functools.cache
def _gpu() -> Backend:
    """The GPU of this process. A node that declares a GPU but lacks CUDA plays on its cores."""
    try:
        return backend("cuda")
    except TamayaError as error:
        _log.warning("this node declares a GPU that cannot be used: %s", error)
        return Threads(1)


def _play_on_gpu(request: TeamRequest) -> TeamGames:
    return _gpu().play(request)


def _do_all(work: Callable[[T], R], items: list[T]) -> list[R]:
    return [work(item) for item in items]


def _check_that_somebody_listens(place: str) -> None:
    """Ray would try for many minutes to reach a host that does not exist.

    :raises OSError: if nothing accepts connections at HOST:PORT
    """
    host, _, port = place.rpartition(":")
    if host and "/" not in host and port.isdecimal():
        socket.create_connection((host, int(port)), timeout=_PATIENCE).close()


class RayBackend:
    """Plays each shard as a Ray task. Ray repeats tasks that are lost with a worker or a node.

    :raises TamayaError: if Ray is missing, or there is no cluster at the address
    """

    def __init__(self, address: str = "") -> None:
        with extra("cluster", "the ray backend needs Ray"):
            self._ray: Any = importlib.import_module("ray")
        if not self._ray.is_initialized():
            self._connect(address)
        on_core = self._ray.remote(max_retries=-1, num_cpus=1)
        on_gpu = self._ray.remote(max_retries=-1, num_cpus=0, num_gpus=1)
        self._work = on_core(_do_all)
        self._players = {"GPU": on_gpu(_play_on_gpu)} if self._slots("GPU") else {}
        self._players["CPU"] = on_core(_play)

    def _connect(self, address: str) -> None:
        # Without "local", Ray would join any cluster that somebody else runs on this machine.
        place = address or os.environ.get("RAY_ADDRESS") or "local"
        try:
            _check_that_somebody_listens(place)
            self._ray.init(address=place, logging_level="ERROR", log_to_driver=False)
        except (OSError, ValueError, RuntimeError) as error:
            reason = str(error).splitlines()[0]
            raise TamayaError(
                f"no Ray cluster at {place!r}: {reason} "
                "(expected a running head, and its RAY_AUTH_MODE and token)"
            ) from None

    def _slots(self, kind: str) -> int:
        return int(self._ray.cluster_resources().get(kind, 0))

    @property
    def width(self) -> int:
        """Four teams for each core of the cluster, and 2000 for each GPU."""
        return max(4, 4 * self._slots("CPU") + 2000 * self._slots("GPU"))

    def play(self, request: TeamRequest) -> TeamGames:
        """Plays shards in parallel on the workers of the cluster."""
        if len(request.teams) == 0:
            return request.play(threads=1)
        run = ShardRun(
            request,
            {kind: task.remote for kind, task in self._players.items()},
            self._slots,
            self._ready,
            self._ray.get,
            self._ray.cancel,
        )
        with self._clear_errors():
            return run.play()

    def each(
        self, work: Callable[[T], R], items: Iterable[T], batch: int = 1
    ) -> Generator[R, None, None]:
        """Does the work for every item on the cores of the cluster; yields results as they come."""
        with self._clear_errors():
            yield from self._each(work, iter(items), batch)

    def _each(
        self, work: Callable[[T], R], source: Iterator[T], batch: int
    ) -> Generator[R, None, None]:
        waiting, shared = set[Any](), self._ray.put(work)
        most = IN_FLIGHT * max(1, self._slots("CPU"))
        try:
            while True:
                while len(waiting) < most and (chunk := list(islice(source, batch))):
                    waiting.add(self._work.remote(shared, chunk))
                if not waiting:
                    return
                ready = self._ready(list(waiting))
                waiting.discard(ready)
                yield from self._ray.get(ready)
        finally:
            for reference in waiting:
                self._ray.cancel(reference)

    def _ready(self, waiting: list[Any], seconds: float | None = None) -> Any:
        """A task that has ended; None if none does in time."""
        ended, _ = self._ray.wait(waiting, num_returns=1, timeout=seconds)
        return ended[0] if ended else None

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        """Says what to do if the cluster fails; errors of the work itself are passed on."""
        errors = self._ray.exceptions
        try:
            yield
        except errors.RayTaskError:
            raise
        except errors.RayError as error:
            reason = str(error).splitlines()[0]
            raise TamayaError(
                f"the Ray cluster failed: {reason} (run the same command again to resume)"
            ) from error

    def close(self) -> None:
        """Disconnects from Ray."""
        self._ray.shutdown()
