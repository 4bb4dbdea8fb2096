"""Players: agents in their seats. A player holds everything that changes while games are played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from tamaya.agents.reason import Reason
from tamaya.errors import NotAMoveError, shown
from tamaya.game import Event, Move, Seat, Seed, View


@dataclass(frozen=True)
class Episode:
    """Several games with the same people around the table."""

    partners: tuple[str, ...]
    """opaque ids of the others, the next seat's first: equal ids mean the same partner, within this
    episode; another episode may give the same ids to other partners"""
    games: int
    """games to be played"""


class Decision:
    """A move and the reason for it.

    :param move: None if the player gives up, as published agents can
    :param explain: computes the reason; most games are played without asking for it
    """

    __slots__ = ("_explain", "_reason", "move")

    def __init__(self, move: Move | None, explain: Callable[[], Reason]) -> None:
        self.move = move
        self._explain = explain
        self._reason: Reason | None = None

    @property
    def reason(self) -> Reason:
        """Why the player decided so."""
        if self._reason is None:
            self._reason = self._explain()
        return self._reason

    def __repr__(self) -> str:
        return f"<Decision: {self.move}>"


class Player(ABC):
    """One agent in one seat, for one or more games.

    The calls come in this order: begin_episode; for each game begin_game, then for each turn decide
    (only in the player's own turn) and observe, then end_game; at last end_episode, and close.
    The player owns what is kept between the games of an episode.
    """

    follows = True
    """whether it must be told of each turn"""
    trusted = False
    """whether it may have a seed from which the deck follows: True only for Tamaya's own players"""

    def __init__(self, name: str, seat: Seat = 0, seed: Seed = 0) -> None:
        """Sits down.

        :param name: what messages call the player: the name of its agent
        :param seed: of its own randomness, where `begin_game` gives none
        """
        self.name = name
        self.seat = seat
        self.seed = seed

    # Most players need only some of the calls.
    def begin_episode(self, episode: Episode) -> None:  # noqa: B027
        """A new set of partners: the player forgets the old ones."""

    def begin_game(self, view: View, seed: Seed | None = None) -> None:  # noqa: B027
        """A new deal. All randomness of this game comes from `seed`."""

    @abstractmethod
    def decide(self, view: View) -> Decision:
        """Chooses a move for the seat `view.me`, which is to move."""

    def observe(self, event: Event, view: View) -> None:  # noqa: B027
        """A turn has passed, the player's own included; `view` shows the table after it."""

    def end_game(self, view: View) -> None:  # noqa: B027
        """The game is over; `view.score` and `view.end` say how."""

    def end_episode(self) -> None:  # noqa: B027
        """The partners leave."""

    def close(self) -> None:  # noqa: B027
        """Gives back what the player holds, such as a process."""


class PythonPlayer(Player):
    """Any object with `act`. Of the other calls it receives those it has."""

    def __init__(
        self, body: object, name: str, seat: Seat = 0, seed: Seed = 0, *, follows: bool = False
    ) -> None:
        """Seats an object.

        :param follows: whether it does something in `observe`
        """
        super().__init__(name, seat, seed)
        self.body = body
        """the object that decides"""
        self.follows = follows
        if follows:  # called in every turn of everybody, so without a detour
            self.observe = body.observe  # type: ignore[attr-defined, method-assign]

    def begin_episode(self, episode: Episode) -> None:
        """Passes the call on."""
        self._call("begin_episode", episode)

    def begin_game(self, view: View, seed: Seed | None = None) -> None:
        """Passes the call on."""
        self._call("begin_game", view, self.seed if seed is None else seed)

    def decide(self, view: View) -> Decision:
        """Asks the object.

        :raises NotAMoveError: if it returns something else than a move
        """
        move = self.body.act(view)  # type: ignore[attr-defined]
        if not isinstance(move, Move):
            raise NotAMoveError(f"returned {shown(move)} (expected a Move)")
        return Decision(move, lambda: Reason(self.name, view, move, "python"))

    def end_game(self, view: View) -> None:
        """Passes the call on."""
        self._call("end_game", view)

    def end_episode(self) -> None:
        """Passes the call on."""
        self._call("end_episode")

    def _call(self, name: str, *args: object) -> None:
        method = getattr(self.body, name, None)
        if method is not None:
            method(*args)
