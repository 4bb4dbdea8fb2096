"""HTTP and WebSocket on one port: POST /login, and GET /ws with the session cookie."""

from __future__ import annotations

import asyncio
from email.utils import formatdate
from typing import cast
from urllib.parse import parse_qsl

from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol

from tests.live.stand_in.accounts import BANNED, COOKIE, Answer
from tests.live.stand_in.hub import Hub

_REASONS = {200: "OK", 401: "Unauthorized", 404: "Not Found", 429: "Too Many Requests"}
_YEAR = 365 * 24 * 3600


class SocketLink:
    """Sends messages over a WebSocket, in order, and can delay or cut them."""

    def __init__(self, protocol: ServerProtocol, writer: asyncio.StreamWriter) -> None:
        self._protocol = protocol
        self._writer = writer
        self._queue: asyncio.Queue[tuple[str, str, float]] = asyncio.Queue()
        self._task = asyncio.create_task(self._write())

    def send(self, text: str) -> None:
        """Sends a message after all earlier ones."""
        self._queue.put_nowait(("send", text, 0.0))

    def send_later(self, text: str, seconds: float) -> None:
        """Sends a message after a while; later messages overtake it."""
        asyncio.get_running_loop().call_later(seconds, self.send, text)

    def hold(self, seconds: float) -> None:
        """Delays all following messages."""
        self._queue.put_nowait(("hold", "", seconds))

    def close(self) -> None:
        """Closes the connection after all messages are sent."""
        self._queue.put_nowait(("close", "", 0.0))

    def abort(self) -> None:
        """Cuts the connection without a word, after all messages are sent."""
        self._queue.put_nowait(("abort", "", 0.0))

    def flush(self) -> None:
        """Writes what the protocol has to send, such as answers to pings."""
        for data in self._protocol.data_to_send():
            if self._writer.is_closing():
                return
            if data:
                self._writer.write(data)
            elif self._writer.can_write_eof():
                self._writer.write_eof()

    def end(self) -> None:
        """Stops writing."""
        self._task.cancel()

    async def _write(self) -> None:
        while True:
            kind, text, seconds = await self._queue.get()
            if kind == "hold":
                await asyncio.sleep(seconds)
            elif kind == "abort":
                # Waits until the socket has taken everything, then resets the connection.
                await self._writer.drain()
                await asyncio.sleep(0.01)
                self._writer.transport.abort()
                return
            elif self._protocol.close_sent is None and self._protocol.state.name == "OPEN":
                if kind == "close":
                    self._protocol.send_close(1000)
                else:
                    self._protocol.send_text(text.encode())
                self.flush()


class Wire:
    """Serves the connections of a hub."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serves one connection."""
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            method, path, headers = _parsed(head)
            if (method, path) == ("POST", "/login"):
                await self._login(reader, writer, int(headers.get("content-length", "0")))
            elif (method, path) == ("GET", "/ws"):
                await self._talk(reader, writer, head, headers.get("cookie", ""))
            else:
                _respond(writer, Answer(404, "404 page not found"))
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _login(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, length: int
    ) -> None:
        body = (await reader.readexactly(length)).decode()
        address = str(writer.get_extra_info("peername")[0])
        _respond(writer, self._hub.accounts.login(dict(parse_qsl(body)), address))
        await writer.drain()

    async def _talk(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes, cookie: str
    ) -> None:
        address = str(writer.get_extra_info("peername")[0])
        name = self._hub.accounts.user_of(cookie)
        if address in self._hub.accounts.banned_addresses:
            _respond(writer, Answer(401, BANNED))
            return
        if name is None:
            _respond(writer, Answer(401, "Unauthorized"))
            return
        protocol = ServerProtocol()
        protocol.receive_data(head)
        request = cast(Request, protocol.events_received()[0])
        protocol.send_response(protocol.accept(request))
        link = SocketLink(protocol, writer)
        link.flush()
        await self._read(reader, protocol, link, name)

    async def _read(
        self, reader: asyncio.StreamReader, protocol: ServerProtocol, link: SocketLink, name: str
    ) -> None:
        session = self._hub.connect(name, link)
        parts: list[bytes] = []
        try:
            while data := await reader.read(65536):
                protocol.receive_data(data)
                for event in protocol.events_received():
                    if text := _whole_text(cast(Frame, event), parts):
                        self._hub.receive(session, text)
                link.flush()
                if protocol.close_expected():
                    break
        finally:
            link.end()
            self._hub.disconnect(session)


def _whole_text(frame: Frame, parts: list[bytes]) -> str:
    """The text that a frame completes; empty if more frames follow or it is a control frame."""
    if frame.opcode not in (Opcode.TEXT, Opcode.CONT):
        return ""
    parts.append(bytes(frame.data))
    if not frame.fin:
        return ""
    text = b"".join(parts).decode()
    parts.clear()
    return text


def _parsed(head: bytes) -> tuple[str, str, dict[str, str]]:
    first, *lines = head.decode("latin-1").split("\r\n")
    method, path, _ = first.split(" ", 2)
    pairs = (line.partition(":") for line in lines if line)
    return method, path.partition("?")[0], {n.strip().lower(): v.strip() for n, _, v in pairs}


def _respond(writer: asyncio.StreamWriter, answer: Answer) -> None:
    body = f"{answer.text}\n".encode()
    lines = [
        f"HTTP/1.1 {answer.status} {_REASONS.get(answer.status, 'Error')}",
        "Content-Type: text/plain; charset=utf-8",
        f"Content-Length: {len(body)}",
        "Connection: close",
    ]
    if answer.cookie:
        expires = formatdate(4102444800, usegmt=True)
        options = f"Path=/; Expires={expires}; Max-Age={_YEAR}; HttpOnly; SameSite=Strict"
        lines.append(f"Set-Cookie: {COOKIE}={answer.cookie}; {options}")
    writer.write("\r\n".join([*lines, "", ""]).encode() + body)
