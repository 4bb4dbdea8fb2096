"""Computes slow results in threads, a few at a time, and caches them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TypeVar, cast

T = TypeVar("T")
AT_ONCE = 2
"""computations that run at the same time, outside the event loop"""


class ComputeCache:
    """The most recently used results. A result that is being computed is not computed twice.

    :param size: number of results to keep
    :param at_once: computations that run at the same time
    """

    def __init__(self, size: int, at_once: int = AT_ONCE) -> None:
        self._size = size
        self._tasks: OrderedDict[Hashable, asyncio.Task[object]] = OrderedDict()
        self._room = asyncio.Semaphore(at_once)

    async def get(self, key: Hashable, compute: Callable[[], T]) -> T:
        """The result for a key, computed if it is not cached. Errors are not cached."""
        task = self._tasks.get(key)
        if task is None:
            task = asyncio.create_task(self._computed(compute))
            self._tasks[key] = task
            self._evict()
        self._tasks.move_to_end(key)
        try:
            return cast("T", await asyncio.shield(task))
        except Exception:
            if self._tasks.get(key) is task:
                del self._tasks[key]
            raise

    async def _computed(self, compute: Callable[[], object]) -> object:
        async with self._room:
            return await asyncio.to_thread(compute)

    def _evict(self) -> None:
        while len(self._tasks) > self._size:
            self._tasks.popitem(last=False)
