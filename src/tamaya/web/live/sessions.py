"""Sessions of browsers: a cookie that scripts of pages cannot read."""

from __future__ import annotations

from fastapi import Request, Response
from starlette.requests import HTTPConnection

from tamaya.web.config import ServerConfig
from tamaya.web.http import tokens
from tamaya.web.live.hub import Hub

COOKIE = "tamaya_session"
_YEAR = 365 * 24 * 3600


def hub_of(connection: HTTPConnection) -> Hub:
    """The hub of the server that received a request."""
    hub: Hub = connection.app.state.hub
    return hub


def session_of(connection: HTTPConnection) -> str | None:
    """The session that a browser sent, or None if there is no valid one."""
    session = connection.cookies.get(COOKIE, "")
    return session if 16 <= len(session) <= 80 and session.isascii() else None


def or_fresh(request: Request) -> str:
    """The browser's session, or a new one."""
    return session_of(request) or tokens.fresh()


def remember(response: Response, session: str, config: ServerConfig) -> Response:
    """Adds the session cookie to a response."""
    response.set_cookie(
        COOKIE, session, max_age=_YEAR, httponly=True, samesite="lax", secure=config.https, path="/"
    )
    return response


def token_of(request: Request) -> str | None:
    """The seat token in the header `Authorization: Bearer TOKEN`, or None."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip()[:80] or None if scheme.lower() == "bearer" else None


def address_of(request: HTTPConnection, config: ServerConfig) -> str:
    """The address of the client, for rate limits only: it is never stored."""
    if config.behind_proxy:
        forwarded = request.headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
        if forwarded:
            return forwarded[:60]
    return request.client.host if request.client else ""
