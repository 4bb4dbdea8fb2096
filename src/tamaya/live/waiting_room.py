"""The bot's seat at a table whose game has not begun."""

from __future__ import annotations

import time

from tamaya.live.live_game import Send
from tamaya.live.settings import LiveSettings

_MOST_ATTEMPTS = 3


class WaitingRoom:
    """A table that the bot joins, or has joined.

    :param inviter: who asked the bot to join; empty if nobody did
    :param password: the table's password, which the inviter gave
    """

    def __init__(
        self,
        table: int,
        settings: LiveSettings,
        send: Send,
        *,
        inviter: str = "",
        password: str = "",
    ) -> None:
        self.table, self.inviter = table, inviter
        self.joined = False
        """whether the server confirmed the seat"""
        self.gave_up = False
        self._settings, self._send, self._password = settings, send, password
        self._attempts, self._deadline = 0, 0.0

    def join(self) -> None:
        """Asks for a seat."""
        self.joined = False
        self._attempts += 1
        self._deadline = time.monotonic() + self._settings.answer
        self._send("tableJoin", {"tableID": self.table, "password": self._password})

    def confirm(self) -> None:
        """Notes that the server gave the bot a seat."""
        self.joined, self._attempts = True, 0

    def watch(self) -> str:
        """Asks again if the answer is late. Says that it gives up; otherwise an empty text."""
        if self.joined or self.gave_up or time.monotonic() < self._deadline:
            return ""
        if self._attempts < _MOST_ATTEMPTS:
            self.join()
            return ""
        self.gave_up = True
        return "I could not join your table: the server does not answer."
