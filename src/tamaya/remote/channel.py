"""What a connection to a remote program can do."""

from __future__ import annotations

from typing import Protocol

LONGEST_ANSWER = 1_000_000
"""bytes of an answer"""


class Channel(Protocol):
    """A connection to one remote program."""

    def send(self, line: bytes, seconds: float) -> None:
        """Sends a message that needs no answer.

        :raises RemoteAgentError: if the program does not accept it in time
        """

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Sends a message and returns the answer.

        :raises RemoteAgentError: if there is no answer in time, or the program ended
        """

    def close(self) -> None:
        """Ends the connection, and the program if we started it."""
