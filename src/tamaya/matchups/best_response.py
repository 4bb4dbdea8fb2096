"""Best responses of a match-up table, measured again on decks that played no part in the choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya.agents import AgentLike, as_agent, replica
from tamaya.agents.seeds import NO_KEY
from tamaya.arena.match import match
from tamaya.game import Seed, Setup
from tamaya.stats import Estimate, estimate


@dataclass(frozen=True)
class BestResponse:
    """The row agent that scores most with a partner, or on average with several partners."""

    agent: str
    """the name of the row agent; it can be used as an agent (`ty.match(best.agent, "piers")`),
    unless the table was read from a file, which does not hold its agents"""
    score: Estimate
    """expected score on the decks of the table. It is optimistic, since the highest of several
    measured means is more likely too high than too low. With several partners its error is an upper
    bound, since they share decks."""
    scoring: str
    """'points kept' or 'strict'"""
    fresh: Estimate | None = None
    """expected score on as many fresh decks; None for a table that was read from a file, which
    does not hold its agents"""

    def __str__(self) -> str:
        if self.fresh is None:
            return (
                f"{self.agent}: {self.score} sem ({self.scoring}; optimistic: on the decks that "
                "chose it)"
            )
        return (
            f"{self.agent}: {self.fresh} sem ({self.scoring}; on fresh decks; {self.score} on the "
            "decks that chose it)"
        )


@dataclass(frozen=True)
class Rematch:
    """Games of one agent with several partners on given decks."""

    agent: AgentLike
    partners: Sequence[AgentLike]
    weights: NDArray[np.float64]
    setup: Setup
    first_seed: Seed
    games: int
    key: bytes = NO_KEY

    def score(self, *, strict: bool) -> Estimate:
        """The weighted mean score. All partners play the same decks, so the error counts decks."""
        by_deck = np.zeros(self.games)
        for weight, partner in zip(self.weights, self.partners, strict=True):
            seats = [self.agent, *[partner] * (self.setup.players - 1)]
            played = match(
                *[replica(as_agent(seat)) for seat in seats],
                games=self.games,
                first_seed=self.first_seed,
                setup=self.setup,
                key=self.key,
            )
            by_deck += weight * (played.strict_scores if strict else played.scores)
        return estimate(by_deck)
