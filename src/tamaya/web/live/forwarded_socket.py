"""Connects a page's WebSocket with that of another server process."""

from __future__ import annotations

import asyncio
import contextlib

from starlette.types import Receive, Send
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

_RESTART = 1012
"""code that tells a page to connect again"""


async def connect_pages(holder: ClientConnection, receive: Receive, send: Send) -> None:
    """Passes frames between a page and the process that holds its table until one of them ends."""
    await receive()
    await send({"type": "websocket.accept"})
    upwards = asyncio.create_task(_upwards(holder, receive))
    downwards = asyncio.create_task(_downwards(holder, send))
    await asyncio.wait([upwards, downwards], return_when=asyncio.FIRST_COMPLETED)
    for task in (upwards, downwards):
        task.cancel()
    await asyncio.gather(upwards, downwards, return_exceptions=True)
    await holder.close()


async def _upwards(holder: ClientConnection, receive: Receive) -> None:
    with contextlib.suppress(ConnectionClosed):
        while (message := await receive())["type"] != "websocket.disconnect":
            text = message.get("text")
            await holder.send(text if text is not None else message["bytes"])


async def _downwards(holder: ClientConnection, send: Send) -> None:
    try:
        async for frame in holder:
            await send({"type": "websocket.send", "text": frame})
        code = holder.close_code
    except ConnectionClosed as closed:  # the process was killed
        code = closed.rcvd.code if closed.rcvd else _RESTART
    await send({"type": "websocket.close", "code": code or _RESTART})
