"""Bots at a table: what they do with frames of the server."""

from __future__ import annotations

import asyncio
from typing import cast

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection

from tamaya.web.game.protocol import VERSION, ErrorFrame, ThinkingFrame
from tamaya.web.simulated import connection
from tamaya.web.simulated.connection import TableSocket


class Server:
    """Refuses the first frame as too fast."""

    def __init__(self) -> None:
        self.received: list[str] = []

    async def send(self, text: str) -> None:
        self.received.append(text)

    async def recv(self) -> bytes:
        if len(self.received) == 1:
            return msgspec.json.encode(ErrorFrame(VERSION, 0, "too_fast", "slow down"))
        return msgspec.json.encode(ThinkingFrame(VERSION, 1, 0))


def test_a_move_that_came_too_fast_is_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_PAUSE", 0.0)
    server = Server()

    async def play() -> None:
        table = TableSocket(cast("ClientConnection", server))
        await table.act(0, "p0")
        assert isinstance(await table.frame(), ThinkingFrame)

    asyncio.run(play())
    assert len(server.received) == 2
    assert server.received[0] == server.received[1]
