"""Time limits for agents: each player runs in a child process, which is killed if too slow."""

from __future__ import annotations

import math
import pickle
import sys
import weakref
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from tamaya.agents.agent import ALL_PLAYERS, Agent, ValueAgent
from tamaya.agents.player import Decision, Episode, Player
from tamaya.agents.reason import Reason
from tamaya.agents.registry import Entry, register
from tamaya.errors import LimitedAgentError, TamayaError
from tamaya.game import Event, Move, Seat, Seed, Setup, View

if TYPE_CHECKING:
    import subprocess
    from multiprocessing.connection import Connection

START_SECONDS = 30.0
"""time to start Python and create the agent, which does not count as thinking"""


class Limited(ValueAgent):
    """Runs another agent in a child process and kills the process if a call takes too long.

    :param agent: a name, `file.py:Class`, or a class that can be imported
    :param seconds: limit for each call of `act` or another method
    :raises TamayaError: if the limit is not a positive number
    """

    def __init__(self, agent: str | type, seconds: float) -> None:
        if not (math.isfinite(seconds) and seconds > 0):
            raise TamayaError(f"seconds = {seconds!r} (expected a number above 0)")
        inner = agent if isinstance(agent, str) else agent.__qualname__
        super().__init__(f"limited({seconds:g}, {inner})")
        self.agent = agent
        self.seconds = seconds

    @property
    def parameters(self) -> Mapping[str, object]:
        """The agent and its limit."""
        return {"agent": self.agent, "seconds": self.seconds}

    @property
    def made_for(self) -> str:
        """The set-up of the agent; empty for an agent in a file, which is not run to find out."""
        known = _known_agent(self.agent)
        return known.made_for if known is not None else ""

    @property
    def players(self) -> tuple[int, ...]:
        """Numbers of players that the agent is made for."""
        known = _known_agent(self.agent)
        return known.players if known is not None else ALL_PLAYERS

    def refusal(self, setup: Setup) -> str | None:
        """Why the agent cannot play a set-up, as words that follow "it"; None if it can."""
        known = _known_agent(self.agent)
        return known.refusal(setup) if known is not None else None

    def _player(self, seat: Seat, seed: Seed) -> Player:
        return LimitedPlayer(self, seat, seed)

    def close(self) -> None:
        """Ends the process of the player that sat down last, if there is one."""
        if self._last is not None:
            self._last.close()


class LimitedPlayer(Player):
    """A player in a child process."""

    def __init__(self, agent: Limited, seat: Seat, seed: Seed) -> None:
        super().__init__(agent.name, seat, seed)
        self.agent = agent
        self._child: _Child | None = None

    @property
    def trusted(self) -> bool:  # type: ignore[override]
        """Same as the agent; False for an agent in a file, which is not run to find out."""
        known = _known_agent(self.agent.agent)
        return known is not None and known.sit().trusted

    def begin_episode(self, episode: Episode) -> None:
        """Starts a process with a new agent.

        :raises LimitedAgentError: if the agent cannot be created there
        """
        self.close()
        self._started().call("begin_episode", episode)

    def begin_game(self, view: View, seed: Seed | None = None) -> None:
        """Passes the call to the agent."""
        self._started().call("begin_game", view, self.seed if seed is None else seed)

    def decide(self, view: View) -> Decision:
        """Asks the agent for a move.

        :raises LimitedAgentError: if it fails, takes too long or returns no move
        """
        move = self._living().call("decide", view)
        source = "gave up" if move is None else "python"
        return Decision(move, lambda: Reason(self.name, view, move, source))

    def observe(self, event: Event, view: View) -> None:
        """Passes the call to the agent."""
        self._living().call("observe", event, view)

    def end_game(self, view: View) -> None:
        """Passes the call to the agent."""
        self._living().call("end_game", view)

    def end_episode(self) -> None:
        """Passes the call to the agent and ends the process."""
        self._living().call("end_episode")
        self.close()

    def close(self) -> None:
        """Ends the process, if there is one."""
        if self._child is not None:
            self._child.end()
            self._child = None

    def _started(self) -> _Child:
        if self._child is None:
            self._child = _Child(self.agent.agent, self.agent.seconds)
        return self._child

    def _living(self) -> _Child:
        if self._child is None:
            raise LimitedAgentError("has not begun a game: call begin_game first")
        return self._child


def _known_agent(agent: str | type) -> ValueAgent | None:
    """The named agent of Tamaya; None for users' code, which runs only in the child process."""
    return _named_agent(agent) if isinstance(agent, str) and ".py" not in agent else None


@cache
def _named_agent(name: str) -> ValueAgent | None:
    from tamaya.agents.naming import as_agent  # noqa: PLC0415 (which imports agents)

    try:
        agent = as_agent(name)
    except TamayaError:  # reported when the agent sits down
        return None
    return agent if isinstance(agent, ValueAgent) else None


class _Child:
    """A child process with one agent. It is killed when this object is deleted."""

    def __init__(self, agent: str | type, seconds: float) -> None:
        # Imported here to keep `import tamaya` fast.
        import subprocess  # noqa: PLC0415
        from multiprocessing import Pipe  # noqa: PLC0415

        self._pipe, far_end = Pipe()
        with far_end:
            command = [sys.executable, "-m", "tamaya.agents.limited_child", str(far_end.fileno())]
            self._process = subprocess.Popen(
                command,
                pass_fds=[far_end.fileno()],
                start_new_session=True,  # Ctrl-C is for the program that starts it
            )
        self._finalizer = weakref.finalize(self, _end, self._process, self._pipe)
        self._seconds = START_SECONDS
        try:
            start = pickle.dumps((sys.path, agent, seconds))
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            self.end()
            raise LimitedAgentError(f"it cannot be sent to another process: {error}") from None
        self._ask("starting", start)
        self._seconds = seconds

    def call(self, method: str, *args: object) -> Move | None:
        """Calls a method of the player and waits; returns the move of `decide`, otherwise None."""
        name = "act" if method == "decide" else method
        return self._ask(name, pickle.dumps((method, args)))

    def end(self) -> None:
        """Kills the process if it still runs."""
        self._finalizer()

    def _ask(self, call: str, message: bytes) -> Move | None:
        try:
            self._pipe.send_bytes(message)
            if not self._pipe.poll(self._seconds):
                self.end()
                raise LimitedAgentError(f"{call} took longer than {self._seconds:g} s")
            kind, answer = self._pipe.recv()
        except (EOFError, OSError):
            self._process.wait()
            raise LimitedAgentError(
                f"{call} ended its process (exit code {self._process.returncode})"
            ) from None
        if kind in ("error", "no move"):
            self.end()
            raise LimitedAgentError(f"{call}{':' if kind == 'error' else ''} {answer}")
        assert answer is None or isinstance(answer, Move)
        return answer


def _end(process: subprocess.Popen[bytes], pipe: Connection) -> None:
    process.kill()  # before the pipe closes, so that a late answer does not fail there
    pipe.close()
    process.wait()


def _limited(seconds: float, agent: str) -> Agent:
    return Limited(agent, seconds)


register(
    Entry(
        "limited",
        "Another agent with a time limit for each call, in a child process.",
        _limited,
        usage="limited(SECONDS, AGENT)",
    )
)
