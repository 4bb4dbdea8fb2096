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
"""first seed of the test decks, far beyond the seeds of any training"""


@dataclass(frozen=True)
class TrainingNotes:
    """Everything that a weights file says about the training of its weights."""

    objective: Objective
    method: Method
    start: str
    """name of the weights it started from"""
    study: Study | None = None
    """the people, if the objective is agreement with them"""

    def lines(self) -> list[str]:
        """Lines that are known before the training."""
        lines = [
            f"Weights of Cyclone, trained by Tamaya {tamaya.__version__}.",
            f"objective: {self.objective.name}",
        ]
        if isinstance(self.objective, ScoreObjective):
            which = (
                "new ones for each generation"
                if METHODS["evolution"] is type(self.method)
                else "the same for all weights"
            )
            lines.append(
                f"decks: {self.objective.games} games, seeds from "
                f"{self.objective.first_seed}, {which}"
            )
        if self.study is not None:
            training_people = len(set(self.study.training.people))
            lines.append(f"data: {self.study.source}")
            lines.append(
                f"split: trained on {training_people} of {len(self.study.people)} people, the "
                f"others held out (seed {self.study.seed})"
            )
        return [*lines, f"method: {described(self.method)}", f"start: {self.start}"]

    def so_far(self, stage: Stage) -> list[str]:
        """Lines of a file that is written during the training."""
        return [*self.lines(), "NOT FINISHED: the weights so far", *self._reached(stage)]

    def after(self, training: Training, results: dict[str, Estimate]) -> list[str]:
        """Lines of the final file, with the results of tests by name."""
        lines = self.lines()
        if training.stages:
            lines += self._reached(training.stages[-1])
        if training.fit is not None:
            lines.append(
                f"in training: log-loss {training.fit.log_loss:.4f}; chances of moves grow as "
                f"exp({training.fit.sharpness:.4g} * value)"
            )
        return lines + [f"{name}: {self._shown(value)}" for name, value in results.items()]

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
    settings = [f"{field.name} {getattr(method, field.name)}" for field in fields(method)]
    return f"{name} ({', '.join(settings)})"


def measured(
    training: Training,
    objective: Objective,
    held_out: Decisions | None = None,
    *,
    games: int = 10_000,
) -> dict[str, Estimate]:
    """Tests trained weights on fresh decks, by partner, or on decisions of held-out people."""
    if isinstance(objective, ScoreObjective):
        scores = objective.estimates(training.vector, TEST_DECKS, games)
        return {f"on other decks with {name}": value for name, value in scores.items()}
    if held_out is None:
        return {}
    name = f"of {len(set(held_out.people))} people held out"
    return {name: held_out.agreement_of(training.weights)}


def cross_validated(
    study: Study,
    folds: int,
    method: Method,
    start: Weights,
    tell: Callable[[Stage], None] | None = None,
) -> Estimate:
    """The share of decisions predicted by weights that were trained without that person."""
    same: list[NDArray[np.bool_]] = []
    people: list[str] = []
    for fold in study.folds(folds):
        training = train(AgreementObjective(fold.training), method, start=start, tell=tell)
        assert fold.test is not None  # folds are not empty
        same.append(fold.test.same_as(training.weights))
        people += fold.test.people
    return clustered(np.concatenate(same).astype(np.float64), people)
