"""All exceptions that Tamaya raises on purpose.

::

    TamayaError (a ValueError)          base class
    ├── NotationError                   a text cannot be parsed
    ├── UnknownNameError                a name does not exist; the message lists near names
    ├── IllegalMoveError                a move is illegal, or a player gives up
    ├── AgentError                      an agent failed; the message names agent, game and turn
    │   ├── LimitedAgentError           an agent in a child process failed or took too long
    │   └── RemoteAgentError            a remote program failed; it loses the running game
    ├── NotAMoveError                   an agent did not return a move
    ├── StudyError                      a study file cannot be used; the message lists all problems
    ├── AnswersError                    answers of a participant do not fit the page of the study
    ├── MissingData                     an experiment needs data that is not on this machine
    ├── MissingExtraError               an optional library is not installed
    ├── LiveError                       a server of live games refuses the bot
    │   ├── LoginDelayedError           the server is busy or cannot be reached; try again later
    │   └── OutOfStepError              messages of the server do not follow from the known ones
    └── ServerError                     the web server refuses a request, or an agent failed there
        ├── BusyError                   too many games or requests at once
        ├── BodyError                   a request body is too large or cannot be read
        ├── ClosedError                 the table was evicted from memory
        ├── UnknownPastError            an agent's process needs the earlier games of its episode
        ├── AgentFailedError            an agent at a table failed or took too long
        ├── NoGameError                 the game does not exist
        ├── NotAllowedError             the seat or game belongs to another user
        └── NotOverError                the answer is available only after the end of the game

    KeyboardInterrupt
    └── Interrupted                     Ctrl-C in a long computation; holds the unfinished result

Long computations catch `KeyboardInterrupt` only to save their progress, and raise it again. A
`SystemExit` raised by an agent is a failure of that agent. Any other exception is a bug in Tamaya.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tamaya._core import IllegalMoveError, NotationError, TamayaError, UnknownNameError

__all__ = [
    "AgentError",
    "AgentFailedError",
    "AnswersError",
    "BodyError",
    "BusyError",
    "ClosedError",
    "IllegalMoveError",
    "Interrupted",
    "LimitedAgentError",
    "LiveError",
    "LoginDelayedError",
    "MissingData",
    "MissingExtraError",
    "NoGameError",
    "NotAMoveError",
    "NotAllowedError",
    "NotOverError",
    "NotationError",
    "OutOfStepError",
    "RemoteAgentError",
    "ServerError",
    "StudyError",
    "TamayaError",
    "UnknownNameError",
    "UnknownPastError",
    "failure_text",
    "safe_text",
]


T = TypeVar("T")


class AgentError(TamayaError):
    """An agent failed. The message names the agent, the game and the turn."""


class LimitedAgentError(AgentError):
    """An agent in a child process failed or took too long."""


class RemoteAgentError(AgentError):
    """A remote program failed, took too long or answered no legal move: it loses the game."""


class MissingExtraError(TamayaError):
    """An optional library is not installed."""


class NotAMoveError(TamayaError):
    """An agent did not return a move."""


class StudyError(TamayaError):
    """A study file cannot be used; the message lists all problems."""


class AnswersError(TamayaError):
    """Answers of a participant do not fit the page of the study."""


class LiveError(TamayaError):
    """A server of live games refuses the bot, or the bot cannot be started."""


class LoginDelayedError(LiveError):
    """The server is busy or cannot be reached. The bot tries again later."""


class OutOfStepError(LiveError):
    """A message of the server does not follow from the known ones: some are missing."""


class MissingData(TamayaError):
    """An experiment needs data that is not on this machine."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in a long computation. It holds the unfinished result, which was also saved.

    It derives from `KeyboardInterrupt`, so that programs that do not catch it stop as usual.
    """

    def __init__(self, partial: object) -> None:
        super().__init__("interrupted")
        self.partial = partial
        """the unfinished result: a `MatchupTable`, a `Run`"""

    def of(self, kind: type[T]) -> T:
        """Returns the unfinished result if it has this type; otherwise raises this again."""
        if not isinstance(self.partial, kind):
            raise self
        return self.partial


class ServerError(TamayaError):
    """The web server refuses a request, or an agent failed there."""


class BusyError(ServerError):
    """Too many games or requests at once."""


class BodyError(ServerError):
    """A request body is too large or cannot be read; `status` is the HTTP status."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class ClosedError(ServerError):
    """The table was evicted from memory."""


class UnknownPastError(ServerError):
    """An agent's process needs the earlier games of its episode again."""


class AgentFailedError(ServerError):
    """An agent at a table failed or took too long."""


class NoGameError(ServerError):
    """The game does not exist."""


class NotAllowedError(ServerError):
    """The seat or game belongs to another user."""


class NotOverError(ServerError):
    """The answer is available only after the end of the game."""


def failure_text(error: BaseException) -> str:
    """The reason of a failure in one line, with the type of errors that Tamaya did not raise."""
    if isinstance(error, TamayaError):
        return str(error)
    return f"{type(error).__name__}: {safe_text(error, str)}"


_LONGEST = 300


def safe_text(value: object, text: Callable[[object], str] = repr) -> str:
    """An object of a user's code as text, at most 300 letters; its type if printing it fails."""
    try:
        return text(value)[:_LONGEST].encode("utf-8", "backslashreplace").decode()
    except Exception:
        return f"a {type(value).__name__} that cannot be printed"
