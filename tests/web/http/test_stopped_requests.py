"""Requests that a stopping server cancels."""

from __future__ import annotations

import asyncio

import pytest
from starlette.types import Message, Receive, Scope, Send

from tamaya.web.http.stopped_requests import StoppedRequests

START = {"type": "http.response.start", "status": 200, "headers": []}


async def answer_of_a_cancelled_request(*, begins: bool) -> list[Message]:
    """What a client receives if its request is cancelled before or after its answer begins."""
    sent: list[Message] = []

    async def slow(_scope: Scope, _receive: Receive, send: Send) -> None:
        if begins:
            await send(START)
        await asyncio.sleep(3600)

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    request = asyncio.create_task(StoppedRequests(slow)({"type": "http"}, receive, send))
    await asyncio.sleep(0)
    request.cancel()
    await request
    return sent


def test_a_cancelled_request_is_told_that_the_server_stops() -> None:
    start, body = asyncio.run(answer_of_a_cancelled_request(begins=False))
    assert start["status"] == 503
    assert b"the server stops" in body["body"]


def test_an_answer_that_has_begun_is_cut_off() -> None:
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(answer_of_a_cancelled_request(begins=True))
