"""Provenance of trained weights, written as comments at the top of their file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

import tamaya
from tamaya.agents.families.cyclone import Weights
from tamaya.cyclone.objectives import AgreementObjective, Objective, ScoreObjective
from tamaya.cyclone.people import Decisions
from tamaya.cyclone.stage import Stage
from tamaya.cyclone.study import Study
from tamaya.cyclone.training import METHODS, Method, Training, train
from tamaya.game import Seed
from tamaya.stats import Estimate, clustered

TEST_DECKS: Seed = 1_000_000_000
"""training never comes so far"""


@dataclass(frozen=True)
class TrainingNotes:
    """What went into a training."""

    objective: Objective
    method: Method
    start: str
    """the weights it started from"""
    study: Study | None = None
    """whose decisions, where it was for agreement"""

    def lines(self) -> list[str]:
        """What is known before the training."""
        said = [
            f"Weights of Cyclone, trained by Tamaya {tamaya.__version__}.",
            f"objective: {self.objective.name}",
        ]
        if isinstance(self.objective, ScoreObjective):
            last = "and on" if METHODS["evolution"] is type(self.method) else "of all weights"
            said.append(
                f"decks: {self.objective.games} games, seeds from "
                f"{self.objective.first_seed} {last}"
            )
        if self.study is not None:
            learned, all_people = len(set(self.study.training.people)), len(self.study.people)
            said.append(f"data: {self.study.told}")
            said.append(
                f"split: learned from {learned} of {all_people} people, the others held "
                f"out by lot {self.study.seed}"
            )
        return [*said, f"method: {described(self.method)}", f"start: {self.start}"]

    def so_far(self, stage: Stage) -> list[str]:
        """While it runs."""
        return [*self.lines(), "NOT FINISHED: the weights so far", *self._reached(stage)]

    def after(self, made: Training, found: dict[str, Estimate]) -> list[str]:
        """When it is done, with what tests found."""
        lines = self.lines()
        if made.stages:
            lines += self._reached(made.stages[-1])
        if made.fit is not None:
            lines.append(
                f"in training: log-loss {made.fit.log_loss:.4f}; chances of moves grow as "
                f"exp({made.fit.sharpness:.4g} * value)"
            )
        return lines + [f"{name}: {self._shown(value)}" for name, value in found.items()]

    def _reached(self, stage: Stage) -> list[str]:
        scores = isinstance(self.objective, ScoreObjective)
        value = f"{stage.value:.3f}" if scores else f"{100 * stage.value:.2f} %"
        return [f"in training: {value} after {stage.tried:,} weight vectors"]

    def _shown(self, value: Estimate) -> str:
        if isinstance(self.objective, ScoreObjective):
            first = TEST_DECKS
            return f"{value} sem, {value.games:,} games, seeds {first}-{first + value.games - 1}"
        share = Estimate(100 * value.mean, 100 * value.sem, value.games)
        return f"{share} % (sem by person), {value.games:,} decisions"


def described(method: Method) -> str:
    """A method and its settings."""
    name = next(name for name, kind in METHODS.items() if kind is type(method))
    said = [f"{field.name} {getattr(method, field.name)}" for field in fields(method)]
    return f"{name} ({', '.join(said)})"


def measured(
    made: Training, objective: Objective, held_out: Decisions | None = None, *, games: int = 10_000
) -> dict[str, Estimate]:
    """What trained weights are worth where they were not trained: by partner, or by people."""
    if isinstance(objective, ScoreObjective):
        found = objective.estimates(made.vector, TEST_DECKS, games)
        return {f"on other decks with {name}": value for name, value in found.items()}
    if held_out is None:
        return {}
    name = f"of {len(set(held_out.people))} people held out"
    return {name: held_out.agreement_of(made.weights)}


def cross_validated(
    study: Study,
    folds: int,
    method: Method,
    start: Weights,
    tell: Callable[[Stage], None] | None = None,
) -> Estimate:
    """The share of decisions predicted, each by weights trained without its person."""
    same: list[NDArray[np.bool_]] = []
    people: list[str] = []
    for fold in study.folds(folds):
        made = train(AgreementObjective(fold.training), method, start=start, tell=tell)
        assert fold.test is not None  # folds are not empty
        same.append(fold.test.same_as(made.weights))
        people += fold.test.people
    return clustered(np.concatenate(same).astype(np.float64), people)
