"""Time limits for agents: each player runs in a child process, which is killed if too slow."""

from __future__ import annotations

import contextlib
import math
import pickle
import sys
import weakref
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from tamaya.agents.agent import ALL_PLAYERS, Agent, ValueAgent
from tamaya.agents.player import Decision, Episode, Player
from tamaya.agents.reason import Reason
from tamaya.agents.registry import Entry, register
from tamaya.errors import IllegalMoveError, LimitedAgentError, TamayaError
from tamaya.game import Event, Move, Seat, Seed, Setup, View
from tamaya.numbers import Bytes

if TYPE_CHECKING:
    import subprocess
    from multiprocessing.connection import Connection

START_SECONDS = 30.0
"""time to start Python and create the agent, which does not count as thinking"""


class Limited(ValueAgent):
    """Runs another agent in a child process and kills the process if a call takes too long.

    :param agent: a name, `file.py:Class`, or a class that can be imported
    :param seconds: limit for each call of `act` or another method
    :param reuse: whether a process plays later episodes too, with a new player in each, unless it
        was killed; otherwise every episode has a new process
    :param name: the name that tables show
    :raises TamayaError: if the limit is not a positive number
    """

    def __init__(
        self, agent: str | type, seconds: float, *, reuse: bool = False, name: str = ""
    ) -> None:
        if not (math.isfinite(seconds) and seconds > 0):
            raise TamayaError(f"seconds = {seconds!r} (expected a number above 0)")
        inner = agent if isinstance(agent, str) else agent.__qualname__
        super().__init__(name or f"limited({seconds:g}, {inner})")
        self.agent = agent
        self.seconds = seconds
        self.reuse = reuse

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

    def process(self) -> AgentProcess:
        """A process that holds the agent: one that waits to be used again, or a new one.

        :raises LimitedAgentError: if the agent cannot be created there
        """
        waiting = _waiting.get(self._place, [])
        while self.reuse and waiting:
            process = waiting.pop()
            if process.is_free:
                return process
        return AgentProcess(self.agent, self.seconds)

    def put_back(self, process: AgentProcess) -> None:
        """Lets a process wait to be used again, or ends it."""
        if self.reuse and process.is_free:
            _waiting.setdefault(self._place, []).append(process)
        else:
            process.end()

    def close(self) -> None:
        """Ends the process of the player that sat down last, and those that wait for this agent."""
        if self._last is not None:
            self._last.close()
        for process in _waiting.pop(self._place, []) if self.reuse else ():
            process.end()

    @property
    def _place(self) -> tuple[str | type, float]:
        """Where processes wait for this agent."""
        return self.agent, self.seconds


class LimitedPlayer(Player):
    """A player in a child process."""

    def __init__(self, agent: Limited, seat: Seat, seed: Seed) -> None:
        super().__init__(agent.name, seat, seed)
        self.agent = agent
        self._process: AgentProcess | None = None

    @property
    def trusted(self) -> bool:  # type: ignore[override]
        """Same as the agent; False for an agent in a file, which is not run to find out."""
        known = _known_agent(self.agent.agent)
        return known is not None and known.sit().trusted

    def begin_episode(self, episode: Episode) -> None:
        """Starts a process, or uses one again, with a new player of the agent.

        :raises LimitedAgentError: if the agent cannot be created there
        """
        self.close()
        self._started()
        self._call("begin_episode", episode)

    def begin_game(self, view: View, seed: Seed | None = None) -> None:
        """Passes the call to the agent."""
        self._started()
        self._call("begin_game", view, self.seed if seed is None else seed)

    def decide(self, view: View) -> Decision:
        """Asks the agent for a move.

        :raises LimitedAgentError: if it fails, takes too long or returns no move
        """
        move = self._call("decide", view)
        source = "gave up" if move is None else "python"
        return Decision(move, lambda: Reason(self.name, view, move, source))

    def observe(self, event: Event, view: View) -> None:
        """Passes the call to the agent."""
        self._call("observe", event, view)

    def end_game(self, view: View) -> None:
        """Passes the call to the agent."""
        self._call("end_game", view)

    def end_episode(self) -> None:
        """Passes the call to the agent and ends the process, unless it is used again."""
        self._call("end_episode")
        self.close()

    def close(self) -> None:
        """Ends the process, if there is one, unless it is used again."""
        if self._process is not None:
            self.agent.put_back(self._process)
            self._process = None

    def _started(self) -> None:
        if self._process is None:
            self._process = self.agent.process()
            with self._closing_after_errors():
                self.follows = self._process.sit(self.seat, self.seed)

    def _call(self, method: str, *args: object) -> Move | None:
        if self._process is None:
            raise LimitedAgentError("has not begun a game: call begin_game first")
        with self._closing_after_errors():
            return self._process.call(method, *args)

    @contextlib.contextmanager
    def _closing_after_errors(self) -> Iterator[None]:
        try:
            yield
        except LimitedAgentError:
            self.close()
            raise


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


