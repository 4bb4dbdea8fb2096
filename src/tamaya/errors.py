"""Everything that Tamaya raises on purpose.

::

    TamayaError (a ValueError)          anything that goes wrong here
    ├── NotationError                   a text that is not what it should be
    ├── UnknownNameError                a name that nothing has; the message lists near names
    ├── IllegalMoveError                a move that the rules forbid now, or a player that gives up
    ├── AgentError                      an agent failed: the message names it, the game and the turn
    │   └── LimitedAgentError           an agent in a process of its own failed or took too long
    ├── NotAMoveError                   an agent returned something else than a move
    ├── MissingData                     an experiment needs data that is not on this machine
    ├── MissingExtraError               an optional library is not installed
    └── ServerError                     the web server refuses a request, or an agent failed there
        ├── BusyError                   too many games or requests at once
        ├── BodyError                   a request body that is too large or cannot be read
        ├── ClosedError                 a table that was put away
        ├── UnknownPastError            an agent's process must be told the earlier games again
        ├── AgentFailedError            an agent at a table failed or took too long
        ├── NoGameError                 no such game
        ├── NotAllowedError             somebody else's seat or game
        └── NotOverError                something that is told only after the end of a game

    KeyboardInterrupt
    └── Interrupted                     Ctrl-C in long work, with what was finished before

`KeyboardInterrupt` is never caught for good: long work saves what it has and raises it again.
`SystemExit` in an agent is a failure of that agent. Everything else is a bug in Tamaya.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tamaya._core import IllegalMoveError, NotationError, TamayaError, UnknownNameError

__all__ = [
    "AgentError",
    "AgentFailedError",
    "BodyError",
    "BusyError",
    "ClosedError",
    "IllegalMoveError",
    "Interrupted",
    "LimitedAgentError",
    "MissingData",
    "MissingExtraError",
    "NoGameError",
    "NotAMoveError",
    "NotAllowedError",
    "NotOverError",
    "NotationError",
    "ServerError",
    "TamayaError",
    "UnknownNameError",
    "UnknownPastError",
    "shown",
]


T = TypeVar("T")


class AgentError(TamayaError):
    """An agent failed: the message names it, the game and the turn."""


class LimitedAgentError(AgentError):
    """An agent in its own process failed there, or took too long."""


class MissingExtraError(TamayaError):
    """An optional library is not installed."""


class NotAMoveError(TamayaError):
    """An agent returned something else than a move."""


class MissingData(TamayaError):
    """An experiment needs data that is not on this machine."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in long work. What was finished before is saved, and here.

    It is a `KeyboardInterrupt`, so that a program which does not know it ends as it should.
    """

    def __init__(self, partial: object) -> None:
        super().__init__("interrupted")
        self.partial = partial
        """the unfinished result: a `MatchupTable`, a `Run`"""

    def of(self, kind: type[T]) -> T:
        """The unfinished result, if it is of a kind; otherwise Ctrl-C is raised again."""
        if not isinstance(self.partial, kind):
            raise self
        return self.partial


class ServerError(TamayaError):
    """The web server refuses a request, or an agent failed there."""


class BusyError(ServerError):
    """Too many games or requests at once."""


class BodyError(ServerError):
    """A request body that is too large or cannot be read, with its HTTP status."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class ClosedError(ServerError):
    """A table that was put away."""


class UnknownPastError(ServerError):
    """An agent's process must be told the earlier games of an episode again."""


class AgentFailedError(ServerError):
    """An agent at a table failed, or took too long."""


class NoGameError(ServerError):
    """No such game."""


class NotAllowedError(ServerError):
    """Somebody else's seat or game."""


class NotOverError(ServerError):
    """Something that is told only after the end of a game."""


_LONGEST = 300


def shown(value: object, text: Callable[[object], str] = repr) -> str:
    """What an agent's object or error prints as; its type where it cannot be printed."""
    try:
        return text(value)[:_LONGEST].encode("utf-8", "backslashreplace").decode()
    except Exception:
        return f"a {type(value).__name__} that cannot be printed"
