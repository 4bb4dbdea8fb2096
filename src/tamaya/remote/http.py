"""Talks to a program over HTTP: each message is the body of a POST request."""

from __future__ import annotations

import contextlib
import http.client
import socket
import threading
from urllib.parse import urlsplit

from tamaya.errors import RemoteAgentError, failure_text
from tamaya.remote.address import check_address
from tamaya.remote.channel import LONGEST_ANSWER

_OK = range(200, 300)


class HttpChannel:
    """A server that answers POST requests. Redirects are not followed.

    :raises TamayaError: if the address is invalid
    """

    def __init__(self, address: str) -> None:
        check_address(address)
        self._parts = urlsplit(address)
        query = f"?{self._parts.query}" if self._parts.query else ""
        self._path = f"{self._parts.path or '/'}{query}"

    def send(self, line: bytes, seconds: float) -> None:
        """Posts a message; see `Channel`."""
        self.ask(line, seconds)

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Posts a message and returns the body of the response; see `Channel`."""
        request = _Request(self._connection(seconds), self._path, line)
        request.start()
        request.join(seconds)
        if request.is_alive():  # a server that sends one byte at a time outlives socket time-outs
            request.stop()
            raise RemoteAgentError(f"took longer than {seconds:g} s")
        if request.error is not None:
            late = isinstance(request.error, TimeoutError)
            reason = f"took longer than {seconds:g} s" if late else failure_text(request.error)
            raise RemoteAgentError(reason)
        return request.body

    def close(self) -> None:
        """Does nothing: each message has a connection of its own."""

    def _connection(self, seconds: float) -> http.client.HTTPConnection:
        secure = self._parts.scheme == "https"
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        return kind(self._parts.hostname or "", self._parts.port, timeout=seconds)


class _Request(threading.Thread):
    """One request in a thread, so that the caller can stop waiting at any time."""

    def __init__(self, connection: http.client.HTTPConnection, path: str, line: bytes) -> None:
        super().__init__(daemon=True)
        self.body = b""
        self.error: Exception | None = None
        self._connection, self._path, self._line = connection, path, line

    def run(self) -> None:
        """Sends the request and reads the response."""
        try:
            headers = {"Content-Type": "application/json", "Connection": "close"}
            self._connection.request("POST", self._path, self._line, headers)
            response = self._connection.getresponse()
            self.body = response.read(LONGEST_ANSWER + 1)
            if response.status not in _OK:
                self.error = RemoteAgentError(f"answered with HTTP status {response.status}")
            elif len(self.body) > LONGEST_ANSWER:
                self.error = RemoteAgentError(f"answered more than {LONGEST_ANSWER:,} bytes")
        except (OSError, http.client.HTTPException, UnicodeError) as error:
            self.error = error  # UnicodeError: a host name that cannot exist
        finally:
            self._connection.close()

    def stop(self) -> None:
        """Closes the connection, which ends the thread."""
        connected = self._connection.sock
        if connected is not None:
            with contextlib.suppress(OSError):
                connected.shutdown(socket.SHUT_RDWR)
