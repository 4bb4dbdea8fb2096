"""Middleware that forwards requests about a game to the server process that holds its table."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake

from tamaya.errors import BusyError, ClosedError
from tamaya.web.http.bodies import MAX_BODY, problem
from tamaya.web.live.forwarded_http import HolderRequest
from tamaya.web.live.forwarded_socket import connect_pages
from tamaya.web.live.table_sharing import TableSharing

MARK = "x-tamaya-forwarded"
"""header of forwarded requests, which are not forwarded again"""
PATIENCE = 5.0
"""seconds to try again if the process that holds a table cannot be reached"""
_PAUSE = 0.1
_KEPT = ("accept", "authorization", "content-type", "cookie", "if-none-match", "x-forwarded-for")
"""headers that are forwarded; the origin has been checked here"""
_ABOUT_GAME = re.compile(r"/(?:api|ws)/(?:games|replays|stories)/([^/]+)")
T = TypeVar("T")


class Forwarding:
    """Answers for the tables of this process, and forwards requests for the tables of others."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""
        about = _ABOUT_GAME.match(scope.get("path", ""))
        if about is None or MARK in Headers(scope=scope):
            await self._app(scope, receive, send)
            return
        hub, game = scope["app"].state.hub, about[1]
        if game in hub.tables:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(hub.sharing, game, scope, receive, send)
        else:
            await self._request(hub.sharing, game, scope, receive, send)

    async def _request(
        self, sharing: TableSharing, game: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        async def opened(address: str) -> HolderRequest:
            return await HolderRequest.open(address)

        try:
            body = await _body(receive)
            holder = await _reached(sharing, game, opened)
            if holder is not None:
                head = f"{scope['method']} {_target(scope)} HTTP/1.1"
                await holder.forward(head, _headers(scope), body, send)
                return
        except (BusyError, ClosedError) as error:
            await problem(503, str(error))(scope, receive, send)
        else:
            await self._app(scope, _repeated(body, receive), send)

    async def _socket(
        self, sharing: TableSharing, game: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        async def opened(address: str) -> ClientConnection:
            url = f"ws{address.removeprefix('http')}{_target(scope)}"
            return await connect(
                url, additional_headers=_headers(scope), compression=None, proxy=None
            )

        try:
            holder = await _reached(sharing, game, opened)
        except BusyError as error:
            await send({"type": "websocket.close", "code": 1013, "reason": str(error)})
            return
        if holder is None:
            await self._app(scope, receive, send)
        else:
            await connect_pages(holder, receive, send)


async def _reached(
    sharing: TableSharing, game: str, opened: Callable[[str], Awaitable[T]]
) -> T | None:
    """A connection to the process that holds a table; None if this process holds it.

    If the other process cannot be reached, it may have ended. Then this one takes the table.

    :raises BusyError: if the process still lives, but cannot be reached
    """
    deadline = time.monotonic() + PATIENCE
    while (address := await sharing.elsewhere(game)) is not None:
        try:
            return await opened(address)
        except (OSError, InvalidHandshake):
            if time.monotonic() > deadline:
                raise BusyError("the server process of this table cannot be reached") from None
            await asyncio.sleep(_PAUSE)
            await sharing.bury()
    return None


def _target(scope: Scope) -> str:
    query = scope.get("query_string", b"").decode("latin-1")
    path = scope.get("raw_path", scope["path"].encode()).decode("latin-1")
    return f"{path}?{query}" if query else path


def _headers(scope: Scope) -> dict[str, str]:
    headers = Headers(scope=scope)
    return {MARK: "1", **{name: headers[name] for name in _KEPT if name in headers}}


async def _body(receive: Receive) -> bytes:
    """The body of a request. If it is too long, one byte more than the limit is kept."""
    body, more = b"", True
    while more and len(body) <= MAX_BODY:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body[: MAX_BODY + 1]


def _repeated(body: bytes, receive: Receive) -> Receive:
    """Receives a body that was read before, and then what follows."""
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receiving() -> Message:
        return first.pop() if first else await receive()

    return receiving
