"""Decisions of people: compared, split, and fitted."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import tamaya as ty
from tamaya.agents.cyclone_terms import TERMS, vector_of
from tamaya.agents.families.cyclone import published
from tamaya.cyclone.people import Decisions, place_of
from tamaya.cyclone.regression import Regression, chances, log_loss, regression
from tamaya.cyclone.study import Study
from tamaya.humans.games import HumanDecision
from tests.cyclone.somebody import decisions_of, games_of
from tests.truth import truth

PERSON = published()["human_complementary", "table1"]
KNOWN = Decisions.of(decisions_of(PERSON, range(12)))


def test_a_person_agrees_with_itself() -> None:
    assert KNOWN.agreement_of(PERSON).mean == 1
    assert KNOWN.agreement(vector_of(PERSON))[0] > 0.997  # but for rounding
    other = published()["human_like", "code"]
    assert KNOWN.agreement(vector_of(other))[0] == pytest.approx(
        KNOWN.agreement_of(other).mean, abs=0.003
    )
    assert KNOWN.agreement_of(other).mean < 0.9


def test_the_error_of_a_share_counts_people_not_decisions() -> None:
    sample = decisions_of(PERSON, range(2))[:40]
    alone = Decisions.of(
        [HumanDecision(str(i), d.game, d.view, d.move) for i, d in enumerate(sample)]
    )
    pairs = Decisions.of(
        [HumanDecision(str(i // 2), d.game, d.view, d.move) for i, d in enumerate(sample)]
    )
    same = np.repeat(np.arange(20) % 3 == 0, 2)
    spread = same.std(ddof=1) / math.sqrt(40)
    assert alone.share(same).sem == pytest.approx(spread)
    both = same[::2].std(ddof=1) / math.sqrt(20)
    assert pairs.share(same).sem == pytest.approx(both)
    assert alone.share(same).mean == pairs.share(same).mean == same.mean()


def test_people_are_held_out_with_all_their_decisions_whoever_else_takes_part() -> None:
    names = [f"person {i}" for i in range(4000)]
    places = np.array([place_of(name, 0) for name in names])
    assert np.mean(places < 0.25) == pytest.approx(0.25, abs=3 * math.sqrt(0.25 * 0.75 / 4000))
    assert abs(np.corrcoef(places, [place_of(name, 1) for name in names])[0, 1]) < 0.05
    games = list(games_of(PERSON, range(8)))
    study = Study.of(games, held_out=0.5, seed=3)
    assert study.test is not None
    assert not set(study.training.people) & set(study.test.people)
    assert len(study.training) + len(study.test) == len(study.decisions)
    fewer = Study.of(games[:4], held_out=0.5, seed=3)
    assert set(fewer.training.people) <= set(study.training.people)
    assert Study.of(games, held_out=0).test is None
    tests = [fold.test for fold in study.folds(2)]
    assert sum(len(test) for test in tests if test) == len(study.decisions)
    with pytest.raises(ty.TamayaError, match="90 folds are too many for 4 people"):
        study.folds(90)
    with pytest.raises(ty.TamayaError, match="held out 1.5 .expected a share"):
        Study.of(games, held_out=1.5)
    with pytest.raises(ty.TamayaError, match="no decisions of people with at most 1 games"):
        Study.of(games, most_games=1)


def drawn(coefficients: np.ndarray, seed: int) -> Decisions:
    """The same positions, with moves drawn by their chances."""
    rng = np.random.default_rng(seed)
    sample = Decisions.of(decisions_of(PERSON, range(60)))
    shares, first = chances(sample, coefficients), sample.moves.first
    chosen = [
        int(first[i] + rng.choice(first[i + 1] - first[i], p=shares[first[i] : first[i + 1]]))
        for i in range(len(sample))
    ]
    return Decisions(sample.moves, np.array(chosen), sample.people, sample.views)


def test_regression_finds_the_coefficients_by_which_moves_were_drawn() -> None:
    true = np.array([3, 2, -2, -2.5, -3, 3, 1, 1.5, -1, -0.5, -0.5, 3, -2, 2, -2, -4.0])
    assert len(true) == len(TERMS)
    sample = drawn(true, 5)
    fit = regression(sample, Regression(ridge=1e-6))
    terms, shares = sample.moves.terms, chances(sample, true)
    expected = np.add.reduceat(terms * shares[:, None], sample.moves.first[:-1], axis=0)
    information = (terms * shares[:, None]).T @ terms - expected.T @ expected
    known = np.diag(information) > 1e-9  # terms that hardly occur cannot be fitted
    errors = np.sqrt(np.diag(np.linalg.inv(information[np.ix_(known, known)])))
    off = (fit.coefficients - true)[known] / errors
    assert known.sum() >= 14
    assert np.abs(off).max() < 4
    assert fit.log_loss <= log_loss(sample, true)


def test_regression_ends_at_the_best_coefficients() -> None:
    sample = drawn(np.linspace(1, -1, len(TERMS)), 1)
    settings = Regression(ridge=2.0)
    fit = regression(sample, settings)

    def cost(theta: np.ndarray) -> float:
        return log_loss(sample, theta) * len(sample) + float(theta @ theta)

    rng = np.random.default_rng(0)
    for _ in range(50):
        assert cost(fit.coefficients) < cost(fit.coefficients + rng.normal(0, 0.01, len(TERMS)))


@pytest.mark.truth
def test_people_of_the_2017_study_are_read() -> None:
    """14,898 decisions without heavy players; published styles make 38 to 43 % of these moves."""
    study = Study.read(Path(truth("HanabiData")))
    assert study.test is not None
    assert len(study.decisions) == 14_898
    for weights in published().values():
        assert 0.36 < study.training.agreement(vector_of(weights))[0] < 0.45
