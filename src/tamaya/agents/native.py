"""Agents that live in the core."""

from tamaya import _core
from tamaya.agents.agent import Agent
from tamaya.game import Event, Move, Seed, TamayaError, View


class NativeAgent(Agent):
    """A core agent by name. The arena plays teams of them in the core; this drives one by hand."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._seat: _core.NativeSeat | None = None

    @property
    def name(self) -> str:
        """The name it was asked for by."""
        return self._name

    def begin_game(self, view: View, seed: Seed) -> None:
        """Starts with an empty memory."""
        self._seat = _core.NativeSeat(self._name, seed)

    def act(self, view: View) -> Move:
        """The core's move."""
        return self._in_game().act(view)

    def observe(self, event: Event, view: View) -> None:
        """Tells the core what happened."""
        self._in_game().observe(view, event)

    def _in_game(self) -> _core.NativeSeat:
        if self._seat is None:
            raise TamayaError(f"{self._name} has not begun a game: call begin_game first")
        return self._seat

    def __repr__(self) -> str:
        return f"NativeAgent({self._name!r})"
