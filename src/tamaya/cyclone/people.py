"""Decisions of people as Cyclone sees them: the terms of what they could do, and what they did."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya.agents.cyclone_terms import MoveTerms, terms_of
from tamaya.agents.families.cyclone import CycloneAgent, Weights
from tamaya.game import Move, TamayaError, View
from tamaya.humans.games import HumanDecision
from tamaya.numbers import Floats
from tamaya.stats import Estimate, clustered


@dataclass(frozen=True, eq=False)
class Decisions:
    """Many decisions, in the order of the given ones."""

    moves: MoveTerms
    made: NDArray[np.int64]
    """the move that was made, as its place among all moves"""
    people: tuple[str, ...]
    """who decided, for each decision"""
    views: tuple[View, ...]

    @classmethod
    def of(cls, decisions: Iterable[HumanDecision]) -> Decisions:
        """Looks at all positions once.

        :raises TamayaError: if there is no decision
        """
        given = list(decisions)
        if not given:
            raise TamayaError("no decisions to learn from")
        views = tuple(decision.view for decision in given)
        moves = terms_of(views)
        actions = np.array(
            [decision.move.action_id(decision.view.setup) for decision in given], np.int32
        )
        return cls(moves, moves.place(actions), tuple(decision.person for decision in given), views)

    def __len__(self) -> int:
        return len(self.made)

    def agreement(self, vectors: Floats) -> Floats:
        """The share of decisions in which each weight vector makes the same move."""
        share: Floats = (self.moves.chosen(vectors) == self.made[:, None]).mean(axis=0)
        return share

    def agreement_of(self, weights: Weights) -> Estimate:
        """The share of decisions that the agent itself would make, each asked by itself.

        The error takes people as drawn at random, not their decisions, which are alike.
        """
        return self.share(self.same_as(weights))

    def same_as(self, weights: Weights) -> NDArray[np.bool_]:
        """In which decisions does the agent make the same move?"""
        player = CycloneAgent(weights).sit()
        ids = self.moves.actions[self.made]
        same = np.zeros(len(self), bool)
        for number, view in enumerate(self.views):
            player.begin_game(view, 0)
            move = Move.from_action_id(int(ids[number]), view.setup)
            same[number] = player.decide(view).move == move
        return same

    def share(self, same: NDArray[np.bool_]) -> Estimate:
        """How often something is so, and how sure we are: people are drawn, decisions with them."""
        return clustered(same.astype(np.float64), self.people)


def place_of(person: str, seed: int) -> float:
    """A number in [0, 1) for a person, independent of who else takes part."""
    drawn = hashlib.sha256(f"{seed} {person}".encode()).digest()
    return int.from_bytes(drawn[:8]) / 2**64
