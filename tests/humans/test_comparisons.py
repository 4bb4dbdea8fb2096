"""Tests of scores, held to numbers that others computed."""

from __future__ import annotations

import numpy as np
import pytest

from tamaya.humans.comparisons import Sample, anova, anova_given, kendall, tukey

PAPER = {
    "outer": Sample(79, 11.09, 4.59),
    "intentional": Sample(73, 14.99, 4.17),
    "full": Sample(72, 12.88, 5.98),
}
PUBLIC = {
    "outer": Sample(66, 10.82, 4.60),
    "intentional": Sample(61, 15.11, 3.71),
    "full": Sample(58, 13.10, 5.93),
}
"""first games of the people who agreed to publication before the paper"""


def test_tukeys_test_gives_what_the_paper_prints() -> None:
    """Its means and deviations have two decimals."""
    p_values = tukey(PAPER)
    assert p_values["outer", "intentional"] < 0.0001
    assert p_values["intentional", "full"] == pytest.approx(0.0295, abs=0.001)
    assert p_values["outer", "full"] == pytest.approx(0.0715, abs=0.002)


def test_both_tests_give_what_was_measured_on_the_public_games_of_the_paper() -> None:
    test, pairs = anova(PUBLIC), tukey(PUBLIC)
    assert test.f == pytest.approx(12.7, abs=0.05)
    assert test.p == pytest.approx(7e-6, rel=0.05)
    assert (test.between, test.within) == (2, 182)
    assert pairs["intentional", "full"] == pytest.approx(0.061, abs=0.001)
    assert pairs["outer", "full"] == pytest.approx(0.024, abs=0.001)


def test_analysis_of_variance_by_hand() -> None:
    """Means 2, 3 and 7 about 4: 42 between; 2 within each: F = (42 / 2) / (6 / 6)."""
    groups = {"a": [1, 2, 3], "b": [2, 3, 4], "c": [6, 7, 8]}
    test = anova({name: Sample.of(values) for name, values in groups.items()})
    assert test.f == pytest.approx(21)
    assert test.p == pytest.approx(0.00195, abs=0.0001)


def test_without_other_factors_it_is_the_one_way_test() -> None:
    scores = [1.0, 2, 3, 2, 3, 4, 6, 7, 8]
    test = anova_given(scores, list("aaabbbccc"), [])
    assert test.f == pytest.approx(21)
    assert (test.between, test.within) == (2, 6)


def test_what_another_factor_explains_is_not_counted() -> None:
    """Two decks, five points apart, and two computers, one point apart, in a balanced table."""
    rng = np.random.default_rng(3)
    ai, deck = ["a", "b"] * 20, ["1"] * 20 + ["2"] * 20
    noise = rng.normal(size=40)
    scores = [5.0 * (d == "2") + (a == "b") + n for a, d, n in zip(ai, deck, noise, strict=True)]
    test = anova_given(scores, ai, [deck])
    alone = anova_given(scores, ai, [])
    assert (test.between, test.within) == (1, 37)
    assert test.f > 3 * alone.f
    middle = np.mean(scores)
    means = [np.mean([s for s, a in zip(scores, ai, strict=True) if a == label]) for label in "ab"]
    explained = 20 * sum((mean - middle) ** 2 for mean in means)
    decks = [
        np.mean([s for s, d in zip(scores, deck, strict=True) if d == label]) for label in "12"
    ]
    fitted = [
        means["ab".index(a)] + decks["12".index(d)] - middle for a, d in zip(ai, deck, strict=True)
    ]
    unexplained = sum((s - f) ** 2 for s, f in zip(scores, fitted, strict=True))
    assert test.f == pytest.approx(explained / (unexplained / 37))


def test_kendalls_correlation_by_hand() -> None:
    """Of six pairs one is turned round: tau = (5 - 1) / 6."""
    assert kendall([1, 2, 3, 4], [1, 2, 4, 3]).tau == pytest.approx(4 / 6)
    tied = kendall([1, 1, 2, 3], [1, 2, 3, 4])  # five agree, one is tied on the left
    assert tied.tau == pytest.approx(5 / np.sqrt(5 * 6))
