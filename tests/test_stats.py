"""Means, errors and histograms."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamaya import Estimate, ScoreHistogram, TamayaError, paired_difference
from tamaya.stats import clustered, estimate, paired_test, t_quantile, two_sided, welch_test

games = st.lists(st.tuples(st.integers(0, 25), st.booleans()), max_size=50)


def histogram(played: list[tuple[int, bool]]) -> ScoreHistogram:
    scores = np.array([score for score, _ in played], np.uint8)
    return ScoreHistogram.of(scores, np.array([b for _, b in played], bool), 25)


def test_a_mean_and_its_error_are_the_textbook_ones() -> None:
    result = estimate([1.0, 2.0, 3.0, 4.0])
    assert (result.mean, result.games) == (2.5, 4)
    assert result.sem == pytest.approx(math.sqrt(5 / 3) / 2)
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
    result = paired_difference([5, 6, 7], [4, 5, 6])
    assert (result.mean, result.sem) == (1.0, 0.0)
    with pytest.raises(TamayaError, match="cannot pair 3 values with 2"):
        paired_difference([1, 2, 3], [1, 2])


def test_no_games_have_no_mean() -> None:
    assert math.isnan(histogram([]).score.mean)
    assert math.isnan(estimate([]).mean)
    assert math.isnan(estimate([3.0]).sem)


@pytest.mark.parametrize(
    ("t", "freedom", "p"),
    [
        (12.706, 1, 0.05),
        (4.303, 2, 0.05),
        (2.228, 10, 0.05),
        (3.169, 10, 0.01),
        (1.96, 1e7, 0.05),
        (0.7, 10, 0.5),
        (2.660, 60, 0.01),
        (3.373, 120, 0.001),
    ],
)
def test_chances_of_students_t_are_those_of_the_printed_tables(
    t: float, freedom: float, p: float
) -> None:
    assert two_sided(t, freedom) == pytest.approx(p, rel=2e-3)
    assert two_sided(-t, freedom) == two_sided(t, freedom)


def test_a_paired_test_is_students_with_one_sample() -> None:
    result = paired_test([1.0, 3.0, 2.0, 6.0], [0.0, 1.0, 1.0, 2.0])
    assert result.difference.mean == 2
    assert result.t == pytest.approx(2 / (math.sqrt(2) / 2))
    assert result.freedom == 3
    assert 0.06 < result.p < 0.07
    assert str(result) == "+2.00 ± 0.71, p = 0.066"


def test_welchs_test_gives_unequal_spreads_fewer_degrees_of_freedom() -> None:
    """Variances 5/2 and 20/3; standard errors squared 1/2 and 5/3."""
    result = welch_test([1.0, 2.0, 3.0, 4.0, 5.0], [2.0, 4.0, 6.0, 8.0])
    assert result.t == pytest.approx(-2 / math.sqrt(13 / 6))
    assert result.freedom == pytest.approx((13 / 6) ** 2 / (0.25 / 4 + 25 / 9 / 3))
    assert 0.2 < result.p < 0.3


@pytest.mark.parametrize(
    ("freedom", "level", "printed"),
    [
        (1, 0.05, 12.706),
        (5, 0.05, 2.571),
        (30, 0.05, 2.042),
        (2, 0.1, 2.920),
        (4, 0.1, 2.132),
        (math.inf, 0.1, 1.645),
        (1, 0.001, 636.619),
    ],
)
def test_quantiles_of_students_t_are_those_of_the_printed_tables(
    freedom: float, level: float, printed: float
) -> None:
    assert t_quantile(freedom, level) == pytest.approx(printed, abs=5e-4)


def test_without_spread_there_is_no_chance_to_tell() -> None:
    assert math.isnan(paired_test([2.0, 2.0], [1.0, 1.0]).p)
    assert math.isnan(welch_test([1.0], [2.0]).p)
    assert paired_test([1.0, 2.0, 3.0], [2.0, 2.0, 2.0]).p == 1


def test_a_difference_of_rounding_is_none_and_a_huge_one_is_sure() -> None:
    assert paired_test([1.0, 2.0, 0.1 + 0.2], [2.0, 1.0, 0.3]).p == 1.0
    assert two_sided(1e-17, 9) == 1.0
    assert two_sided(1e200, 9) == 0.0


def test_a_missing_p_value_does_not_print_as_significance() -> None:
    assert str(paired_test([1, 1, 1], [1, 1, 1])) == "+0.00 ± 0.00, no difference"
    assert str(paired_test([2], [1], unit="episode")) == (
        "+1.00 ± unknown, p not defined (one episode)"
    )
    assert str(paired_test([2, 2], [1, 1], unit="episode")) == (
        "+1.00 ± 0.00, p not defined (the same difference in every episode)"
    )
    assert str(paired_test([], [])) == "no values to compare"
    assert "p not defined" in str(welch_test([1.0], [2.0]))


def test_a_spread_of_rounding_alone_is_no_significance() -> None:
    ours, theirs = [2.1, 3.1, 4.1], [2.0, 3.0, 4.0]
    assert paired_difference(ours, theirs).sem > 0, "differences by rounding"
    assert math.isnan(paired_test(ours, theirs).p)


def test_clustered_errors_are_those_of_statsmodels() -> None:
    """Its cluster-robust errors of a regression on a constant, with the usual correction."""
    statsmodels = pytest.importorskip("statsmodels.api")
    rng = np.random.default_rng(5)
    groups = rng.integers(0, 7, 60)
    values = rng.normal(size=60) + groups
    fitted = statsmodels.OLS(values, np.ones(60)).fit(
        cov_type="cluster", cov_kwds={"groups": groups}
    )
    ours = clustered(values, groups)
    assert ours.mean == pytest.approx(fitted.params[0])
    assert ours.sem == pytest.approx(fitted.bse[0])


def test_a_mean_just_below_zero_is_printed_without_a_sign() -> None:
    assert str(Estimate(-0.001, 0.01, 10)) == "0.00 ± 0.01"
    assert str(Estimate(-0.02, 0.01, 10)) == "-0.02 ± 0.01"


def test_clustered_values_of_one_group_or_none_have_a_mean_without_an_error() -> None:
    single = clustered([5.0], ["a"])
    assert (single.mean, single.games) == (5.0, 1)
    assert math.isnan(single.sem)
    same = clustered([1.0, 2.0, 6.0], ["a", "a", "a"])
    assert same.mean == 3.0
    assert math.isnan(same.sem)
    nothing = clustered([], [])
    assert nothing.games == 0
    assert math.isnan(nothing.mean)
    with pytest.raises(TamayaError, match="2 values, but groups of 1"):
        clustered([1.0, 2.0], ["a"])
