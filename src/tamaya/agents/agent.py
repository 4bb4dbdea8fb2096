"""The base classes of agents. `agent.sit(...)` creates a player, which plays one seat.

Tamaya's own agents are immutable values (`ValueAgent`): a name, parameters, the set-ups that they
can play. Their players hold all state, so one agent can sit in several seats at once.

You write an agent as a class with `act(view)`, with or without the base class `Agent`. An object of
such a class is agent and player at once.
"""

from __future__ import annotations

import copy
from abc import ABC, ABCMeta, abstractmethod
from collections.abc import Mapping

from tamaya.agents.player import Decision, Episode, Player, PythonPlayer
from tamaya.game import Event, IllegalMoveError, Move, Seat, Seed, Setup, TamayaError, View

ALL_PLAYERS = (2, 3, 4, 5)


class AgentName(str):
    """The name of an agent, as a string that can be used wherever an agent is expected.

    `2,3` names an elite only within its pool, so the string remembers the agent. `str(name)` is
    the plain text.
    """

    __slots__ = ("agent",)
    agent: Agent

    def __new__(cls, name: str, agent: Agent) -> AgentName:
        """Creates the string and remembers the agent."""
        text = super().__new__(cls, name)
        text.agent = agent
        return text

    def __getnewargs__(self) -> tuple[str, Agent]:  # type: ignore[override]
        return str(self), self.agent


class Agent(ABC):
    """Base class of agents written in Python. A subclass must define `act`.

    The arena calls the methods in this order: begin_episode; for each game begin_game, then in each
    turn act (only if it is this agent's turn) and observe, then end_game; finally end_episode.
    """

    @property
    def name(self) -> str:
        """The name that tables show for this agent."""
        return type(self).__name__

    @property
    def is_native(self) -> bool:
        """Can the core play this agent without asking Python?"""
        return False

    def sit(self, seat: Seat = 0, seed: Seed = 0) -> Player:
        """Creates the player of a seat. It calls this object, so an object can sit only once."""
        return seat_object(self, self.name, seat, seed)

    # Subclasses override the calls that they need; most need none of them.
    def begin_episode(self, episode: Episode) -> None:  # noqa: B027
        """Starts games with new partners: forget what you know about the old ones."""

    def begin_game(self, view: View, seed: Seed) -> None:  # noqa: B027
        """Starts a game. Take all randomness of this game from `seed`."""

    @abstractmethod
    def act(self, view: View) -> Move:
        """Chooses a legal move for the seat `view.me`, which is to move."""

    def observe(self, event: Event, view: View) -> None:  # noqa: B027
        """Reports a turn of any player, this one included; `view` is the position after it."""

    def end_game(self, view: View) -> None:  # noqa: B027
        """Ends a game; `view.score` and `view.end` give the result."""

    def end_episode(self) -> None:  # noqa: B027
        """Ends the games with these partners."""


class _Sealing(ABCMeta):
    """Makes each `ValueAgent` immutable as soon as its constructor returns."""

    def __call__(cls, *args: object, **kwargs: object) -> object:
        agent = super().__call__(*args, **kwargs)
        if not plays_itself(agent):
            agent.__dict__["_sealed"] = True
        return agent


def seat_object(body: object, name: str, seat: Seat, seed: Seed) -> PythonPlayer:
    """Creates the player for an object of a user's class."""
    if isinstance(body, Agent) and "observe" not in vars(body):
        follows = type(body).observe is not Agent.observe
    else:
        follows = hasattr(body, "observe")
    return PythonPlayer(body, name, seat, seed, follows=follows)


