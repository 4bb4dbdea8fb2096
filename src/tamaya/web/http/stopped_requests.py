"""Middleware that answers requests that were still being computed when the server stops."""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tamaya.web.http.bodies import problem


class StoppedRequests:
    """Answers with status 503 instead of a traceback. A stopping server cancels its requests."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        has_begun = False

        async def sending(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except asyncio.CancelledError:
            if has_begun:
                raise
            refusal = problem(503, "the server stops: try again in a minute")
            await refusal(scope, receive, send)
