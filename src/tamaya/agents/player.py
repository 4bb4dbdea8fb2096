"""Players. A player plays one seat for an agent and holds all state of its games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from tamaya.agents.reason import Reason
from tamaya.errors import NotAMoveError, safe_text
from tamaya.game import Event, Move, Seat, Seed, View


@dataclass(frozen=True)
class Episode:
    """A series of games with the same partners."""

    partners: tuple[str, ...]
    """opaque ids of the other players, starting with the next seat; an id means the same partner
    throughout this episode, but may mean another partner in another episode"""
    games: int
    """number of games"""


class Decision:
    """A move and the reason for it.

    :param move: None if the player gives up, as published agents can
    :param explain: computes the reason, only when `reason` is read
    """

    __slots__ = ("_explain", "_reason", "move")

    def __init__(self, move: Move | None, explain: Callable[[], Reason]) -> None:
        self.move = move
        self._explain = explain
        self._reason: Reason | None = None

    @property
    def reason(self) -> Reason:
        """Why the player chose this move."""
        if self._reason is None:
            self._reason = self._explain()
        return self._reason

    def __repr__(self) -> str:
        return f"<Decision: {self.move}>"


class Player(ABC):
    """One agent in one seat, for one or more games.

    The arena calls the methods in this order: begin_episode; for each game begin_game, then in each
    turn decide (only in the player's own turn) and observe, then end_game; finally end_episode and
    close. A player may remember what it learnt between the games of an episode.
    """

    follows = True
    """whether `observe` must be called in each turn"""
    trusted = False
    """whether the player may get a seed from which the deck follows; True only for agents that are
    part of Tamaya"""

    def __init__(self, name: str, seat: Seat = 0, seed: Seed = 0) -> None:
        """Creates a player.

        :param name: the name of its agent, used in messages
        :param seed: its own randomness, unless `begin_game` gives another seed
        """
        self.name = name
        self.seat = seat
        self.seed = seed

    # Subclasses override the calls that they need.
    def begin_episode(self, episode: Episode) -> None:  # noqa: B027
        """Starts games with new partners: the player forgets what it knows about the old ones."""

    def begin_game(self, view: View, seed: Seed | None = None) -> None:  # noqa: B027
        """Starts a game. All randomness of this game comes from `seed`."""

    @abstractmethod
    def decide(self, view: View) -> Decision:
        """Chooses a move for the seat `view.me`, which is to move."""

    def observe(self, event: Event, view: View) -> None:  # noqa: B027
        """Reports a turn of any player, this one included; `view` is the position after it."""

    def end_game(self, view: View) -> None:  # noqa: B027
        """Ends a game; `view.score` and `view.end` give the result."""

    def end_episode(self) -> None:  # noqa: B027
        """Ends the games with these partners."""

    def close(self) -> None:  # noqa: B027
        """Frees resources of the player, such as a child process."""


class PythonPlayer(Player):
    """A player that calls an object with `act`, and its other methods of the life cycle if any."""

    def __init__(
        self, body: object, name: str, seat: Seat = 0, seed: Seed = 0, *, follows: bool = False
    ) -> None:
        """Creates the player of an object.

        :param follows: whether the object defines `observe`
        """
        super().__init__(name, seat, seed)
        self.body = body
        """the object that decides"""
        self.follows = follows
        if follows:  # called directly: this is the most frequent call
            self.observe = body.observe  # type: ignore[attr-defined, method-assign]

    def begin_episode(self, episode: Episode) -> None:
        """Passes the call to the object."""
        self._call("begin_episode", episode)

    def begin_game(self, view: View, seed: Seed | None = None) -> None:
        """Passes the call to the object."""
        self._call("begin_game", view, self.seed if seed is None else seed)

    def decide(self, view: View) -> Decision:
        """Calls `act` of the object.

        :raises NotAMoveError: if it does not return a `Move`
        """
        move = self.body.act(view)  # type: ignore[attr-defined]
        if not isinstance(move, Move):
            raise NotAMoveError(f"returned {safe_text(move)} (expected a Move)")
        return Decision(move, lambda: Reason(self.name, view, move, "python"))

    def end_game(self, view: View) -> None:
        """Passes the call to the object."""
        self._call("end_game", view)

    def end_episode(self) -> None:
        """Passes the call to the object."""
        self._call("end_episode")

    def _call(self, name: str, *args: object) -> None:
        method = getattr(self.body, name, None)
        if method is not None:
            method(*args)
