"""Everything that Tamaya raises on purpose.

::

    TamayaError (a ValueError)          anything that goes wrong here
    ├── NotationError                   a text that is not what it should be
    ├── UnknownNameError                a name that nothing has; the message lists near names
    ├── IllegalMoveError                a move that the rules forbid now, or a player that gives up
    ├── AgentError                      an agent failed: the message names it, the game and the turn
    │   └── LimitedAgentError           an agent in a process of its own failed or took too long
    ├── NotAMoveError                   an agent returned something else than a move
    ├── MissingDataError                an experiment needs data that is not on this machine
    └── ServerError                     the web server refuses a request, or an agent failed there
        ├── BusyError                   too many games or requests at once
        ├── BodyError                   a request body that is too large or cannot be read
        ├── ClosedError                 a table that was put away
        ├── ForgottenError              an agent's process must be told the earlier games again
        ├── LateError                   an agent at a table failed or took too long
        ├── NoGameError                 no such game
        ├── NotAllowedError             somebody else's seat or game
        └── NotOverError                something that is told only after the end of a game

`KeyboardInterrupt` is never caught for good: long work saves what it has and raises it again.
`SystemExit` in an agent is a failure of that agent. Everything else is a bug in Tamaya.
"""

from __future__ import annotations

from tamaya._core import IllegalMoveError, NotationError, TamayaError, UnknownNameError

__all__ = [
    "AgentError",
    "BodyError",
    "BusyError",
    "ClosedError",
    "ForgottenError",
    "IllegalMoveError",
    "LateError",
    "LimitedAgentError",
    "MissingDataError",
    "NoGameError",
    "NotAMoveError",
    "NotAllowedError",
    "NotOverError",
    "NotationError",
    "ServerError",
    "TamayaError",
    "UnknownNameError",
]


class AgentError(TamayaError):
    """An agent failed: the message names it, the game and the turn."""


class LimitedAgentError(AgentError):
    """An agent in its own process failed there, or took too long."""


class NotAMoveError(TamayaError):
    """An agent returned something else than a move."""


class MissingDataError(TamayaError):
    """An experiment needs data that is not on this machine."""


class ServerError(TamayaError):
    """The web server refuses a request, or an agent failed there."""


class BusyError(ServerError):
    """Too many games or requests at once."""


class BodyError(ServerError):
    """A request body that is too large or cannot be read."""


class ClosedError(ServerError):
    """A table that was put away."""


class ForgottenError(ServerError):
    """An agent's process must be told the earlier games of an episode again."""


class LateError(ServerError):
    """An agent at a table failed, or took too long."""


class NoGameError(ServerError):
    """No such game."""


class NotAllowedError(ServerError):
    """Somebody else's seat or game."""


class NotOverError(ServerError):
    """Something that is told only after the end of a game."""
