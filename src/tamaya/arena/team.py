"""Who sits where, and under which rules."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import ParamSpec

from tamaya import _core
from tamaya.agents import Agent, AgentLike, CoreAgent, Episode, as_agent, plays_in_core
from tamaya.game import Setup, TamayaError
from tamaya.search import SearchAgent

P = ParamSpec("P")


class AgentError(TamayaError):
    """An agent failed: the message names it, the game and the turn."""


def whole_number(name: str, value: object, low: int, high: int) -> int:
    """A whole number in a range, whatever type of whole number it is.

    :raises TamayaError: naming the argument and the range
    """
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TamayaError(f"{name} = {value!r} (expected a whole number)") from None
    if not low <= number <= high:
        bits = number.bit_length()  # Python does not print numbers of thousands of digits
        shown = f"{number:,}" if bits <= 128 else f"a number of {bits} bits"
        raise TamayaError(f"{name} = {shown} (expected {low:,} to {high:,})")
    return number


@dataclass(frozen=True)
class Team:
    """One agent in each seat of a set-up."""

    setup: Setup
    agents: tuple[Agent, ...]

    @classmethod
    def seat(cls, likes: tuple[AgentLike, ...], setup: Setup | str) -> Team:
        """Seats agents in the order given; a set-up in words takes its players from them.

        :raises TamayaError: if agents and seats do not match, or one object sits twice
        """
        if not isinstance(setup, str | Setup):
            raise TamayaError(
                f"not a set-up: {setup!r} (expected a Setup or words like 'standard')"
            )
        if isinstance(setup, str):
            given = "players=" in setup
            setup = Setup.parse(setup if given else f"{setup} players={len(likes)}")
        if len(likes) != setup.players:
            raise TamayaError(f"{len(likes)} agents for {setup.players} seats")
        agents = tuple(map(as_agent, likes))
        for seat, one in enumerate(agents):
            if any(one is other for other in agents[:seat]):
                raise TamayaError(
                    f"the same {one.name} object sits in two seats: pass its class, or two objects"
                )
        return cls(setup, agents)

    @property
    def names(self) -> tuple[str, ...]:
        """What tables call the agents, by seat."""
        return tuple(agent.name for agent in self.agents)

    @property
    def is_native(self) -> bool:
        """Can the core play this team alone?"""
        return all(map(plays_in_core, self.agents))

    @property
    def is_searching(self) -> bool:
        """Can the core play this team alone, with searchers among it?"""
        return not self.is_native and all(
            type(agent) is SearchAgent or plays_in_core(agent) for agent in self.agents
        )

    @property
    def players(self) -> list[_core.Searcher | _core.Policy]:
        """The core's side of a team with searchers."""
        return [
            agent.searcher if isinstance(agent, SearchAgent) else agent.policy
            for agent in self.agents
            if isinstance(agent, SearchAgent | CoreAgent)
        ]

    @property
    def policies(self) -> list[_core.Policy]:
        """The core's side of a native team."""
        return [agent.policy for agent in self.agents if isinstance(agent, CoreAgent)]

    def begin_episode(self, games: int) -> None:
        """Introduces the agents to each other by opaque ids."""
        ids = [f"partner-{seat}" for seat in range(len(self.agents))]
        for seat, agent in enumerate(self.agents):
            episode = Episode(tuple(ids[seat + 1 :] + ids[:seat]), games)
            _outside_games(agent, seat, "before the first game", agent.begin_episode, episode)

    def end_episode(self) -> None:
        """Says goodbye."""
        for seat, agent in enumerate(self.agents):
            _outside_games(agent, seat, "after the last game", agent.end_episode)


def _outside_games(
    agent: Agent, seat: int, when: str, method: Callable[P, None], *args: P.args, **kwargs: P.kwargs
) -> None:
    """Calls an agent when there is no game to name."""
    try:
        method(*args, **kwargs)
    except Exception as error:
        told = (
            f"agent {agent.name!r} in seat {seat}, {when}, raised {type(error).__name__}: {error}"
        )
        raise AgentError(told) from error
