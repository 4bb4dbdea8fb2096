"""Training of the paper's factors, and discovery of new ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import tamaya as ty
from tamaya.agents.families.cyclone_paper import paper_weights
from tamaya.cyclone import Decisions, Factorial, ScoreObjective, discover, paper_cyclone_of
from tamaya.cyclone.discovery import NewFactor, with_factors
from tamaya.cyclone.paper_training import PaperAgreement, train_paper
from tamaya.errors import TamayaError
from tamaya.humans.games import HumanDecision


def decisions_of(name: str, games: int, first_seed: int = 0) -> list[HumanDecision]:
    """Every decision of an agent, as if a person had made it."""
    decisions = []
    for seed in range(first_seed, first_seed + games):
        played = ty.play(name, name, seed=seed)
        states = list(played.transcript.positions())
        for state, move in zip(states, played.transcript.moves, strict=False):
            view = state.view(state.current)
            decisions.append(HumanDecision(view=view, move=move, person=f"p{seed}", game=str(seed)))
    return decisions


def test_training_finds_better_weights_than_a_bad_start() -> None:
    start = replace(
        paper_weights()["self_play"],
        by_factor=dict.fromkeys(paper_weights()["self_play"].by_factor, 0.0),
    )
    objective = ScoreObjective(games=20, make=paper_cyclone_of)
    training = train_paper(objective, start, Factorial(most=330))
    before = float(objective.evaluate(start.vector[None])[0])
    assert training.stages[-1].value > before
    assert training.tried <= 330


def test_a_training_that_cannot_try_one_experiment_is_refused() -> None:
    objective = ScoreObjective(games=2, make=paper_cyclone_of)
    with pytest.raises(TamayaError, match="weight vectors .expected 81 or more"):
        train_paper(objective, paper_weights()["self_play"], Factorial(most=10))


def test_an_agent_agrees_with_its_own_decisions() -> None:
    own = Decisions.of(decisions_of("cyclone:self_play(form=paper)", 2))
    vector = paper_weights()["self_play"].vector
    agreement = PaperAgreement(own)
    assert agreement.evaluate(vector[None]).tolist() == [1.0]
    other = paper_weights()["human_like"].vector
    assert agreement.evaluate(other[None])[0] < 1.0


def test_a_new_factor_never_harms_the_fit_to_the_training_decisions() -> None:
    training = Decisions.of(decisions_of("piers", 4))
    test = Decisions.of(decisions_of("piers", 2, first_seed=50))
    steps = list(discover(training, test, most=2))
    assert [len(step.factors) for step in steps] == [0, 1, 2]
    losses = [step.training_loss for step in steps]
    assert losses[0] > losses[1] > losses[2]


def test_the_column_of_a_factor_is_the_product_of_its_parts() -> None:
    decisions = Decisions.of(decisions_of("piers", 1))
    columns = with_factors(decisions, [NewFactor("fits", "fits")]).moves.terms
    assert np.allclose(columns[:, -1], columns[:, 0] ** 2)
