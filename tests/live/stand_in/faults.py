"""Faults that tests inject into the connection of one user."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from tests.live.stand_in.session import Link


@dataclass
class Fault:
    """One fault. It acts on `times` messages, after `skip` messages that also match."""

    user: str
    on: str
    """command that it acts on, like 'init'; 'gameAction:draw' means one type of action"""
    kind: str
    """'cut', 'cut_after', 'lose', 'duplicate', 'delay', 'hold', 'insert', 'swap', 'ignore'"""
    skip: int = 0
    times: int = 1
    seconds: float = 0.0
    text: str = ""

    def strikes(self, command: str, text: str) -> bool:
        """Whether it acts on this message; counts the message if it matches."""
        if self.times <= 0 or not _matches(self.on, command, text):
            return False
        if self.skip > 0:
            self.skip -= 1
            return False
        self.times -= 1
        return True


@dataclass
class Faults:
    """All faults of a server, and messages that a fault holds back."""

    active: list[Fault] = field(default_factory=list)
    _held: dict[str, list[str]] = field(default_factory=dict)

    def send(self, user: str, link: Link, command: str, text: str) -> None:
        """Sends a message with the first fault that acts on it."""
        fault = self._find(user, command, text, incoming=False)
        if fault is None:
            link.send(text)
            self._release(user, link)
        else:
            self._send_with(fault, link, text)

    def ignores(self, user: str, command: str, text: str) -> bool:
        """Whether a message of the user must be lost on its way to the server."""
        return self._find(user, command, text, incoming=True) is not None

    def _find(self, user: str, command: str, text: str, *, incoming: bool) -> Fault | None:
        for fault in self.active:
            concerned = fault.user == user and (fault.kind == "ignore") == incoming
            if concerned and fault.strikes(command, text):
                return fault
        return None

    def _send_with(self, fault: Fault, link: Link, text: str) -> None:
        kind = fault.kind
        if kind == "insert":
            link.send(fault.text)
        if kind == "hold":
            link.hold(fault.seconds)
        if kind == "delay":
            link.send_later(text, fault.seconds)
        if kind == "swap":
            self._held.setdefault(fault.user, []).append(text)
        if kind in ("insert", "hold", "duplicate", "cut_after"):
            link.send(text)
        if kind == "duplicate":
            link.send(text)
        if kind in ("cut", "cut_after"):
            link.abort()

    def _release(self, user: str, link: Link) -> None:
        for text in self._held.pop(user, []):
            link.send(text)


def _matches(on: str, command: str, text: str) -> bool:
    wanted, _, kind = on.partition(":")
    if wanted != command:
        return False
    if not kind:
        return True
    return bool(json.loads(text.partition(" ")[2])["action"]["type"] == kind)
