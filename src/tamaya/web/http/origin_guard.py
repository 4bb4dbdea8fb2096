"""Middleware that checks hosts and origins, and adds security headers."""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tamaya.web.config import ServerConfig, is_local
from tamaya.web.http.bodies import problem

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_SAFE = {"GET", "HEAD", "OPTIONS"}


class OriginGuard:
    """Refuses requests for unknown hosts, and changes requested by pages of other origins."""

    def __init__(self, app: ASGIApp, config: ServerConfig) -> None:
        self._app = app
        self._origins = {origin.rstrip("/").lower() for origin in config.origins}
        self._hosts: set[str | None] = {host.lower() for host in config.hosts}
        if self._hosts and config.address:
            self._hosts.add(urlsplit(config.address).hostname)  # requests that others forward
        if is_local(config.host):
            self._hosts |= {"localhost", "127.0.0.1", "::1", config.host.lower()}
            self._hosts |= {urlsplit(origin).hostname or "" for origin in self._origins}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is None:
            await self._app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": refusal})
        else:
            await problem(403, refusal)(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> str | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self._hosts and "*" not in self._hosts and not _is_one_of(host, self._hosts):
            return f"this server does not answer for {host[:80]!r}"
        changes = scope["type"] == "websocket" or scope["method"] not in _SAFE
        origin = headers.get("origin")
        if changes and origin is not None and not self._knows(origin, host):
            return f"pages of {origin[:80]!r} may not use this server"
        return None

    def _knows(self, origin: str, host: str) -> bool:
        plain = origin.rstrip("/").lower()
        return plain in self._origins or urlsplit(plain).netloc == host.lower() != ""


def _is_one_of(host: str, hosts: Collection[str | None]) -> bool:
    try:
        return urlsplit(f"//{host}").hostname in hosts
    except ValueError:
        return False


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
