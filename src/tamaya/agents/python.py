"""Agents written in Python: objects with `act`, and classes or functions that create them."""

from __future__ import annotations

import copy
from collections.abc import Callable

from tamaya.agents.agent import Agent, ValueAgent, plays_itself, seat_object
from tamaya.agents.error_place import error_place
from tamaya.agents.player import Player
from tamaya.errors import AgentError, TamayaError, safe_text
from tamaya.game import Move, Seat, Seed, View


class DuckAgent(Agent):
    """An object with `act` whose class does not derive from `Agent` (duck typing)."""

    def __init__(self, duck: object) -> None:
        self.duck = duck

    @property
    def name(self) -> str:
        """The object's `name`, or the name of its class."""
        return str(getattr(self.duck, "name", type(self.duck).__name__))

    def sit(self, seat: Seat = 0, seed: Seed = 0) -> Player:
        """Creates the player of a seat. It calls the object, so the object can sit only once."""
        return seat_object(self.duck, self.name, seat, seed)

    def act(self, view: View) -> Move:
        """Calls `act` of the object."""
        move: Move = self.duck.act(view)  # type: ignore[attr-defined]
        return move


class PythonAgent(ValueAgent):
    """A class of agents, or a function that creates them: each player gets its own object.

    :param make: creates an object; it is called once at the start, so that mistakes show early
    :param spec: the text that names the agent, if there is one
    :param suffix: text after the class name, if the agent has no name of its own
    :raises AgentError: if `make` fails
    :raises TamayaError: if the object has no `act`
    """

    def __init__(self, make: Callable[[], object], *, spec: str = "", suffix: str = "") -> None:
        self.make = make
        self.spec = spec
        self._spare: object | None = _create(make)
        """an object that no player uses yet"""
        if not callable(getattr(self._spare, "act", None)):
            raise TamayaError(
                f"not an agent: {make!r} (expected a name or an object with act(view))"
            )
        self.kind = type(self._spare)
        own = getattr(self._spare, "name", None)
        is_named = own is not None and own != self.kind.__name__
        super().__init__(str(own) if is_named else f"{self.kind.__name__}{suffix}")

    @property
    def description(self) -> str:
        """The first line of the docstring of the class."""
        return (self.kind.__doc__ or "").strip().partition("\n")[0]

    def new(self) -> object:
        """Returns an object that no player uses yet."""
        spare = self.__dict__.pop("_spare", None)
        return _create(self.make) if spare is None else spare

    def _player(self, seat: Seat, seed: Seed) -> Player:
        return seat_object(self.new(), self.name, seat, seed)

    def _key(self) -> tuple[object, ...]:
        return type(self), self.spec or self.make

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in super().__getstate__().items() if name != "_spare"}

    def __str__(self) -> str:
        return self.spec or self.name


def _create(make: Callable[[], object]) -> object:
    """Calls a user's class or function.

    :raises AgentError: naming the class or function, whatever it raises
    """
    try:
        return make()
    except (Exception, SystemExit) as error:
        name = getattr(make, "__name__", repr(make))
        reason = f"{error_text(error)}{error_place(error)}"
        raise AgentError(f"cannot make a {name}: {reason}") from error


def error_text(error: BaseException) -> str:
    """An error in one line, with its type unless it is one of Tamaya's own."""
    if isinstance(error, SystemExit):
        return f"it called sys.exit({'' if error.code is None else repr(error.code)})"
    if isinstance(error, TamayaError):
        return str(error)
    text = safe_text(error, str)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def body_of(agent: Agent) -> object | None:
    """The user's object that holds an agent's state; None for agents that can sit repeatedly."""
    if isinstance(agent, DuckAgent):
        return agent.duck
    return agent if plays_itself(agent) else None


def replica(agent: Agent) -> Agent:
    """An agent like this one for another table: users' objects are copied, values are shared.

    :raises TamayaError: if an object cannot be copied
    """
    body = body_of(agent)
    if body is None:
        return agent
    try:
        twin = copy.deepcopy(body) if not isinstance(agent, ValueAgent) else copy.copy(agent)
    except Exception as error:
        raise TamayaError(
            f"cannot copy agent {agent.name!r}: {error} (expected an object "
            "that copy.deepcopy can copy, or its class instead of the object)"
        ) from error
    return twin if isinstance(twin, Agent) else DuckAgent(twin)
