"""Answers that take a while: computed in threads, a few at a time, and kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TypeVar, cast

T = TypeVar("T")
AT_ONCE = 2
"""computations that run side by side; the event loop is never among them"""


class ComputeCache:
    """The answers asked for last. Who asks for one that is being computed waits for it.

    :param size: answers kept
    """

    def __init__(self, size: int, at_once: int = AT_ONCE) -> None:
        self._size = size
        self._tasks: OrderedDict[Hashable, asyncio.Task[object]] = OrderedDict()
        self._room = asyncio.Semaphore(at_once)

    async def get(self, key: Hashable, compute: Callable[[], T]) -> T:
        """The answer of a key; errors are not kept."""
        task = self._tasks.get(key)
        if task is None:
            task = asyncio.create_task(self._computed(compute))
            self._tasks[key] = task
            self._forget_old()
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

    def _forget_old(self) -> None:
        while len(self._tasks) > self._size:
            self._tasks.popitem(last=False)
