"""HTTP requests and sockets of one bot, with its cookie."""

from __future__ import annotations

import asyncio
import http.client
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http.cookies import SimpleCookie
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from tamaya.errors import TamayaError
from tamaya.web.game.protocol import (
    VERSION,
    Act,
    ErrorFrame,
    Join,
    ServerFrame,
    Snapshot,
)
from tamaya.web.live.sessions import COOKIE

T = TypeVar("T")
_TIMEOUT = 120.0
"""seconds after which a request or a frame counts as lost"""
_PAUSE = 0.5
"""seconds after which a server that found a bot too fast accepts several frames again"""
_RETRIES = 5
_decoder = msgspec.json.Decoder(ServerFrame)


class Browser:
    """What a browser remembers about a server: its address and the session cookie."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise TamayaError(f"address {address!r} (expected http://HOST:PORT)")
        self._secure = parts.scheme == "https"
        self._host, self._port = parts.hostname, parts.port
        self._session = ""
        self.requests: list[float] = []
        """seconds that requests took"""

    async def post(self, path: str, body: msgspec.Struct, kind: type[T]) -> T:
        """Posts a body; tries again if the server asks to wait (status 429 or 503).

        :raises TamayaError: if the server refuses, quoting its answer
        """
        for attempt in range(_RETRIES):
            status, content = await asyncio.to_thread(self._send, path, msgspec.json.encode(body))
            if status not in (429, 503):
                break
            await asyncio.sleep(2.0 * (attempt + 1))
        if status != 200:
            raise TamayaError(f"{path} was answered with {status}: {content[:300].decode()}")
        return msgspec.json.decode(content, type=kind)

    def _send(self, path: str, body: bytes) -> tuple[int, bytes]:
        began = time.perf_counter()
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        connection = kind(self._host, self._port, timeout=_TIMEOUT)
        headers = {"Content-Type": "application/json"}
        if self._session:
            headers["Cookie"] = f"{COOKIE}={self._session}"
        try:
            connection.request("POST", path, body, headers)
            answer = connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException) as error:
            raise TamayaError(f"{path} was not answered: {error}") from None
        finally:
            connection.close()
        cookie = SimpleCookie(answer.getheader("set-cookie", "")).get(COOKIE)
        self._session = cookie.value if cookie else self._session
        self.requests.append(time.perf_counter() - began)
        return answer.status, content

    @asynccontextmanager
    async def table(self, game: str) -> AsyncIterator[TableSocket]:
        """Joins a table."""
        scheme = "wss" if self._secure else "ws"
        port = f":{self._port}" if self._port else ""
        address = f"{scheme}://{self._host}{port}/ws/games/{game}"
        cookie = {"Cookie": f"{COOKIE}={self._session}"}
        async with connect(
            address, additional_headers=cookie, open_timeout=_TIMEOUT, compression=None
        ) as socket:
            yield TableSocket(socket)


class TableSocket:
    """The socket of one table."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._sent = ""

    async def join(self) -> Snapshot:
        """Joins, and waits for everything that the player may know."""
        await self._socket.send(msgspec.json.encode(Join(VERSION)).decode())
        frame = await self.frame()
        if not isinstance(frame, Snapshot):
            raise TamayaError(f"the table answered {frame!r} (expected a snapshot)")
        return frame

    async def act(self, turn: int, move: str) -> str:
        """Sends a move; returns the id by which its event can be recognized."""
        cid = f"turn-{turn}"
        self._sent = msgspec.json.encode(Act(VERSION, turn, move, cid)).decode()
        await self._socket.send(self._sent)
        return cid

    async def frame(self, deadline: float | None = None) -> ServerFrame | None:
        """The next frame; None if the time of the game is up first.

        A move that came too fast for the server is sent again after a pause.

        :param deadline: when its time is up, on the monotonic clock
        :raises TamayaError: if the server refused something, or stays silent
        """
        left = _TIMEOUT if deadline is None else max(0.0, deadline - time.monotonic())
        try:
            text = await asyncio.wait_for(self._socket.recv(), min(left, _TIMEOUT))
        except TimeoutError:
            if left < _TIMEOUT:
                return None
            raise TamayaError(f"the table was silent for {_TIMEOUT:g} seconds") from None
        frame: ServerFrame = _decoder.decode(text)
        if isinstance(frame, ErrorFrame):
            if deadline is not None and frame.code == "game_over":
                return None  # the move came too late
            if frame.code == "too_fast":
                await asyncio.sleep(_PAUSE)
                await self._socket.send(self._sent)
                return await self.frame(deadline)
            raise TamayaError(f"the table refused a frame: {frame.code}: {frame.text}")
        return frame
