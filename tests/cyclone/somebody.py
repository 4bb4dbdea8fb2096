"""Games and decisions of made-up people, who play as Cyclone with known weights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import tamaya as ty
from tamaya.agents.families.cyclone import CycloneAgent, Weights
from tamaya.humans.games import HumanDecision, HumanGame, decisions


def games_of(weights: Weights, seeds: Iterable[int], partner: str = "piers") -> Iterator[HumanGame]:
    """Games of four people with these weights; the partner sits in seat 0."""
    for seed in seeds:
        game = ty.play(partner, CycloneAgent(weights), seed=seed)
        yield HumanGame(f"game {seed}", game.transcript, (None, f"person {seed % 4}"))


def decisions_of(
    weights: Weights, seeds: Iterable[int], partner: str = "piers"
) -> list[HumanDecision]:
    """The decisions of these people in these games."""
    return list(decisions(games_of(weights, seeds, partner)))
