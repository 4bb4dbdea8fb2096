"""Training finds known weights again, stops at an optimum and survives an interruption."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import tamaya as ty
from tamaya.agents.cyclone_terms import FREE, vector_of, weights_of
from tamaya.agents.families.cyclone import CycloneAgent, published
from tamaya.cyclone import AgreementObjective, Decisions, ScoreObjective, train
from tamaya.cyclone.evolution import EvolutionMethod
from tamaya.cyclone.factorial import GROUP, Factorial, grid
from tamaya.cyclone.regression import Regression
from tamaya.cyclone.stage import Stage
from tamaya.cyclone.training import GUESS, starting_weights
from tamaya.cyclone.training_notes import TrainingNotes
from tamaya.numbers import Floats
from tests.cyclone.somebody import decisions_of

PERSON = published()["self_play", "table1"]
LEARNED = Decisions.of(decisions_of(PERSON, range(16)))
OTHERS = Decisions.of(decisions_of(PERSON, range(100, 108)))


@pytest.mark.parametrize(
    ("method", "least"),
    [(Factorial(), 0.93), (EvolutionMethod(most=2500), 0.93), (Regression(ridge=0.01), 0.93)],
    ids=["factorial", "evolution", "regression"],
)
def test_an_agent_is_learned_from_its_decisions(
    method: Factorial | EvolutionMethod | Regression, least: float
) -> None:
    """Trained weights agree in other games; the guess that training starts from does not."""
    training = train(AgreementObjective(LEARNED), method)
    assert OTHERS.agreement(vector_of(GUESS))[0] < 0.8
    assert OTHERS.agreement(training.vector)[0] >= least
    assert OTHERS.agreement_of(training.weights).mean >= least


@dataclass(frozen=True)
class Hill:
    """An objective with a single maximum, which needs no games."""

    top: Floats
    name: str = "a hill"
    cost: int = 1

    def evaluate(self, vectors: Floats, block: int = 0) -> Floats:
        values: Floats = -((vectors - self.top) ** 2).sum(axis=1)
        return values


def test_experiments_end_where_no_four_weights_can_be_changed_for_the_better() -> None:
    hill = Hill(np.linspace(-3, 3, len(FREE)))
    settings = Factorial(halvings=1)
    training = train(hill, settings)
    start, last_step = training.stages[-1].vector, settings.step / 2
    for group in combinations(range(len(FREE)), GROUP):
        vectors = grid(start, list(group), settings, last_step)
        assert len(vectors) == 81
        assert (vectors[0] == start).all()
        assert hill.evaluate(vectors).argmax() == 0


def test_evolution_climbs_to_the_top() -> None:
    hill = Hill(np.linspace(-3, 3, len(FREE)))
    training = train(hill, EvolutionMethod(most=4000))
    assert np.abs(training.vector - hill.top).max() < 0.05


@pytest.mark.parametrize("method", [Factorial(most=400), EvolutionMethod(most=200)])
def test_training_is_a_function_of_its_seed(method: Factorial | EvolutionMethod) -> None:
    first = train(ScoreObjective(games=10, threads=1), method)
    with_two_threads = train(ScoreObjective(games=10, threads=2), method)
    with_other_seed = train(ScoreObjective(games=10, threads=1), replace(method, seed=1))
    assert first.weights == with_two_threads.weights
    assert first.weights != with_other_seed.weights


def test_no_more_is_tried_than_allowed() -> None:
    assert train(Hill(np.zeros(len(FREE))), Factorial(most=200)).tried == 162
    assert train(Hill(np.zeros(len(FREE))), EvolutionMethod(most=200)).tried <= 200
    with pytest.raises(ty.TamayaError, match="80 weight vectors .expected 81 or more"):
        train(Hill(np.zeros(len(FREE))), Factorial(most=80))
    with pytest.raises(ty.TamayaError, match="20 weight vectors .expected 26 or more"):
        train(Hill(np.zeros(len(FREE))), EvolutionMethod(most=20))


def test_an_interrupted_training_leaves_its_weights_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    objective, stages = ScoreObjective(games=4), []

    def interrupt(stage: Stage) -> None:
        stages.append(stage)
        if len(stages) == 3:
            raise KeyboardInterrupt

    settings = Factorial()
    with pytest.raises(KeyboardInterrupt):
        train(
            objective,
            settings,
            out=file,
            note=TrainingNotes(objective, settings, "guess").so_far,
            tell=interrupt,
        )
    agent = ty.as_agent(f"cyclone:weights({file})")
    assert isinstance(agent, CycloneAgent)
    assert agent.weights == weights_of(stages[-1].vector)
    assert "NOT FINISHED" in file.read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["mine.toml"]


def test_regression_is_for_decisions() -> None:
    with pytest.raises(ty.TamayaError, match="regression fits decisions"):
        train(ScoreObjective(games=4), Regression())


def test_weights_to_start_from(tmp_path: Path) -> None:
    assert starting_weights("guess") == GUESS
    assert starting_weights("human_like") == published()["human_like", "code"]
    assert starting_weights("human_like.table1") == published()["human_like", "table1"]
    with pytest.raises(ty.TamayaError, match="no weights 'nobody' to start from .expected guess"):
        starting_weights("nobody")
    with pytest.raises(ty.TamayaError, match="cannot read weights"):
        starting_weights(str(tmp_path / "none.toml"))
