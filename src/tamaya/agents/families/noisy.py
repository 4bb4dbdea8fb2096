"""Agents that make a random move now and then."""

from __future__ import annotations

import random
from collections.abc import Mapping

from tamaya.agents.agent import ALL_PLAYERS, Agent, ValueAgent
from tamaya.agents.binding import Percent
from tamaya.agents.native import NativeAgent, plays_in_core
from tamaya.agents.player import Decision, Episode, Player
from tamaya.agents.reason import Reason
from tamaya.agents.registry import Entry, register
from tamaya.game import Event, Seat, Seed, Setup, View


class NoisyAgent(ValueAgent):
    """Another agent that makes a random legal move in some percent of its turns."""

    def __init__(self, agent: Agent, percent: int, *, name: str) -> None:
        super().__init__(name)
        self.agent = agent
        self.percent = percent

    @property
    def parameters(self) -> Mapping[str, object]:
        """The agent and the percentage of random moves."""
        return {"agent": self.agent, "percent": self.percent}

    @property
    def made_for(self) -> str:
        """The set-up of the agent."""
        return self.agent.made_for if isinstance(self.agent, ValueAgent) else ""

    @property
    def players(self) -> tuple[int, ...]:
        """Numbers of players that the agent is made for."""
        return self.agent.players if isinstance(self.agent, ValueAgent) else ALL_PLAYERS

    def refusal(self, setup: Setup) -> str | None:
        """Why the agent cannot play a set-up; None if it can."""
        return self.agent.refusal(setup) if isinstance(self.agent, ValueAgent) else None

    def _player(self, seat: Seat, seed: Seed) -> Player:
        return NoisyPlayer(self, seat, seed)


class NoisyPlayer(Player):
    """Asks the agent in every turn, and sometimes makes a random move instead."""

    def __init__(self, agent: NoisyAgent, seat: Seat, seed: Seed) -> None:
        super().__init__(agent.name, seat, seed)
        self._player = agent.agent.sit(seat, seed)
        self._percent = agent.percent
        self._random = random.Random(seed)

    @property
    def follows(self) -> bool:  # type: ignore[override]
        """Same as the agent's player."""
        return self._player.follows

    @property
    def trusted(self) -> bool:  # type: ignore[override]
        """Same as the agent's player."""
        return self._player.trusted

    def begin_episode(self, episode: Episode) -> None:
        """Passes the call to the agent's player."""
        self._player.begin_episode(episode)

    def begin_game(self, view: View, seed: Seed | None = None) -> None:
        """Passes the call to the agent's player."""
        own = self.seed if seed is None else seed
        self._random = random.Random(own)
        self._player.begin_game(view, own)

    def decide(self, view: View) -> Decision:
        """Returns the agent's move, or a random legal one."""
        decision = self._player.decide(view)
        if self._random.randrange(100) >= self._percent:
            return decision
        move = self._random.choice(view.legal_moves())
        return Decision(move, lambda: Reason(self.name, view, move, "noise"))

    def observe(self, event: Event, view: View) -> None:
        """Passes the call to the agent's player."""
        self._player.observe(event, view)

    def end_game(self, view: View) -> None:
        """Passes the call to the agent's player."""
        self._player.end_game(view)

    def end_episode(self) -> None:
        """Passes the call to the agent's player."""
        self._player.end_episode()

    def close(self) -> None:
        """Passes the call to the agent's player."""
        self._player.close()


def _noisy(percent: Percent, agent: Agent, *, name: str) -> Agent:
    if isinstance(agent, NativeAgent) and plays_in_core(agent) and not agent.noise:
        return NativeAgent(
            name,
            agent.genome,
            noise=percent,
            gives_up=agent.gives_up,
            made_for=agent.made_for,
        )
    return NoisyAgent(agent, percent, name=name)


register(
    Entry(
        "noisy",
        "Another agent that makes a random legal move in some percent of its turns.",
        _noisy,
        usage="noisy(PERCENT, AGENT)",
    )
)
