"""Middleware of servers that run a study: participants reach the study and nothing else."""

from __future__ import annotations

import re

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from tamaya.web.http.bodies import problem

_ALLOWED = re.compile(r"/api/(study(/.*)?|health|games/[^/]+/(events|moves))")
"""requests of the study's pages; the last two stand in where sockets are blocked"""
_OTHER_PAGE = re.compile(r"/(?!api/|study$|study/operator$)(.*/)?[^/.]*")
"""any page but the study's; files of pages have a dot in their name"""


class StudyGuard:
    """Refuses all other requests: lobby, replays and reasons could tell arms apart.

    Addresses of other pages lead to the study.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""
        path = scope.get("path", "")
        if scope["type"] == "http" and _OTHER_PAGE.fullmatch(path):
            query = scope.get("query_string", b"").decode("latin-1")
            target = "/study" + (f"?{query}" if query else "")
            await RedirectResponse(target, 307)(scope, receive, send)
        elif scope["type"] == "http" and path.startswith("/api/") and not _ALLOWED.fullmatch(path):
            await problem(403, "this server runs a study")(scope, receive, send)
        else:
            await self._app(scope, receive, send)
