"""Sends an HTTP request to another server process, and passes its response on as it arrives."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

from starlette.types import Send

from tamaya.errors import ClosedError

_CONNECT_SECONDS = 2.0
_PIECE = 65_536
_OWN = (b"connection", b"transfer-encoding", b"date")
"""headers that belong to the connection and not to the response"""
Header = tuple[bytes, bytes]


class HolderRequest:
    """A connection to the process that holds a table, for one request."""

    def __init__(
        self, host: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._host, self._reader, self._writer = host, reader, writer

    @classmethod
    async def open(cls, address: str) -> HolderRequest:
        """Connects.

        :raises OSError: if the process cannot be reached
        """
        parts = urlsplit(address)
        opening = asyncio.open_connection(parts.hostname, parts.port)
        return cls(parts.netloc, *await asyncio.wait_for(opening, _CONNECT_SECONDS))

    async def forward(self, head: str, headers: dict[str, str], body: bytes, send: Send) -> None:
        """Sends the request and passes the response on.

        :param head: the first line
        :raises ClosedError: if the process ends before it responds
        """
        sent = {"host": self._host, **headers, "connection": "close"}
        if body:
            sent["content-length"] = str(len(body))
        lines = [head, *(f"{name}: {value}" for name, value in sent.items())]
        try:
            self._writer.write("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
            status, received = await self._response()
            kept = [header for header in received if header[0] not in _OWN]
            await send({"type": "http.response.start", "status": status, "headers": kept})
            async for piece in self._pieces(dict(received)):
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self._writer.close()

    async def _response(self) -> tuple[int, list[Header]]:
        try:
            block = await self._reader.readuntil(b"\r\n\r\n")
        except (OSError, asyncio.IncompleteReadError):
            raise ClosedError("the server process of this table has ended: try again") from None
        first, *lines = block.strip().split(b"\r\n")
        pairs = [line.partition(b":") for line in lines]
        return int(first.split()[1]), [(name.lower(), value.strip()) for name, _, value in pairs]

    async def _pieces(self, headers: dict[bytes, bytes]) -> AsyncIterator[bytes]:
        """The pieces of the body, as they arrive."""
        if headers.get(b"transfer-encoding") == b"chunked":
            while size := int(await self._reader.readline(), 16):
                yield (await self._reader.readexactly(size + 2))[:-2]
            return
        while piece := await self._reader.read(_PIECE):
            yield piece