class ValueAgent(Agent, metaclass=_Sealing):
    """An immutable agent. All state of a game is in its players, which `sit` creates.

    `act` and the other calls of the life cycle are passed to the player that sat down last, so that
    a class of your own can call a named agent by hand; everything else should call `sit`.
    """

    _last: Player | None = None
    """the player that sat down last: the only state of an agent, ignored by `==` and by copies"""
    _sealed = False

    def __init__(self, name: str) -> None:
        self._name = str(name)

    def __setattr__(self, attribute: str, value: object) -> None:
        if self._sealed:
            raise AttributeError(f"agent {self.name!r} is immutable: cannot set {attribute}")
        super().__setattr__(attribute, value)

    @property
    def name(self) -> str:
        """The text that names this agent."""
        return self._name

    @property
    def parameters(self) -> Mapping[str, object]:
        """The parameters that distinguish this agent from others of its class."""
        return {}

    @property
    def description(self) -> str:
        """One sentence that says what the agent does."""
        from tamaya.agents.naming import description_of  # noqa: PLC0415 (which imports agents)

        return description_of(self._name) or first_line(self)

    @property
    def players(self) -> tuple[int, ...]:
        """Numbers of players that the agent is made for."""
        from tamaya.agents.naming import player_counts  # noqa: PLC0415 (which imports agents)

        return player_counts(self._name)

    @property
    def made_for(self) -> str:
        """The set-up that the agent is made for, in words; empty if it suits every set-up.

        Games without a set-up of their own use it. Evolved agents have that of their pool.
        """
        return ""

    def refusal(self, setup: Setup) -> str | None:
        """Why the agent cannot play a set-up, as words that follow "it"; None if it can."""
        return None

    @abstractmethod
    def _player(self, seat: Seat, seed: Seed) -> Player:
        """Creates a player."""

    def sit(self, seat: Seat = 0, seed: Seed = 0) -> Player:
        """Creates a player in a seat.

        :param seed: the player's own randomness, unless `begin_game` gives another seed
        """
        if plays_itself(self):
            return super().sit(seat, seed)
        return self._seat_new(seat, seed)

    def _seat_new(self, seat: Seat, seed: Seed) -> Player:
        player = self.__dict__["_last"] = self._player(seat, seed)
        return player

    def begin_episode(self, episode: Episode) -> None:
        """Creates a player and starts its episode."""
        self._seat_new(0, 0).begin_episode(episode)

    def begin_game(self, view: View, seed: Seed) -> None:
        """Starts a game of the player that sat down last, or of a new one."""
        player = self._last or self._seat_new(view.me, seed)
        player.begin_game(view, seed)

    def act(self, view: View) -> Move:
        """Returns the player's move.

        :raises IllegalMoveError: if it gives up because no rule applies, as published agents can
        """
        move = self.decide(view).move
        if move is None:
            raise IllegalMoveError(f"{self.name} gives up: none of its rules applies")
        return move

    def decide(self, view: View) -> Decision:
        """Returns the player's move and its reason."""
        return self.seated.decide(view)

    def observe(self, event: Event, view: View) -> None:
        """Passes the call to the player."""
        self.seated.observe(event, view)

    def end_game(self, view: View) -> None:
        """Passes the call to the player."""
        self.seated.end_game(view)

    def end_episode(self) -> None:
        """Passes the call to the player."""
        self.seated.end_episode()

    @property
    def seated(self) -> Player:
        """The player that sat down last.

        :raises TamayaError: if no player sat down yet
        """
        if self._last is None:
            raise TamayaError(f"{self.name} has not begun a game: call begin_game first")
        return self._last

    def _key(self) -> tuple[object, ...]:
        return type(self), self.name, *self.parameters.items()

    def __eq__(self, other: object) -> bool:
        """Compares class, name and parameters; an object of a user's class equals only itself."""
        if self is other or not isinstance(other, ValueAgent) or plays_itself(self):
            return self is other
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash((type(self), self.name))

    def __getstate__(self) -> dict[str, object]:
        """The fields to copy and pickle: all but the player."""
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
    """Is this an object of a user's class, which decides by itself and may hold state?"""
    if not isinstance(agent, ValueAgent):
        return True
    kind = type(agent)
    return any(getattr(kind, call) is not getattr(ValueAgent, call) for call in _PLAYER_CALLS)


def first_line(agent: object) -> str:
    """The first line of the docstring of an object's class."""
    return (type(agent).__doc__ or "").strip().partition("\n")[0]
