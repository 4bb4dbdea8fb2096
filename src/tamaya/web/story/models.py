"""Chooses the native agents that play on for each seat in imagined games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tamaya.agents import CoreAgent, as_agent
from tamaya.errors import TamayaError

TWO_PLAYERS = "tamaya"
"""plays for people, and for agents that are not native, with two players"""
MORE_PLAYERS = "kagiya"
"""the same with three or more players"""
ADVISERS = ("detective", "companion", "tamaya", "kagiya", "piers", "learned:response")
"""strong agents that are asked for advice"""
_MADE_FOR = {"tamaya": (2,), "kagiya": (3, 4, 5)}
_TOO_SLOW = ("network",)
"""families whose rollouts take 40 times as long as those of rule lists: others stand in for them"""
_SLOW = ("person", "ladder", "hats")
"""families whose rollouts take longer: fewer of them are made"""


@dataclass(frozen=True)
class SeatModel:
    """The agent that plays on for a seat."""

    agent: CoreAgent
    exact: bool
    """whether it is the agent that sat there"""

    @property
    def slow(self) -> bool:
        """Do its rollouts take long?"""
        return self.agent.policy.family in _SLOW


def seat_models(specs: Sequence[str | None]) -> list[SeatModel]:
    """The model of each seat.

    :param specs: the agent of each seat; None for a person
    """
    return [_model(spec, len(specs)) for spec in specs]


def _model(spec: str | None, players: int) -> SeatModel:
    own = _native(spec, players)
    if own is not None:
        return SeatModel(own, exact=True)
    stand_in = as_agent(TWO_PLAYERS if players == 2 else MORE_PLAYERS)
    assert isinstance(stand_in, CoreAgent)
    return SeatModel(stand_in, exact=False)


def _native(spec: str | None, players: int) -> CoreAgent | None:
    if not spec:
        return None
    try:
        agent = as_agent(spec)
    except TamayaError:
        return None  # an imported game may name agents that this server does not have
    if not isinstance(agent, CoreAgent) or not agent.is_native or players not in agent.players:
        return None
    return None if agent.policy.family in _TOO_SLOW else agent


def advisers(players: int) -> list[str]:
    """Names of the agents to ask, for a number of players."""
    return [
        name
        for name in ADVISERS
        if players in _MADE_FOR.get(name, (players,)) and _can_play(name, players)
    ]


def _can_play(name: str, players: int) -> bool:
    agent = as_agent(name)
    return players in getattr(agent, "players", (players,))
