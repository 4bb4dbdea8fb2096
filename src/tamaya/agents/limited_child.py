"""The child process of a `Limited` agent: receives calls over a pipe and answers them.

`Limited` starts this module as a new program. `multiprocessing` would import the caller's main
module again.
"""

from __future__ import annotations

import os
import signal
import sys
from multiprocessing.connection import Connection

from tamaya.agents.agent import Agent
from tamaya.agents.error_place import error_place
from tamaya.agents.naming import as_agent
from tamaya.agents.player import Decision, Player
from tamaya.agents.python import replica
from tamaya.errors import IllegalMoveError, NotAMoveError

_GRACE_SECONDS = 1.0
"""seconds from the time limit until the process ends itself, in case the parent is gone"""


def main() -> None:
    """Serves one agent until the other side closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program that started us
    pipe = Connection(int(sys.argv[1]))
    try:
        sys.path[:], spec, seconds = pipe.recv()
        agent = as_agent(spec)
    except EOFError:
        return
    except BaseException as error:
        pipe.send(("error", _error_text(error)))
        return
    pipe.send(("made", None))
    _serve(pipe, _HeldAgent(agent), seconds)


class _HeldAgent:
    """An agent, and the player that sat down last."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self._player: Player | None = None

    def answer(self, method: str, args: tuple[object, ...]) -> object:
        """Calls a method. The answer has only types that the parent knows."""
        if method == "sit":
            self._player = replica(self._agent).sit(*args)  # type: ignore[arg-type]
            return self._player.follows
        if method == "act_batch":
            return self._agent.act_batch(*args)  # type: ignore[attr-defined]
        answer = getattr(self._player, method)(*args)
        return answer.move if isinstance(answer, Decision) else None


def _serve(pipe: Connection, seated: _HeldAgent, seconds: float) -> None:
    while True:
        try:
            method, args = pipe.recv()
        except EOFError:
            return
        answer: tuple[str, object]
        if method != "sit":
            signal.setitimer(signal.ITIMER_REAL, seconds + _GRACE_SECONDS)
        try:
            answer = ("answer", seated.answer(method, args))
        except IllegalMoveError as error:
            answer = ("illegal", str(error))
        except NotAMoveError as error:
            answer = ("no move", str(error))
        except BaseException as error:
            answer = ("error", _error_text(error))
        signal.setitimer(signal.ITIMER_REAL, 0)
        try:
            pipe.send(answer)
        except OSError:  # the program that started us is gone
            return


def _error_text(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}{error_place(error)}"


if __name__ == "__main__":
    main()
    os._exit(0)  # threads that the agent started do not keep the process alive
