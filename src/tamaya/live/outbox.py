"""Sends messages to the server, not faster than it allows."""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from tamaya.live.fields import Fields
from tamaya.live.frames import encode

_log = logging.getLogger("tamaya.live")


class Link(Protocol):
    """The part of a WebSocket that sends."""

    async def send(self, message: str) -> None:
        """Sends one frame."""
        ...


class Outbox:
    """A queue of messages.

    Messages that are queued without a connection are dropped: after the next connection the bot
    asks for everything again.
    """

    def __init__(self, messages_per_second: float) -> None:
        self._pause = 1.0 / messages_per_second
        self._queue: asyncio.Queue[str] | None = None

    def put(self, command: str, data: Fields) -> None:
        """Queues a message."""
        if self._queue is not None:
            _log.debug("sends %s", command)
            self._queue.put_nowait(encode(command, data))

    def open(self) -> None:
        """Starts an empty queue for a new connection."""
        self._queue = asyncio.Queue()

    def close(self) -> None:
        """Drops all queued messages."""
        self._queue = None

    async def send_to(self, link: Link) -> None:
        """Sends queued messages over a connection until the task is cancelled."""
        queue = self._queue
        assert queue is not None
        while True:
            await link.send(await queue.get())
            await asyncio.sleep(self._pause)
