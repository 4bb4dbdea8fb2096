"""Statistics of the benchmark, compared with known truth."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from tamaya.benchmark import numbers
from tamaya.benchmark.choosing import DRAWS, covering
from tamaya.benchmark.numbers import Strata, between, deck_error, holm, interval, p_value
from tamaya.benchmark.test_set import TestSet
from tamaya.benchmark.validation import FOLDER

FOUR = Strata(tuple(np.repeat([f"family {n}" for n in range(9)], 4)))
SIZES = [4, 4, 4, 4, 4, 4, 4, 3, 2]
UNEQUAL = Strata(tuple(np.repeat([f"family {n}" for n in range(9)], SIZES)))
THREE = Strata(tuple(np.repeat(["small", "medium", "large"], [2, 4, 9])))
SHIPPED = {
    file.stem: Strata(tuple(partner.family for partner in TestSet.read(file).partners))
    for file in sorted(FOLDER.glob("*.json"))
}
"""the families of the validation sets"""
SPREADS = {
    "piers": (1.6, 1.7, 2.1, 1.2, 1.0, 1.1, 1.4, 4.4, 0.4),
    "iggi": (1.7, 1.6, 2.3, 1.5, 0.9, 0.6, 1.4, 3.0, 0.4),
    "outer": (2.5, 1.8, 2.4, 1.8, 3.5, 0.9, 2.4, 5.9, 1.4),
    "convention:hats": (1.9, 1.5, 1.8, 1.7, 1.7, 1.1, 1.1, 3.3, 9.6),
    "learned:self-play": (3.0, 2.6, 2.3, 3.8, 2.6, 3.2, 0.9, 4.6, 1.1),
}
"""standard deviations over the partners of each family, by challenger: zero-shot, seed 0, full"""
WORLDS = 2000


def share_covered(values: np.ndarray, truth: float, strata: Strata) -> float:
    """Share of simulated results whose 95 % interval of the mean contains the truth."""
    intervals = [interval(row, strata) for row in values]
    return float(np.mean([result.low <= truth <= result.high for result in intervals]))


def simulated(
    strata: Strata, decks: int, skewed: bool, spreads: Sequence[float] = (1, 2, 3, 4)
) -> tuple[np.ndarray, float]:
    """Mean scores with partners drawn from families, each with its own decks: [worlds, partners].

    Families have different means and spreads, and partners of a family differ as much as ours.
    """
    rng = np.random.default_rng(1)
    shape = WORLDS, len(strata.families)
    kinds = np.array([strata.names.index(name) for name in strata.families])
    centres = 8 + 1.5 * np.arange(len(strata.names))
    draws = rng.exponential(size=shape) - 1 if skewed else rng.normal(size=shape)
    partners = centres[kinds] + np.resize(spreads, len(strata.names))[kinds] * draws
    games = rng.normal(scale=3.5, size=(*shape, decks)).mean(axis=2)
    return partners + games, float(centres.mean())


def one_of_each_size(names: Sequence[str]) -> list[str]:
    """Sets whose families have different sizes."""
    return list({tuple(Counter(SHIPPED[name].families).values()): name for name in names}.values())


@pytest.mark.parametrize(
    ("strata", "decks", "skewed"),
    [
        pytest.param(FOUR, 1, False, id="one deck"),
        pytest.param(UNEQUAL, 20, True, id="unequal"),
        pytest.param(SHIPPED["people-2-full"], 20, True, id="people"),
        pytest.param(THREE, 20, True, id="three families"),
        pytest.param(THREE, 20, False, marks=pytest.mark.exhaustive, id="three normal families"),
        *(
            pytest.param(
                SHIPPED[name], 20, skewed, marks=pytest.mark.exhaustive, id=f"{name}-{skewed}"
            )
            for name in one_of_each_size(sorted(SHIPPED))
            for skewed in (False, True)
        ),
        *(
            pytest.param(
                Strata(("alone",) * size),
                20,
                skewed,
                marks=pytest.mark.exhaustive,
                id=f"family of {size}-{skewed}",
            )
            for size in (4, 5, 8, 12)
            for skewed in (False, True)
        ),
    ],
)
def test_intervals_of_95_percent_contain_the_true_mean_in_93_to_97_percent(
    strata: Strata, decks: int, skewed: bool
) -> None:
    values, truth = simulated(strata, decks, skewed)
    assert 0.93 <= share_covered(values, truth, strata) <= 0.97


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["standard-2-quick", "standard-2-full"])
@pytest.mark.parametrize("challenger", SPREADS)
def test_intervals_hold_if_families_vary_as_much_as_ours(challenger: str, name: str) -> None:
    values, truth = simulated(SHIPPED[name], 20, False, SPREADS[challenger])
    assert 0.93 <= share_covered(values, truth, SHIPPED[name]) <= 0.97


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("strata", "spreads", "least"),
    [
        pytest.param(SHIPPED["people-2-full"], (1, 3), 0.91, id="people"),
        pytest.param(SHIPPED["standard-2-quick"], SPREADS["convention:hats"], 0.90, id="ours"),
        pytest.param(UNEQUAL, (*[1] * 8, 4), 0.88, id="two partners"),
    ],
)
def test_intervals_are_too_narrow_if_a_small_skewed_family_varies_most(
    strata: Strata, spreads: tuple[float, ...], least: float
) -> None:
    """The documentation says so. If an interval gets better, the page must change."""
    values, truth = simulated(strata, 20, True, spreads)
    assert least <= share_covered(values, truth, strata) < 0.93


@pytest.mark.exhaustive
@pytest.mark.parametrize("fresh", [True, False])
@pytest.mark.parametrize(("size", "most", "families"), [(29, 12, 2), (29, 4, 9), (10, 4, 9)])
def test_intervals_of_partners_chosen_for_coverage_are_wide_enough(
    size: int, most: int, families: int, fresh: bool
) -> None:
    """The truth is the mean over seeds. Unusual candidates score less, and are chosen more often.

    Candidates lie in a plane; they are made anew for each seed, or are public and stay the same.
    """
    rng = np.random.default_rng(4)
    public = rng.normal(size=(families, size, 2))
    values = np.zeros((300, families, most))
    for seed in range(len(values)):
        for family in range(families):
            places = rng.normal(size=(size, 2)) if fresh else public[family]
            apart = np.linalg.norm(places[:, None] - places, axis=2)
            draws = [rng.permutation(size)[:most].tolist() for _ in range(DRAWS)]
            chosen = places[covering(np.rint(1000 * apart).astype(np.int64), draws)]
            values[seed, family] = family - (chosen**2).sum(axis=1)
    values += rng.normal(scale=0.8, size=values.shape)
    strata = Strata(tuple(np.repeat([f"family {n}" for n in range(families)], most)))
    assert share_covered(values.reshape(300, -1), float(values.mean()), strata) >= 0.95


def test_p_values_of_equal_challengers_are_below_5_percent_in_5_percent() -> None:
    ours, _ = simulated(FOUR, 20, skewed=False)
    theirs = ours + np.random.default_rng(2).normal(scale=1.0, size=ours.shape)
    p = [p_value(a - b, FOUR) for a, b in zip(ours[:600], theirs[:600], strict=True)]
    assert 0.03 <= float((np.array(p) < 0.05).mean()) <= 0.07


def test_the_deck_error_is_the_spread_of_repeated_runs_with_the_same_partners() -> None:
    rng = np.random.default_rng(3)
    partners = rng.normal(12, 4, size=36)
    runs = partners[None, :, None] + rng.normal(scale=3, size=(2000, 36, 20))
    truth = (runs.mean(axis=2) @ FOUR.weights).std()
    errors = runs.std(axis=2, ddof=1) / math.sqrt(20)
    estimates = [deck_error(row, FOUR) for row in errors[:50]]
    assert float(np.mean(estimates)) == pytest.approx(truth, rel=0.05)


def test_families_have_the_same_weight_whatever_their_size() -> None:
    strata = Strata(("large", "large", "large", "small"))
    values = np.array([1.0, 2.0, 3.0, 10.0])
    assert interval(values, strata).value == pytest.approx((2 + 10) / 2)
    assert strata.resampled.sum(axis=1) == pytest.approx(1)


def test_the_interquartile_mean_drops_a_quarter_at_each_end() -> None:
    strata = Strata(("all",) * 8)
    values = np.array([90.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, -50.0])
    assert interval(values, strata, numbers.interquartile_mean).value == pytest.approx(3.5)
    assert float(between(0, 0.125)(values, strata.weights)) == pytest.approx(-50)
    # A tenth of eight partners is 0.8 partners: the worst alone.
    assert interval(values, strata, numbers.worst_decile).value == pytest.approx(-50)


def test_holm_multiplies_the_smallest_p_by_the_number_of_tests() -> None:
    assert holm([0.01, 0.04, 0.03, math.nan])[:3] == pytest.approx([0.03, 0.06, 0.06])
    assert math.isnan(holm([0.01, math.nan])[1])
    assert holm([0.6, 0.7]) == [1.0, 1.0]


def test_a_single_partner_of_a_family_adds_no_uncertainty() -> None:
    result = interval(np.array([7.0]), Strata(("alone",)))
    assert (result.value, result.low, result.high) == (7, 7, 7)
    assert math.isnan(p_value(np.array([1.0]), Strata(("alone",))))


def test_an_interval_leaves_out_scores_that_cannot_occur() -> None:
    two = interval(np.array([0.5, 24.0]), Strata(("pair", "pair")))
    assert two.low < 0
    assert two.high > 25
    assert two.within(0, 25) == numbers.Interval(two.value, 0, 25)
