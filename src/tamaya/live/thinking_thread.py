"""A thread in which an agent thinks, so that the bot keeps answering the server."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import TypeVar

from tamaya.errors import AgentError, failure_text

T = TypeVar("T")


class ThinkingThread:
    """Runs functions one after another. An agent that hangs does not keep the program alive."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[Callable[[], None]] = SimpleQueue()
        threading.Thread(target=self._work, name="agent", daemon=True).start()

    def run(self, function: Callable[[], T]) -> asyncio.Future[T]:
        """Runs a function after all earlier ones; the future holds its result or exception."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def job() -> None:
            try:
                settle = partial(_settle, future, function())
            except (Exception, SystemExit) as error:  # agents may raise both
                problem = (
                    AgentError(failure_text(error)) if isinstance(error, SystemExit) else error
                )
                settle = partial(_fail, future, problem)
            with suppress(RuntimeError):  # the event loop is closed: nobody waits any more
                loop.call_soon_threadsafe(settle)

        self._jobs.put(job)
        return future

    def _work(self) -> None:
        while True:
            self._jobs.get()()


def _settle(future: asyncio.Future[T], result: T) -> None:
    if not future.done():
        future.set_result(result)


def _fail(future: asyncio.Future[T], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)
