"""Logs in to the server: a form with the account, answered by a cookie."""

from __future__ import annotations

from http.client import HTTPConnection, HTTPException, HTTPMessage, HTTPSConnection
from urllib.parse import urlencode

from tamaya.errors import LiveError, LoginDelayedError
from tamaya.live.settings import Credentials, LiveSettings

_SECONDS = 20.0
_LONGEST_TEXT = 300


def log_in(settings: LiveSettings, account: Credentials) -> str:
    """Logs in and returns the cookie header for the WebSocket. It blocks.

    :raises LiveError: if the server refuses the account
    :raises LoginDelayedError: if the server cannot be reached or is busy
    """
    status, text, headers = _post(settings, account)
    if status == 429 or status >= 500:
        raise LoginDelayedError(f"{settings.server} is busy (status {status}): {text}")
    if status != 200:
        raise LiveError(
            f"{settings.server} refuses the login of {account.user!r} (status {status}): {text}"
        )
    cookie = _cookie(headers)
    if not cookie:
        raise LiveError(f"{settings.server} sent no cookie: is it a hanab.live server?")
    return cookie


def _post(settings: LiveSettings, account: Credentials) -> tuple[int, str, HTTPMessage]:
    address = settings.address
    kind = HTTPSConnection if address.scheme == "https" else HTTPConnection
    assert address.hostname is not None
    form = {"username": account.user, "password": account.password, "version": "bot"}
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    link = kind(address.hostname, address.port, timeout=_SECONDS)
    try:
        link.request("POST", f"{address.path.rstrip('/')}/login", urlencode(form), headers)
        answer = link.getresponse()
        text = answer.read(_LONGEST_TEXT).decode("utf-8", "replace").strip()
        return answer.status, text, answer.headers
    except (OSError, HTTPException) as error:
        raise LoginDelayedError(f"cannot reach {settings.server}: {error}") from None
    finally:
        link.close()


def _cookie(headers: HTTPMessage) -> str:
    """The cookies as a browser sends them back: without their attributes."""
    lines = headers.get_all("Set-Cookie") or []
    return "; ".join(line.partition(";")[0].strip() for line in lines)
