"""Decisions of people as Cyclone sees them: the terms of every legal move, and the move made."""

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
    """Many decisions of people, in a fixed order."""

    moves: MoveTerms
    chosen: NDArray[np.int64]
    """for each decision, the row of the chosen move in `moves`"""
    people: tuple[str, ...]
    """the person who made each decision"""
    views: tuple[View, ...]

    @classmethod
    def of(cls, decisions: Iterable[HumanDecision]) -> Decisions:
        """Computes the terms of all moves in all positions.

        :raises TamayaError: if there are no decisions
        """
        sample = list(decisions)
        if not sample:
            raise TamayaError("no decisions to learn from")
        views = tuple(decision.view for decision in sample)
        moves = terms_of(views)
        actions = np.array(
            [decision.move.action_id(decision.view.setup) for decision in sample], np.int32
        )
        people = tuple(decision.person for decision in sample)
        return cls(moves, moves.place(actions), people, views)

    def __len__(self) -> int:
        return len(self.chosen)

    def agreement(self, vectors: Floats) -> Floats:
        """The share of decisions in which each weight vector makes the same move."""
        share: Floats = (self.moves.chosen(vectors) == self.chosen[:, None]).mean(axis=0)
        return share

    def agreement_of(self, weights: Weights) -> Estimate:
        """The share of decisions in which the agent makes the same move.

        The agent decides each position as the first of a new game. The standard error treats
        people, not decisions, as the sample, since decisions of one person resemble each other.
        """
        return self.share(self.same_as(weights))

    def same_as(self, weights: Weights) -> NDArray[np.bool_]:
        """For each decision, whether the agent makes the same move."""
        player = CycloneAgent(weights).sit()
        ids = self.moves.actions[self.chosen]
        same = np.zeros(len(self), bool)
        for number, view in enumerate(self.views):
            player.begin_game(view, 0)
            move = Move.from_action_id(int(ids[number]), view.setup)
            same[number] = player.decide(view).move == move
        return same

    def share(self, same: NDArray[np.bool_]) -> Estimate:
        """The share of decisions marked true, with a standard error clustered by person."""
        return clustered(same.astype(np.float64), self.people)


def place_of(person: str, seed: int) -> float:
    """A reproducible random number in [0, 1) that depends only on the person and the seed."""
    digest = hashlib.sha256(f"{seed} {person}".encode()).digest()
    return int.from_bytes(digest[:8]) / 2**64
