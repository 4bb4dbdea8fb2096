"""Training objectives: agreement with people, or score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.agents import Agent, AgentLike, CoreAgent, CycloneAgent, as_agent, plays_in_core
from tamaya.agents.cyclone_terms import weights_of
from tamaya.arena import match, play_teams
from tamaya.cyclone.people import Decisions
from tamaya.game import Seed, Setup, TamayaError
from tamaya.numbers import Floats, whole_number
from tamaya.stats import Estimate, estimate

_GAMES_AT_ONCE = 20_000
"""games in one call of the core; Ctrl-C waits for the call to end"""
OVER = ("mean", "worst")
"""ways to combine the scores with several partners"""


class Objective(Protocol):
    """Rates weight vectors; training maximizes the rating."""

    @property
    def name(self) -> str:
        """A short description for people."""

    @property
    def cost(self) -> int:
        """Games played, or decisions compared, for one weight vector."""

    def evaluate(self, vectors: Floats, block: int = 0) -> Floats:
        """Rates each weight vector.

        :param block: number of the block of decks that all vectors play
        """


@dataclass(frozen=True)
class AgreementObjective:
    """The share of people's decisions in which Cyclone makes the same move."""

    decisions: Decisions

    @property
    def name(self) -> str:
        """A short description for people."""
        return f"agreement with {len(self.decisions):,} decisions"

    @property
    def cost(self) -> int:
        """Decisions compared for one weight vector."""
        return len(self.decisions)

    def evaluate(self, vectors: Floats, block: int = 0) -> Floats:
        """The share of equal moves. Every block uses the same decisions."""
        return self.decisions.agreement(vectors)


def cyclone_of(vector: Floats) -> CoreAgent:
    """The Cyclone of a weight vector."""
    return CycloneAgent(weights_of(vector))


@dataclass(frozen=True, kw_only=True)
class ScoreObjective:
    """The mean score with itself or with partners. All weight vectors play the same decks."""

    partners: tuple[AgentLike, ...] = ()
    """partners, by name or as objects; without any, the agent plays with itself"""
    over: str = "mean"
    """how to combine several partners: their `mean` score, or the score with the `worst`"""
    games: int = 1000
    """games for each weight vector, summed over all partners and both orders of seats"""
    setup: str = "standard"
    first_seed: Seed = 0
    strict: bool = False
    """whether bombed games score 0"""
    threads: int | None = None
    make: Callable[[Floats], CoreAgent] = cyclone_of
    """creates the agent of a weight vector"""

    def __post_init__(self) -> None:
        if self.over not in OVER:
            raise TamayaError(f"over = {self.over!r} (expected {' or '.join(OVER)})")
        whole_number("games", self.games, 2 * max(1, len(self.partners)), 10_000_000)
        whole_number("first_seed", self.first_seed, 0, 2**63)
        if Setup.parse(f"{self.setup} players=2").players != 2:
            raise TamayaError(f"set-up {self.setup!r} (expected one for two players)")
        assert all(self.names)  # builds every partner, so that an unknown name fails here

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the partners."""
        return tuple(as_agent(partner).name for partner in self.partners)

    @property
    def name(self) -> str:
        """A short description for people."""
        scoring = "strict" if self.strict else "points kept"
        if not self.partners:
            return f"score with itself ({scoring}, {self.setup})"
        partners = ", ".join(self.names)
        quantity = f"{self.over} score" if len(self.partners) > 1 else "score"
        return f"{quantity} with {partners} ({scoring}, {self.setup})"

    @property
    def cost(self) -> int:
        """Games played for one weight vector."""
        return self.games

    def evaluate(self, vectors: Floats, block: int = 0) -> Floats:
        """Mean scores. Each block has its own decks."""
        scores = self.scores(vectors, self.first_seed + block * self.games)
        by_partner = np.array([[games.mean() for games in score] for score in scores])
        worth: Floats = by_partner.min(axis=1) if self.over == "worst" else by_partner.mean(axis=1)
        return worth

    def estimates(self, vector: Floats, first_seed: Seed, games: int) -> dict[str, Estimate]:
        """Scores of one weight vector on other decks, by partner (without partners: `itself`)."""
        objective = ScoreObjective(
            partners=self.partners,
            games=games,
            setup=self.setup,
            strict=self.strict,
            threads=self.threads,
            make=self.make,
        )
        scores = objective.scores(vector[None], first_seed)[0]
        return dict(zip(self.names or ("itself",), map(estimate, scores), strict=True))

    def scores(self, vectors: Floats, first_seed: Seed) -> list[list[NDArray[np.float64]]]:
        """Scores of all games, by weight vector and then by partner."""
        agents = [self.make(vector) for vector in vectors]
        if not self.partners:
            teams = [(number, number) for number in range(len(agents))]
            scores = self._play_in_core(agents, teams, [first_seed] * len(teams), self.games)
            return [[games] for games in scores]
        partners = [as_agent(partner) for partner in self.partners]
        half = self.games // (2 * len(partners))
        if not all(map(plays_in_core, partners)):
            return [
                [
                    self._play_in_arena(agent, partner, first_seed + 2 * half * place, half)
                    for place, partner in enumerate(self.partners)
                ]
                for agent in agents
            ]
        teams, seeds = [], []
        for number in range(len(agents)):
            for place in range(len(partners)):
                partner, first = len(agents) + place, first_seed + 2 * half * place
                teams += [(number, partner), (partner, number)]
                seeds += [first, first + half]
        games = iter(self._play_in_core([*agents, *partners], teams, seeds, half))
        return [[np.concatenate([next(games), next(games)]) for _ in partners] for _ in agents]

    def _play_in_core(
        self, agents: Sequence[Agent], teams: list[tuple[int, int]], seeds: list[Seed], games: int
    ) -> list[NDArray[np.float64]]:
        setup = Setup.parse(f"{self.setup} players=2")
        policies = _core.Policies(
            [agent.policy for agent in agents if isinstance(agent, CoreAgent)]
        )
        size = max(1, _GAMES_AT_ONCE // games)
        result: list[NDArray[np.float64]] = []
        for at in range(0, len(teams), size):
            played = play_teams(
                setup,
                policies,
                np.array(teams[at : at + size], np.int32),
                np.array(seeds[at : at + size], np.uint64),
                games,
                strict=self.strict,
                threads=self.threads,
            )
            result += list(played.scores.astype(np.float64))
        return result

    def _play_in_arena(
        self, agent: CoreAgent, partner: AgentLike, first_seed: Seed, half: int
    ) -> NDArray[np.float64]:
        scores = []
        for place, seats in enumerate(((agent, partner), (partner, agent))):
            matchup = match(
                *seats,
                games=half,
                first_seed=first_seed + place * half,
                setup=self.setup,
                threads=self.threads,
            )
            scores.append(matchup.strict_scores if self.strict else matchup.scores)
        return np.concatenate(scores).astype(np.float64)
