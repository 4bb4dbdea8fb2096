"""Teams: which agent sits in which seat, and the set-up of their games."""

from __future__ import annotations

from dataclasses import dataclass

from tamaya import _core
from tamaya.agents import (
    Agent,
    AgentLike,
    CoreAgent,
    NetworkAgent,
    ValueAgent,
    as_agent,
    plays_in_core,
)
from tamaya.agents.made_for import (
    check_players,
    claims_of,
    shared_setup,
    without_players,
)
from tamaya.agents.python import body_of
from tamaya.errors import TamayaError
from tamaya.game import Seat, Setup
from tamaya.search import SearchAgent


@dataclass(frozen=True)
class Team:
    """One agent in each seat of a set-up."""

    setup: Setup
    agents: tuple[Agent, ...]

    @classmethod
    def seat(cls, likes: tuple[AgentLike, ...], setup: Setup | str | None = None) -> Team:
        """Seats agents in this order. A set-up in words gets as many players as there are agents.

        Without a set-up they play the one that they are made for.

        :raises TamayaError: if agents and seats do not match, an object sits twice, or an agent
            cannot play the set-up
        """
        agents = tuple(map(as_agent, likes))
        if setup is None:
            claims = claims_of(agents)
            check_players(claims, len(agents))
            setup = without_players(shared_setup(claims))
        if not isinstance(setup, str | Setup):
            raise TamayaError(
                f"not a set-up: {setup!r} (expected a Setup or words like 'standard')"
            )
        if isinstance(setup, str):
            names_players = "players=" in setup
            setup = Setup.parse(setup if names_players else f"{setup} players={len(likes)}")
        if len(likes) != setup.players:
            raise TamayaError(
                f"{len(likes)} agents for {setup.players} seats (expected one for each seat)"
            )
        team = cls(setup, agents)
        team._check_objects()
        team._check_setup()
        return team

    def _check_objects(self) -> None:
        seated: list[object] = []
        for agent in self.agents:
            body = body_of(agent)
            if body is not None and any(body is earlier for earlier in seated):
                raise TamayaError(
                    f"the same {agent.name} object sits in two seats: pass its class, or two "
                    "objects"
                )
            seated.append(body)

    def _check_setup(self) -> None:
        for seat, agent in enumerate(self.agents):
            why = refusal_text(agent, self.setup, f" in seat {seat}")
            if why:
                raise TamayaError(why)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the agents, by seat."""
        return tuple(agent.name for agent in self.agents)

    @property
    def is_native(self) -> bool:
        """Are all agents native, so that the core plays without Python?"""
        return all(map(plays_in_core, self.agents))

    @property
    def is_searching(self) -> bool:
        """Are there searching agents, and native ones otherwise, so that the core plays alone?"""
        return not self.is_native and all(
            type(agent) is SearchAgent or plays_in_core(agent) for agent in self.agents
        )

    @property
    def is_batched(self) -> bool:
        """Are there networks, and native agents otherwise, so that games run side by side?"""
        networks = [isinstance(agent, NetworkAgent) for agent in self.agents]
        return any(networks) and all(
            network or plays_in_core(agent)
            for network, agent in zip(networks, self.agents, strict=True)
        )

    @property
    def players(self) -> list[_core.Searcher | _core.Policy]:
        """The core's objects of a team with searching agents."""
        return [
            agent.searcher if isinstance(agent, SearchAgent) else agent.policy
            for agent in self.agents
            if isinstance(agent, SearchAgent | CoreAgent)
        ]

    @property
    def policies(self) -> list[_core.Policy]:
        """The core's policies of a native team."""
        return [agent.policy for agent in self.agents if isinstance(agent, CoreAgent)]

    def partners(self, seat: Seat) -> tuple[str, ...]:
        """Opaque ids of the other players, starting with the next seat."""
        ids = [f"partner-{number}" for number in range(len(self.agents))]
        return tuple(ids[seat + 1 :] + ids[:seat])


def refusal_text(agent: Agent, setup: Setup, where: str = "") -> str | None:
    """A line that says why an agent cannot play a set-up; None if it can."""
    if not isinstance(agent, ValueAgent):
        return None
    why = agent.refusal(setup)
    if why is None:
        return None
    return f"agent {agent.name!r}{where} cannot play: it {why}, and the set-up is {setup}"