class AgentProcess:
    """A child process that holds one agent. It is killed when this object is deleted.

    :raises LimitedAgentError: if the agent cannot be created there
    """

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
        self._seconds = seconds
        self._owes_answer = False
        try:
            start = pickle.dumps((sys.path, agent, seconds))
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            self.end()
            raise LimitedAgentError(f"it cannot be sent to another process: {error}") from None
        try:
            self._ask("starting", start, max(START_SECONDS, seconds))
        except LimitedAgentError:
            self.end()
            raise

    @property
    def is_free(self) -> bool:
        """Does the process run, and has it answered all calls?"""
        return not self._owes_answer and self._process.poll() is None

    def sit(self, seat: Seat, seed: Seed) -> bool:
        """Creates a player, which later calls are passed to; returns whether it follows the game.

        :raises LimitedAgentError: if that fails, or takes too long
        """
        message = pickle.dumps(("sit", (seat, seed)))
        return bool(self._ask("starting", message, max(START_SECONDS, self._seconds)))

    def call(self, method: str, *args: object) -> Move | None:
        """Calls a method of the player and waits; returns the move of `decide`, otherwise None.

        :raises LimitedAgentError: if it fails, takes too long or returns no move
        :raises IllegalMoveError: if the agent raises it
        """
        name = "act" if method == "decide" else method
        answer = self._ask(name, pickle.dumps((method, args)), self._seconds)
        assert answer is None or isinstance(answer, Move)
        return answer

    def act_batch(self, observations: Bytes, legal: Bytes) -> NDArray[np.int32]:
        """Asks a `NetworkAgent` for the action ids of many positions.

        :raises LimitedAgentError: if it fails, takes too long or returns something else
        """
        message = pickle.dumps(("act_batch", (observations, legal)))
        return cast("NDArray[np.int32]", self._ask("act_batch", message, self._seconds))

    def end(self) -> None:
        """Kills the process if it still runs."""
        self._finalizer()

    def _ask(self, call: str, message: bytes, seconds: float) -> object:
        self._owes_answer = True
        try:
            self._pipe.send_bytes(message)
            if not self._pipe.poll(seconds):
                self.end()
                raise LimitedAgentError(f"{call} took longer than {seconds:g} s")
            kind, answer = self._pipe.recv()
        except (EOFError, OSError):
            self._process.wait()
            raise LimitedAgentError(
                f"{call} ended its process (exit code {self._process.returncode})"
            ) from None
        self._owes_answer = False
        if kind == "illegal":
            raise IllegalMoveError(answer)
        if kind in ("error", "no move"):
            raise LimitedAgentError(f"{call}{':' if kind == 'error' else ''} {answer}")
        return cast(object, answer)


_waiting: dict[tuple[str | type, float], list[AgentProcess]] = {}
"""processes that wait to be used again, by agent and limit"""


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
