"""Distributes the teams of one request over the cores and GPUs of a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tamaya.arena.backends import TeamRequest, joined
from tamaya.arena.many_teams import TeamGames

GAMES = {"GPU": 2_000_000, "CPU": 25_000}
"""games per task: about a quarter of a second on a core with lists of 15 rules"""
IN_FLIGHT = 2
"""tasks for each core or GPU: one that runs and one that waits, so memory does not grow"""
_PATIENCE = 5.0
"""seconds without results after which lost GPUs are looked for"""
Rows = tuple[int, int]
"""the first team, and the first one that is not included"""


@dataclass
class ShardRun:
    """Plays a request. Each core and GPU gets the next shard when it has finished one."""

    request: TeamRequest
    submit: dict[str, Callable[[TeamRequest], Any]]
    """starts a task, by kind of hardware; GPUs come first"""
    slots: Callable[[str], int]
    """number of cores or GPUs of the cluster now"""
    wait: Callable[[list[Any], float], Any]
    """a task that has ended; None if none does in time"""
    result: Callable[[Any], TeamGames]
    cancel: Callable[[Any], None]
    _open: list[Rows] = field(init=False)
    _tasks: dict[Any, tuple[Rows, str]] = field(default_factory=dict)
    _parts: dict[int, TeamGames] = field(default_factory=dict)

    def play(self) -> TeamGames:
        """Plays all games; results are in the order of the request's teams."""
        self._open = [(0, len(self.request.teams))]
        try:
            while self._open or self._tasks:
                kind = self._free() if self._open else None
                if kind is not None:
                    self._start(kind)
                elif (ended := self.wait(list(self._tasks), _PATIENCE)) is not None:
                    (first, _), _ = self._tasks.pop(ended)
                    self._parts[first] = self.result(ended)
                elif not self.slots("GPU"):
                    self._give_up_gpus()
        finally:
            for task in self._tasks:
                self.cancel(task)
        return joined([self._parts[first] for first in sorted(self._parts)])

    def _free(self) -> str | None:
        """A kind of hardware that can take another task."""
        kinds = [kind for _, kind in self._tasks.values()]
        for kind in self.submit:
            if kinds.count(kind) < IN_FLIGHT * max(kind == "CPU", self.slots(kind)):
                return kind
        return None

    def _start(self, kind: str) -> None:
        first, end = self._open.pop()
        size = max(1, GAMES[kind] // self.request.games)
        middle = min(first + size, end)
        if middle < end:
            self._open.append((middle, end))
        task = self.submit[kind](self.request.part(slice(first, middle)))
        self._tasks[task] = (first, middle), kind

    def _give_up_gpus(self) -> None:
        """Plays on cores what waits for GPUs that have left the cluster."""
        for task, (rows, kind) in list(self._tasks.items()):
            if kind == "GPU":
                self.cancel(task)
                del self._tasks[task]
                self._open.append(rows)
