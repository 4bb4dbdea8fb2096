"""Means, errors and histograms."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamaya import Estimate, ScoreHistogram, TamayaError, paired_difference
from tamaya.stats import estimate

games = st.lists(st.tuples(st.integers(0, 25), st.booleans()), max_size=50)


def histogram(played: list[tuple[int, bool]]) -> ScoreHistogram:
    scores = np.array([score for score, _ in played], np.uint8)
    return ScoreHistogram.of(scores, np.array([b for _, b in played], bool), 25)


def test_a_mean_and_its_error_are_the_textbook_ones() -> None:
    found = estimate([1.0, 2.0, 3.0, 4.0])
    assert (found.mean, found.games) == (2.5, 4)
    assert found.sem == pytest.approx(math.sqrt(5 / 3) / 2)
    assert str(Estimate(17.0234, 0.0912, 1000)) == "17.02 ± 0.09"
    assert str(Estimate(17.0234, 0.0039, 10**6)) == "17.023 ± 0.004"


@given(a=games, b=games)
def test_histograms_add_up_exactly(a: list[tuple[int, bool]], b: list[tuple[int, bool]]) -> None:
    assert histogram(a) + histogram(b) == histogram(a + b)


@given(played=games.filter(lambda played: len(played) > 1))
def test_histogram_means_are_those_of_the_games(played: list[tuple[int, bool]]) -> None:
    counted = histogram(played)
    kept = estimate([float(score) for score, _ in played])
    strict = estimate([0.0 if bombed else float(score) for score, bombed in played])
    assert counted.games == len(played)
    assert counted.score.mean == pytest.approx(kept.mean)
    assert counted.score.sem == pytest.approx(kept.sem)
    assert counted.strict_score.mean == pytest.approx(strict.mean)
    assert counted.strict_score.sem == pytest.approx(strict.sem)
    assert counted.bomb_rate == pytest.approx(sum(b for _, b in played) / len(played))


def test_differences_on_the_same_decks_are_paired() -> None:
    found = paired_difference([5, 6, 7], [4, 5, 6])
    assert (found.mean, found.sem) == (1.0, 0.0)
    with pytest.raises(TamayaError, match="3 values cannot be paired with 2"):
        paired_difference([1, 2, 3], [1, 2])


def test_no_games_have_no_mean() -> None:
    assert math.isnan(histogram([]).score.mean)
    assert math.isnan(estimate([]).mean)
    assert math.isnan(estimate([3.0]).sem)
