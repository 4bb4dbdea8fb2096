"""Kernel densities of features, learned from games."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

import tamaya as ty
from tamaya.features import Counters, features
from tamaya.meta.kernels import Kernels

POOL = ty.pool("canaan2020-1")
FEW = replace(POOL, agents=POOL.agents[6:14])
TWO = ("communicativeness", "information_per_play")


@pytest.fixture(scope="module")
def known() -> ty.Experience:
    return ty.Experience.train(FEW, games=60)


def test_values_of_games_lie_around_the_expectation(known: ty.Experience) -> None:
    kernels = Kernels.learn(known, names=TWO, games=100)
    values = kernels.samples["communicativeness"]
    assert values.shape == (8, 8, 100)
    differences = np.nanmean(values, axis=2) - known.expected("communicativeness")
    assert np.abs(differences).mean() < 0.05, "games of different length count alike here"


def test_a_hypothesis_that_often_showed_such_features_is_likely(known: ty.Experience) -> None:
    values = np.full((8, 8, 4), 0.5)
    values[:, 1] = [0.1, 0.9, math.nan, 0.1]
    kernels = Kernels({"color_hint_share": values})
    seen = Counters(color_hints=1, hints=2)
    assert features("color_hint_share")[0](seen) == 0.5
    row = kernels(known, 0, seen)
    assert row[0] == row[2] == pytest.approx(1, abs=0.01)
    assert 0 < row[1] < 0.01
    assert kernels(known, 0, Counters()).tolist() == [1.0] * 8, (
        "without observations all hypotheses stay equally likely"
    )


def test_it_recognizes_partners_and_rules_no_hypothesis_out(known: ty.Experience) -> None:
    mode = Kernels.learn(known, games=40).mode
    evaluation = ty.evaluate(ty.MetaAgent(known, mode), FEW, episodes=5, games=4)
    assert (evaluation.truth[0] > 0).all()
    assert np.nanmean(evaluation.truth[0, :, :, 3]) > 0.3 > 1 / 8


def test_impossible_numbers_are_refused(known: ty.Experience) -> None:
    with pytest.raises(ty.TamayaError, match="games = 0"):
        Kernels.learn(known, games=0)
    with pytest.raises(ty.TamayaError, match="width 0"):
        Kernels.learn(known, width=0)
