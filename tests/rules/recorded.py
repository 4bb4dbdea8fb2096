"""A fixed set of states from seeded games of many agents, and the moves of rules in them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from tamaya import Setup, State, View, _core
from tamaya.agents import NativeAgent, as_agent
from tamaya.rules import RuleSpec

STATES = 4000
"""recorded for each number of players"""
PLAYERS = (
    "piers",
    "iggi",
    "outer",
    "tamaya",
    "van_den_bergh",
    "noisy(30, piers)",
    "noisy(20, tamaya)",
    "legal_random",
)

Answers = NDArray[np.int32]


def played_game(seed: int, setup: Setup) -> list[State]:
    """Plays a game of agents drawn by the seed; returns all positions but the last."""
    rng = random.Random(seed)
    state = State.deal(seed, setup)
    agents = [as_agent(rng.choice(PLAYERS)) for _ in range(setup.players)]
    for seat, agent in enumerate(agents):
        agent.begin_game(state.view(seat), rng.getrandbits(60))
    positions = []
    while not state.over:
        agent = agents[state.current]
        assert isinstance(agent, NativeAgent)
        positions.append(state.copy())
        state.apply(agent.act(state.view(state.current)))
    return positions


@cache
def recorded_states(players: int) -> list[State]:
    """The first STATES states of seeded games, the same in every run."""
    states: list[State] = []
    for seed in range(10_000):
        if len(states) >= STATES:
            break
        states += played_game(seed, Setup.standard(players))
    return states[:STATES]


@cache
def recorded_views(players: int) -> list[View]:
    """What the seat to move sees in each recorded state."""
    return [state.view(state.current) for state in recorded_states(players)]


def answers(specs: Sequence[RuleSpec], views: Iterable[View], seed: int = 0) -> Answers:
    """[views, rules]: action ids, -1 where a rule does not apply, -2 for an illegal answer."""
    views = list(views)
    out = np.empty((len(views), len(specs)), np.int32)
    _core.ask_rules([(spec.name, list(spec.args)) for spec in specs], views, out, seed)
    return out
