"""What an agent is, and the life it leads: episode, game, turn."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from tamaya.game import Event, Move, Seed, View


@dataclass(frozen=True)
class Episode:
    """Several games with the same people around the table."""

    partners: tuple[str, ...]
    """opaque ids of the others, the next seat's first: equal ids mean the same partner, within this
    episode; another episode may give the same ids to other partners"""
    games: int
    """games to be played"""


class Agent(ABC):
    """Base class of agents written in Python. Only `act` must be given.

    The calls come in this order: begin_episode; for each game begin_game, then for each turn act
    (only when it is this agent's turn) and observe, then end_game; at last end_episode.
    """

    @property
    def name(self) -> str:
        """What tables call this agent."""
        return type(self).__name__

    # The life cycle is there to be overridden where an agent cares: most need none of it.
    def begin_episode(self, episode: Episode) -> None:  # noqa: B027
        """A new set of partners: forget the old ones."""

    def begin_game(self, view: View, seed: Seed) -> None:  # noqa: B027
        """A new deal. All randomness of this game must come from `seed`."""

    @abstractmethod
    def act(self, view: View) -> Move:
        """Chooses a legal move for the seat `view.me`, which is to move."""

    def observe(self, event: Event, view: View) -> None:  # noqa: B027
        """A turn has passed, one's own included; `view` shows the table after it."""

    def end_game(self, view: View) -> None:  # noqa: B027
        """The game is over; `view.score` and `view.end` say how."""

    def end_episode(self) -> None:  # noqa: B027
        """The partners leave."""


class DuckAgent(Agent):
    """Any object with `act`; of the other calls it receives those it has."""

    def __init__(self, duck: object) -> None:
        self.duck = duck

    @property
    def name(self) -> str:
        """The object's own name, or its type's."""
        return str(getattr(self.duck, "name", type(self.duck).__name__))

    def begin_episode(self, episode: Episode) -> None:
        """Passes the call on."""
        self._call("begin_episode", episode)

    def begin_game(self, view: View, seed: Seed) -> None:
        """Passes the call on."""
        self._call("begin_game", view, seed)

    def act(self, view: View) -> Move:
        """Asks the object."""
        move: Move = self.duck.act(view)  # type: ignore[attr-defined]
        return move

    def observe(self, event: Event, view: View) -> None:
        """Passes the call on."""
        self._call("observe", event, view)

    def end_game(self, view: View) -> None:
        """Passes the call on."""
        self._call("end_game", view)

    def end_episode(self) -> None:
        """Passes the call on."""
        self._call("end_episode")

    def _call(self, name: str, *args: object) -> None:
        method = getattr(self.duck, name, None)
        if method is not None:
            method(*args)
