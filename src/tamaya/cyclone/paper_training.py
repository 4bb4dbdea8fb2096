"""Trains the weights and the curve of Cyclone with the paper's factors (`form=paper`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya.agents import CoreAgent
from tamaya.agents.families.cyclone_paper import PAPER_FREE, PaperCycloneAgent, PaperWeights
from tamaya.cyclone.factorial import Factorial, factorial
from tamaya.cyclone.objectives import Objective
from tamaya.cyclone.people import Decisions
from tamaya.cyclone.stage import Stage
from tamaya.game import Move, TamayaError
from tamaya.numbers import Floats
from tamaya.stats import Estimate


def paper_cyclone_of(vector: Floats) -> CoreAgent:
    """The agent of a vector in the order of `PAPER_FREE`."""
    return PaperCycloneAgent(PaperWeights.of_vector(vector))


@dataclass(frozen=True)
class PaperAgreement:
    """The share of people's decisions in which Cyclone with the paper's factors moves alike."""

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
        return np.array([self.same_as(vector).mean() for vector in vectors])

    def same_as(self, vector: Floats) -> NDArray[np.bool_]:
        """For each decision, whether the agent makes the same move."""
        player = paper_cyclone_of(vector).sit()
        ids = self.decisions.moves.actions[self.decisions.chosen]
        same = np.zeros(len(self.decisions), bool)
        for number, view in enumerate(self.decisions.views):
            player.begin_game(view, 0)
            move = Move.from_action_id(int(ids[number]), view.setup)
            same[number] = player.decide(view).move == move
        return same

    def measured(self, vector: Floats) -> Estimate:
        """The share of equal moves, with an error clustered by person."""
        return self.decisions.share(self.same_as(vector))


@dataclass(frozen=True)
class PaperTraining:
    """Result of a training."""

    weights: PaperWeights
    stages: tuple[Stage, ...]

    @property
    def tried(self) -> int:
        """Weight vectors evaluated."""
        return self.stages[-1].tried


def train_paper(
    objective: Objective,
    start: PaperWeights,
    settings: Factorial,
    *,
    tell: Callable[[Stage], None] = lambda stage: None,
) -> PaperTraining:
    """Trains weights and curve by the paper's factorial experiments.

    :raises TamayaError: if the settings do not allow one experiment
    """
    stages = []
    for stage in factorial(objective, start.vector, settings, PAPER_FREE):
        stages.append(stage)
        tell(stage)
    if not stages:
        raise TamayaError(
            f"{settings.most} weight vectors (expected 81 or more, to try one experiment)"
        )
    return PaperTraining(PaperWeights.of_vector(stages[-1].vector), tuple(stages))
