"""Training objectives: agreement with people, or points."""

from __future__ import annotations

from collections.abc import Sequence
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
"""of one call of the core, which Ctrl-C waits for"""
OVER = ("mean", "worst")


class Objective(Protocol):
    """What weights are trained for. More is better."""

    @property
    def name(self) -> str:
        """A description."""

    @property
    def cost(self) -> int:
        """Games played, or decisions compared, for one weight vector."""

    def evaluate(self, vectors: Floats, block: int = 0) -> Floats:
        """What each weight vector is worth.

        :param block: other numbers, other decks; the same for all vectors
        """


@dataclass(frozen=True)
class AgreementObjective:
    """The share of given decisions in which the same move is made."""

    decisions: Decisions

    @property
    def name(self) -> str:
        """A description."""
        return f"agreement with {len(self.decisions):,} decisions"

    @property
    def cost(self) -> int:
        """Decisions compared."""
        return len(self.decisions)

    def evaluate(self, vectors: Floats, block: int = 0) -> Floats:
        """The share; all blocks are the same decisions."""
        return self.decisions.agreement(vectors)


@dataclass(frozen=True, kw_only=True)
class ScoreObjective:
    """The mean score with itself or with partners, on the same decks for all weights."""

    partners: tuple[AgentLike, ...] = ()
    """who sits opposite, by name or as objects; nobody: itself"""
    over: str = "mean"
    """of several partners: the `mean`, or the `worst`"""
    games: int = 1000
    """games of each weight vector, with all partners and in both orders of seats together"""
    setup: str = "standard"
    first_seed: Seed = 0
    strict: bool = False
    """bombed games score 0"""
    threads: int | None = None

    def __post_init__(self) -> None:
        if self.over not in OVER:
            raise TamayaError(f"over = {self.over!r} (expected {' or '.join(OVER)})")
        whole_number("games", self.games, 2 * max(1, len(self.partners)), 10_000_000)
        whole_number("first_seed", self.first_seed, 0, 2**63)
        if Setup.parse(f"{self.setup} players=2").players != 2:
            raise TamayaError(f"set-up {self.setup!r} (expected one for two players)")
        assert all(self.names)  # which makes them, so that unknown ones are told at once

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the partners."""
        return tuple(as_agent(partner).name for partner in self.partners)

    @property
    def name(self) -> str:
        """A description."""
        kept = "strict" if self.strict else "points kept"
        if not self.partners:
            return f"score with itself ({kept}, {self.setup})"
        whom = ", ".join(self.names)
        which = f"{self.over} score" if len(self.partners) > 1 else "score"
        return f"{which} with {whom} ({kept}, {self.setup})"

    @property
    def cost(self) -> int:
        """Games of each weight vector."""
        return self.games

    def evaluate(self, vectors: Floats, block: int = 0) -> Floats:
        """Mean scores; each block has decks of its own."""
        scores = self.scores(vectors, self.first_seed + block * self.games)
        by_partner = np.array([[games.mean() for games in score] for score in scores])
        worth: Floats = by_partner.min(axis=1) if self.over == "worst" else by_partner.mean(axis=1)
        return worth

    def estimates(self, vector: Floats, first_seed: Seed, games: int) -> dict[str, Estimate]:
        """Scores of one weight vector on other decks, by partner; `itself` without partners."""
        asked = ScoreObjective(
            partners=self.partners,
            games=games,
            setup=self.setup,
            strict=self.strict,
            threads=self.threads,
        )
        found = asked.scores(vector[None], first_seed)[0]
        return dict(zip(self.names or ("itself",), map(estimate, found), strict=True))

    def scores(self, vectors: Floats, first_seed: Seed) -> list[list[NDArray[np.float64]]]:
        """Scores of all games: for each vector, for each partner."""
        agents = [CycloneAgent(weights_of(vector)) for vector in vectors]
        if not self.partners:
            teams = [(number, number) for number in range(len(agents))]
            played = self._native(agents, teams, [first_seed] * len(teams), self.games)
            return [[games] for games in played]
        made = [as_agent(partner) for partner in self.partners]
        half = self.games // (2 * len(made))
        if not all(map(plays_in_core, made)):
            return [
                [
                    self._by_hand(agent, partner, first_seed + 2 * half * place, half)
                    for place, partner in enumerate(self.partners)
                ]
                for agent in agents
            ]
        teams, seeds = [], []
        for number in range(len(agents)):
            for place in range(len(made)):
                partner, first = len(agents) + place, first_seed + 2 * half * place
                teams += [(number, partner), (partner, number)]
                seeds += [first, first + half]
        games = iter(self._native([*agents, *made], teams, seeds, half))
        return [[np.concatenate([next(games), next(games)]) for _ in made] for _ in agents]

    def _native(
        self, agents: Sequence[Agent], teams: list[tuple[int, int]], seeds: list[Seed], games: int
    ) -> list[NDArray[np.float64]]:
        setup = Setup.parse(f"{self.setup} players=2")
        policies = _core.Policies(
            [agent.policy for agent in agents if isinstance(agent, CoreAgent)]
        )
        size = max(1, _GAMES_AT_ONCE // games)
        result: list[NDArray[np.float64]] = []
        for at in range(0, len(teams), size):
            some = play_teams(
                setup,
                policies,
                np.array(teams[at : at + size], np.int32),
                np.array(seeds[at : at + size], np.uint64),
                games,
                strict=self.strict,
                threads=self.threads,
            )
            result += list(some.scores.astype(np.float64))
        return result

    def _by_hand(
        self, agent: CycloneAgent, partner: AgentLike, first_seed: Seed, half: int
    ) -> NDArray[np.float64]:
        items = []
        for place, seats in enumerate(((agent, partner), (partner, agent))):
            made = match(
                *seats,
                games=half,
                first_seed=first_seed + place * half,
                setup=self.setup,
                threads=self.threads,
            )
            items.append(made.strict_scores if self.strict else made.scores)
        return np.concatenate(items).astype(np.float64)
