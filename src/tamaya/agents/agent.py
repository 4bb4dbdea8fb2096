"""Agents: who can play. An agent sits down as a player, as often as it is asked to.

Tamaya's own agents are values (`ValueAgent`): a name, parameters, what they can play. Everything
that changes in a game is in their players, so one agent may sit in several seats at once.

An agent of your own is a class with `act(view)`. Its objects are agents and players at once:
`Agent` below is a convenient base class of it.
"""

from __future__ import annotations

import copy
from abc import ABC, ABCMeta, abstractmethod
from collections.abc import Mapping

from tamaya.agents.player import Decision, Episode, Player, PythonPlayer
from tamaya.game import Event, IllegalMoveError, Move, Seat, Seed, Setup, TamayaError, View

ALL_PLAYERS = (2, 3, 4, 5)


class AgentName(str):
    """What a pool calls one of its agents. It is text, and can be used as the agent it names."""

    __slots__ = ("agent",)
    agent: Agent

    def __new__(cls, name: str, agent: Agent) -> AgentName:
        """Names an agent."""
        named = super().__new__(cls, name)
        named.agent = agent
        return named

    def __getnewargs__(self) -> tuple[str, Agent]:  # type: ignore[override]
        return str(self), self.agent


class Agent(ABC):
    """Base class of agents written in Python. Only `act` must be given.

    The calls come in this order: begin_episode; for each game begin_game, then for each turn act
    (only when it is this agent's turn) and observe, then end_game; at last end_episode.
    """

    @property
    def name(self) -> str:
        """What tables call this agent."""
        return type(self).__name__

    @property
    def is_native(self) -> bool:
        """Can the core play this agent without asking Python?"""
        return False

    def sit(self, seat: Seat = 0, seed: Seed = 0) -> Player:
        """Sits down. An object of a class of your own plays itself, so it can sit only once."""
        return seat_object(self, self.name, seat, seed)

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


class _Sealing(ABCMeta):
    """Seals values as soon as they are made."""

    def __call__(cls, *args: object, **kwargs: object) -> object:
        agent = super().__call__(*args, **kwargs)
        if not plays_itself(agent):
            agent.__dict__["_sealed"] = True
        return agent


def seat_object(body: object, name: str, seat: Seat, seed: Seed) -> PythonPlayer:
    """The player of an object of somebody's own class."""
    if isinstance(body, Agent) and "observe" not in vars(body):
        follows = type(body).observe is not Agent.observe
    else:
        follows = hasattr(body, "observe")
    return PythonPlayer(body, name, seat, seed, follows=follows)


class ValueAgent(Agent, metaclass=_Sealing):
    """An agent whose state is in its players only: a value, which cannot be changed.

    `act` and the other calls of the life cycle drive the player that sat down last. They let a
    class of your own wrap a named agent; everything else should call `sit`.
    """

    _last: Player | None = None
    _sealed = False

    def __init__(self, name: str) -> None:
        self._name = name

    def __setattr__(self, attribute: str, value: object) -> None:
        if self._sealed:
            raise AttributeError(f"agent {self.name!r} is a value: {attribute} cannot be changed")
        super().__setattr__(attribute, value)

    @property
    def name(self) -> str:
        """The text that names this agent."""
        return self._name

    @property
    def parameters(self) -> Mapping[str, object]:
        """What makes it differ from other agents of its class."""
        return {}

    @property
    def description(self) -> str:
        """What it does, in one sentence."""
        from tamaya.agents.naming import described  # noqa: PLC0415 (which imports agents)

        return described(self._name) or first_line(self)

    @property
    def players(self) -> tuple[int, ...]:
        """Numbers of players that it is made for."""
        from tamaya.agents.naming import made_for  # noqa: PLC0415 (which imports agents)

        return made_for(self._name)

    def refusal(self, setup: Setup) -> str | None:
        """Why it cannot play under some rules; None if it can."""
        return None

    @abstractmethod
    def _player(self, seat: Seat, seed: Seed) -> Player:
        """A new player."""

    def sit(self, seat: Seat = 0, seed: Seed = 0) -> Player:
        """A new player in a seat.

        :param seed: of the player's own randomness, where its `begin_game` is given none
        """
        if plays_itself(self):
            return super().sit(seat, seed)
        return self._seated(self._player(seat, seed))

    def _seated(self, player: Player) -> Player:
        self.__dict__["_last"] = player
        return player

    def begin_episode(self, episode: Episode) -> None:
        """Sits down and meets new partners."""
        self._seated(self._player(0, 0)).begin_episode(episode)

    def begin_game(self, view: View, seed: Seed) -> None:
        """Begins a game with the player that sat down last."""
        player = self._seated(self._player(view.me, seed)) if self._last is None else self._last
        player.begin_game(view, seed)

    def act(self, view: View) -> Move:
        """The player's move.

        :raises IllegalMoveError: if it gives up because no rule applies, as published agents can
        """
        move = self.decide(view).move
        if move is None:
            raise IllegalMoveError(f"{self.name} gives up: none of its rules applies")
        return move

    def decide(self, view: View) -> Decision:
        """The player's move, and why."""
        return self.seated.decide(view)

    def observe(self, event: Event, view: View) -> None:
        """Tells the player."""
        self.seated.observe(event, view)

    def end_game(self, view: View) -> None:
        """Tells the player."""
        self.seated.end_game(view)

    def end_episode(self) -> None:
        """Tells the player."""
        self.seated.end_episode()

    @property
    def seated(self) -> Player:
        """The player that sat down last.

        :raises TamayaError: if none did
        """
        if self._last is None:
            raise TamayaError(f"{self.name} has not begun a game: call begin_game first")
        return self._last

    def _key(self) -> tuple[object, ...]:
        return type(self), self.name, *self.parameters.items()

    def __eq__(self, other: object) -> bool:
        """Same kind, name and parameters; objects of classes of your own equal only themselves."""
        if self is other or not isinstance(other, ValueAgent) or plays_itself(self):
            return self is other
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash((type(self), self.name))

    def __getstate__(self) -> dict[str, object]:
        """What copies and other processes get: not the players."""
        return {name: value for name, value in vars(self).items() if name != "_last"}

    def __deepcopy__(self, memo: object) -> ValueAgent:
        return copy.copy(self)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.name}>"


_PLAYER_CALLS = (
    "begin_episode",
    "begin_game",
    "act",
    "decide",
    "observe",
    "end_game",
    "end_episode",
)


def plays_itself(agent: Agent) -> bool:
    """Does an object of a class of somebody's own decide, and so keep state of its own?"""
    if not isinstance(agent, ValueAgent):
        return True
    kind = type(agent)
    return any(getattr(kind, call) is not getattr(ValueAgent, call) for call in _PLAYER_CALLS)


def first_line(thing: object) -> str:
    """The first line of what a class says about itself."""
    return (type(thing).__doc__ or "").strip().partition("\n")[0]
