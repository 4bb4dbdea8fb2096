"""WebSocket routes: the connection between one page and one table."""

from __future__ import annotations

import asyncio
import contextlib
import time

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from tamaya.errors import BusyError, NoGameError, NotAllowedError
from tamaya.web.game.history import Viewer
from tamaya.web.game.protocol import (
    MAX_FRAME,
    VERSION,
    Act,
    ErrorCode,
    ErrorFrame,
    EventFrame,
    Join,
    Note,
    PageFrame,
    Say,
    ServerFrame,
)
from tamaya.web.http.rate_limits import Bucket
from tamaya.web.live.answer_times import AnswerTimes
from tamaya.web.live.hub import Hub
from tamaya.web.live.sessions import hub_of, session_of
from tamaya.web.live.table import LiveTable, encode

router = APIRouter()
_decoder = msgspec.json.Decoder(PageFrame)
_JOIN_SECONDS = 10.0
"""seconds after which the server closes a connection without a join frame"""
_WAITING = 500
"""frames that may be queued for a slow page"""
_REFUSALS = 50
"""bad frames after which the server closes the connection"""


class _PageConnection:
    """The connection to one page, with a queue of frames."""

    def __init__(self, socket: WebSocket, viewer: Viewer, times: AnswerTimes) -> None:
        self.viewer = viewer
        self._socket = socket
        self._times = times
        self._asked: dict[str, float] = {}
        """when each move arrived that has not been answered yet, by the id of its frame"""
        self._queue: asyncio.Queue[tuple[bytes, float | None] | int] = asyncio.Queue()
        self._task = asyncio.create_task(self._run())

    def send(self, frame: ServerFrame) -> None:
        """Queues a frame. A page that is too slow is disconnected and catches up later."""
        if self._queue.qsize() >= _WAITING:
            self.close(1013)
            return
        arrived = None
        if isinstance(frame, EventFrame | ErrorFrame) and frame.cid is not msgspec.UNSET:
            arrived = self._asked.pop(frame.cid, None)
        self._queue.put_nowait((encode(frame), arrived))

    def asks(self, act: Act) -> None:
        """Remembers when a move arrived, to measure how long its answer takes."""
        self._asked[act.cid] = time.perf_counter()

    def close(self, code: int) -> None:
        """Closes the connection after the queued frames."""
        self._queue.put_nowait(code)

    async def finish(self, code: int) -> None:
        """Closes the connection and waits until it is closed."""
        self.close(code)
        await asyncio.wait([self._task], timeout=_JOIN_SECONDS)

    async def _run(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                frame = await self._queue.get()
                if isinstance(frame, int):
                    await self._socket.close(frame)
                    return
                content, arrived = frame
                await self._socket.send_text(content.decode())
                if arrived is not None:
                    self._times.add(time.perf_counter() - arrived)

    async def end(self) -> None:
        """Drops the queued frames and ends the task."""
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task


class _RefusedError(Exception):
    """A frame was refused; holds the answer."""

    def __init__(self, code: ErrorCode, text: str) -> None:
        super().__init__(text)
        self.code, self.text = code, text


@router.websocket("/ws/games/{game}")
async def socket(socket: WebSocket, game: str) -> None:
    """Serves one page until it disconnects."""
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        joined = await _joined(socket, hub_of(socket), game)
        if joined is not None:
            await _talk(socket, hub_of(socket), *joined)


async def _joined(socket: WebSocket, hub: Hub, game: str) -> tuple[LiveTable, Viewer, Join] | None:
    """Waits for the join frame. None if the connection was closed instead."""
    try:
        frame = await asyncio.wait_for(_received(socket), _JOIN_SECONDS)
        if not isinstance(frame, Join):
            raise _RefusedError("not_joined", "expected a join frame first")
        viewer = await hub.viewer(game, frame, session_of(socket))
        return await hub.table(game), viewer, frame
    except TimeoutError:
        await _leave(socket, "not_joined", "no join frame arrived")
    except _RefusedError as error:
        await _leave(socket, error.code, error.text)
    except NoGameError as error:
        await _leave(socket, "no_game", str(error))
    except NotAllowedError as error:
        await _leave(socket, "not_allowed", str(error))
    except BusyError:  # another process took the table; the page tries again
        await socket.close(1013)
    return None


async def _leave(socket: WebSocket, code: ErrorCode, text: str) -> None:
    await socket.send_text(encode(ErrorFrame(VERSION, 0, code, text)).decode())
    await socket.close(1008)


async def _received(socket: WebSocket) -> PageFrame:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text = message.get("text")
    if text is None:
        raise _RefusedError("bad_frame", "a binary frame (expected text)")
    if len(text.encode()) > MAX_FRAME:
        raise _RefusedError("bad_frame", f"a frame of more than {MAX_FRAME} bytes")
    try:
        frame: PageFrame = _decoder.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise _RefusedError("bad_frame", str(error)[:300]) from None
    return frame


async def _talk(socket: WebSocket, hub: Hub, table: LiveTable, viewer: Viewer, join: Join) -> None:
    rate = hub.config.messages_per_second
    bucket, refusals = Bucket(rate, 2 * rate), 0
    page = _PageConnection(socket, viewer, hub.answer_times)
    table.join(page, join.after)
    try:
        while refusals < _REFUSALS:
            try:
                frame = await _received(socket)
                if not bucket.take():
                    raise _RefusedError("too_fast", f"more than {rate:g} frames a second")
                _pass_on(table, page, frame)
            except _RefusedError as error:
                refusals += 1
                page.send(table.refusal(viewer, error.code, error.text))
        await page.finish(1008)
    finally:
        table.leave(page)
        await page.end()


def _pass_on(table: LiveTable, page: _PageConnection, frame: PageFrame) -> None:
    if isinstance(frame, Act):
        page.asks(frame)
        table.act(page, frame)
    elif isinstance(frame, Note):
        table.note(page, frame)
    elif isinstance(frame, Say):
        table.say(page, frame.phrase)
    else:
        raise _RefusedError("bad_frame", "a second join frame (expected act, note or say)")
