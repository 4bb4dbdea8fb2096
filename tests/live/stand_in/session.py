"""Sessions: one connected user, what it was sent, and the limit on its messages."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from tests.live.stand_in.options import Json

LOBBY, PREGAME, PLAYING, SPECTATING, REPLAY, SHARED_REPLAY = range(6)


class Link(Protocol):
    """How messages reach a user: a WebSocket, or the memory of a scripted person."""

    def send(self, text: str) -> None:
        """Sends a message after all earlier ones."""

    def send_later(self, text: str, seconds: float) -> None:
        """Sends a message after a while; later messages overtake it."""

    def hold(self, seconds: float) -> None:
        """Delays all following messages."""

    def close(self) -> None:
        """Closes the connection after all messages are sent."""

    def abort(self) -> None:
        """Cuts the connection without a word, after all messages are sent."""


@dataclass
class Allowance:
    """A token bucket: so many messages in so many seconds."""

    messages: float = 200.0
    seconds: float = 2.0
    left: float = field(init=False)
    checked: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.left = self.messages

    def spend(self) -> bool:
        """Takes one message off; False if none is left."""
        now = time.monotonic()
        refill = (now - self.checked) * self.messages / self.seconds
        self.left, self.checked = min(self.messages, self.left + refill), now
        if self.left < 1:
            return False
        self.left -= 1
        return True


@dataclass
class Session:
    """A user who is connected, or was."""

    user_id: int
    name: str
    link: Link
    deliver: Callable[[Session, str, str], None]
    """sends (command, text) over the link, with the faults that a test asked for"""
    allowance: Allowance = field(default_factory=Allowance)
    status: int = LOBBY
    table_id: int = 0
    connected: bool = True

    def emit(self, command: str, payload: Any) -> None:
        """Sends a message."""
        if self.connected:
            text = json.dumps(payload, separators=(",", ":"), ensure_ascii=False)
            self.deliver(self, command, f"{command} {text}")

    def warn(self, text: str) -> None:
        """Says that a command was refused."""
        self.emit("warning", {"warning": text})

    def fail(self, text: str) -> None:
        """Says that something went wrong."""
        self.emit("error", {"error": text})

    def describe(self) -> Json:
        """The user as others see it in the lobby."""
        return {
            "userID": self.user_id,
            "name": self.name,
            "status": self.status,
            "tableID": self.table_id,
            "hyphenated": False,
            "inactive": False,
        }
