"""People whose weights are known: agents that play as persons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import tamaya as ty
from tamaya.agents.families.cyclone import CycloneAgent, Weights
from tamaya.humans.games import HumanDecision, HumanGame, decisions


def games_of(weights: Weights, seeds: Iterable[int], partner: str = "piers") -> Iterator[HumanGame]:
    """Games of one person, the partner first."""
    for seed in seeds:
        game = ty.play(partner, CycloneAgent(weights), seed=seed)
        yield HumanGame(f"game {seed}", game.transcript, (None, f"person {seed % 4}"))


def decisions_of(
    weights: Weights, seeds: Iterable[int], partner: str = "piers"
) -> list[HumanDecision]:
    """What the person did in these games."""
    return list(decisions(games_of(weights, seeds, partner)))
