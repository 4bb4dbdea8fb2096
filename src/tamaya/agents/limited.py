"""Agents that may think only so long: each plays in a process of its own, which can be ended."""

from __future__ import annotations

import math
import pickle
import sys
import weakref
from typing import TYPE_CHECKING

from tamaya.agents.agent import Agent, Episode
from tamaya.agents.catalogue import Entry, register
from tamaya.game import Event, Move, NotationError, Seed, TamayaError, View

if TYPE_CHECKING:
    import subprocess
    from multiprocessing.connection import Connection

START_SECONDS = 30.0
"""how long starting Python and making the agent may take; thinking has not begun then"""


class LimitedAgentError(TamayaError):
    """An agent in its own process failed there, or took too long."""


class Limited(Agent):
    """Plays another agent in a child process and ends that process when a call takes too long.

    :param agent: a name, `file.py:Class`, or a class that can be imported
    :param seconds: limit for each call, `act` or any other
    :raises TamayaError: if the limit is not a positive number
    """

    def __init__(self, agent: str | type, seconds: float) -> None:
        if not (math.isfinite(seconds) and seconds > 0):
            raise TamayaError(f"seconds = {seconds!r} (expected a number above 0)")
        self.agent = agent
        self.seconds = seconds
        self._child: _Child | None = None

    @property
    def name(self) -> str:
        """The spec that makes one like it."""
        inner = self.agent if isinstance(self.agent, str) else self.agent.__qualname__
        return f"limited({self.seconds:g}, {inner})"

    def begin_episode(self, episode: Episode) -> None:
        """Starts a process with a fresh agent.

        :raises LimitedAgentError: if the agent cannot be made there
        """
        self.close()
        self._child = _Child(self.agent, self.seconds)
        self._child.call("begin_episode", episode)

    def begin_game(self, view: View, seed: Seed) -> None:
        """Passes the call on."""
        if self._child is None:
            self._child = _Child(self.agent, self.seconds)
        self._child.call("begin_game", view, seed)

    def act(self, view: View) -> Move:
        """Asks the agent.

        :raises LimitedAgentError: if it fails, takes too long or gives no move
        """
        answer = self._living().call("act", view)
        if not isinstance(answer, Move):
            raise LimitedAgentError(f"act returned {answer} (expected a Move)")
        return answer

    def observe(self, event: Event, view: View) -> None:
        """Passes the call on."""
        self._living().call("observe", event, view)

    def end_game(self, view: View) -> None:
        """Passes the call on."""
        self._living().call("end_game", view)

    def end_episode(self) -> None:
        """Passes the call on and ends the process."""
        self._living().call("end_episode")
        self.close()

    def close(self) -> None:
        """Ends the process, if there is one."""
        if self._child is not None:
            self._child.end()
            self._child = None

    def _living(self) -> _Child:
        if self._child is None:
            raise LimitedAgentError("has not begun a game: call begin_game first")
        return self._child


class _Child:
    """A process with one agent. It ends with this object."""

    def __init__(self, agent: str | type, seconds: float) -> None:
        # Imported where a child is started: `import tamaya` does not need them.
        import subprocess  # noqa: PLC0415
        from multiprocessing import Pipe  # noqa: PLC0415

        self._pipe, far_end = Pipe()
        with far_end:
            command = [sys.executable, "-m", "tamaya.agents.limited_child", str(far_end.fileno())]
            self._process = subprocess.Popen(command, pass_fds=[far_end.fileno()])
        self._finalizer = weakref.finalize(self, _end, self._process, self._pipe)
        self._seconds = START_SECONDS
        try:
            made = pickle.dumps((sys.path, agent, seconds))
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            self.end()
            raise LimitedAgentError(f"it cannot be sent to another process: {error}") from None
        self._ask("starting", made)
        self._seconds = seconds

    def call(self, method: str, *args: object) -> object:
        """Calls a method of the agent and waits for its answer."""
        return self._ask(method, pickle.dumps((method, args)))

    def end(self) -> None:
        """Kills the process if it still runs."""
        self._finalizer()

    def _ask(self, what: str, message: bytes) -> object:
        try:
            self._pipe.send_bytes(message)
            if not self._pipe.poll(self._seconds):
                self.end()
                raise LimitedAgentError(f"{what} took longer than {self._seconds:g} s")
            kind, answer = self._pipe.recv()
        except (EOFError, OSError):
            self._process.wait()
            raise LimitedAgentError(
                f"{what} ended its process (exit code {self._process.returncode})"
            ) from None
        if kind == "error":
            self.end()
            raise LimitedAgentError(f"{what}: {answer}")
        return answer


def _end(process: subprocess.Popen[bytes], pipe: Connection) -> None:
    pipe.close()
    process.kill()
    process.wait()


def _limited(spec: str, seconds: str, *inner: str) -> Agent:
    try:
        limit = float(seconds)
    except ValueError:
        limit = math.nan
    if not (math.isfinite(limit) and limit > 0):
        raise NotationError(f"limited({seconds}, ...): expected seconds, a number above 0")
    if not inner:
        raise NotationError(f"not an agent: {spec!r} (expected limited(seconds, agent))")
    return Limited(", ".join(inner), limit)


register(
    Entry(
        "limited",
        "Another agent in a process of its own that is ended when a call takes too many seconds.",
        _limited,
        parameters=("seconds", "agent"),
    )
)
