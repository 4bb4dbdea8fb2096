"""Computes stories one after the other and caches them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from tamaya.errors import BusyError
from tamaya.web.story.protocol import Story
from tamaya.web.story.worker import StoryTask, computed

KEPT = 200
"""most stories in memory"""
WAITING = 20
"""most stories that wait to be computed"""


class StoryDesk:
    """The most recently used stories. A story that is being computed is not computed twice."""

    def __init__(self, compute: Callable[[StoryTask], Awaitable[Story]] = computed) -> None:
        self._compute = compute
        self._tasks: OrderedDict[StoryTask, asyncio.Task[Story]] = OrderedDict()
        self._turn = asyncio.Semaphore(1)

    def has(self, task: StoryTask) -> bool:
        """Is the story computed, or will it be?"""
        return task in self._tasks

    async def story(self, task: StoryTask) -> Story:
        """The story of a game, computed if it is not cached. Errors are not cached.

        :raises BusyError: if too many stories wait, or the computation fails
        """
        running = self._tasks.get(task)
        if running is None:
            if sum(not other.done() for other in self._tasks.values()) >= WAITING:
                raise BusyError("many stories are being computed: try again in a minute")
            running = asyncio.create_task(self._computed(task))
            self._tasks[task] = running
            while len(self._tasks) > KEPT:
                self._tasks.popitem(last=False)
        self._tasks.move_to_end(task)
        try:
            return await asyncio.shield(running)
        except Exception:
            if self._tasks.get(task) is running:
                del self._tasks[task]
            raise

    async def _computed(self, task: StoryTask) -> Story:
        async with self._turn:
            return await self._compute(task)
