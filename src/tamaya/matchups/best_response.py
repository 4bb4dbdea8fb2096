"""Best responses of a match-up table, measured again on decks that played no part in the choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya.agents import AgentLike, as_agent, replica
from tamaya.arena.match import match
from tamaya.game import Seed, Setup
from tamaya.stats import Estimate, estimate


@dataclass(frozen=True)
class BestResponse:
    """The row agent that scores most with a partner, or with partners of some distribution."""

    agent: str
    score: Estimate
    """expected score on the decks of the table. It is optimistic: the highest of several measured
    means is more likely too high than too low. With several partners its error is an upper bound,
    as they share decks."""
    scoring: str
    """'points kept' or 'strict'"""
    fresh: Estimate | None = None
    """the same on as many fresh decks; None if the table does not know its agents, as those that
    were read from a file"""

    def __str__(self) -> str:
        if self.fresh is None:
            return (
                f"{self.agent}: {self.score} sem ({self.scoring}; on the decks it was chosen by, "
                "so optimistic)"
            )
        return (
            f"{self.agent}: {self.fresh} sem ({self.scoring}; on fresh decks, {self.score} on "
            "those it was chosen by)"
        )


@dataclass(frozen=True)
class Rematch:
    """One agent with several partners on some decks."""

    agent: AgentLike
    partners: Sequence[AgentLike]
    weights: NDArray[np.float64]
    setup: Setup
    first_seed: Seed
    games: int

    def score(self, *, strict: bool) -> Estimate:
        """The weighted mean score. All partners play the same decks, so means are taken by deck."""

        by_deck = np.zeros(self.games)
        for weight, partner in zip(self.weights, self.partners, strict=True):
            seats = [self.agent, *[partner] * (self.setup.players - 1)]
            played = match(
                *[replica(as_agent(seat)) for seat in seats],
                games=self.games,
                first_seed=self.first_seed,
                setup=self.setup,
            )
            by_deck += weight * (played.strict_scores if strict else played.scores)
        return estimate(by_deck)
