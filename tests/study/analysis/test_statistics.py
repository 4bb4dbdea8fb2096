"""Statistics, held to numbers that R and its packages compute from the same data."""

from __future__ import annotations

import itertools
import json
import math
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tamaya.errors import TamayaError, UnknownNameError
from tamaya.humans.comparisons import kendall
from tamaya.study.analysis.answers import kruskal
from tamaya.study.analysis.contrasts import contrasts
from tamaya.study.analysis.groups import describe, share
from tamaya.study.analysis.mixed import Observation, learning_model, mixed_model
from tamaya.study.analysis.scales import reliability
from tamaya.study.analysis.variance import factor_table, one_way, repeated_measures, tukey

Numbers = dict[str, float]
SCRIPT = Path(__file__).with_name("reference.R")
R: dict[str, Numbers] = json.loads(SCRIPT.with_suffix(".json").read_text())
"""what `reference.R` printed"""
WARPBREAKS = {
    "A:L": (26, 30, 54, 25, 70, 52, 51, 26, 67),
    "A:M": (18, 21, 29, 17, 12, 18, 35, 30, 36),
    "A:H": (36, 21, 24, 18, 10, 43, 28, 15, 26),
    "B:L": (27, 14, 29, 19, 29, 31, 41, 20, 44),
    "B:M": (42, 26, 19, 16, 39, 28, 21, 39, 29),
    "B:H": (20, 21, 24, 17, 13, 15, 15, 16, 28),
}
"""R's data set `warpbreaks`: breaks of yarn by wool and tension"""
PENICILLIN = {
    "A": (89, 84, 81, 87, 79),
    "B": (88, 77, 87, 92, 81),
    "C": (97, 92, 87, 89, 80),
    "D": (94, 79, 85, 84, 88),
}
"""Box, Hunter and Hunter: yield by treatment; the places in each row are blends"""
ATTITUDE = """\
43 51 30 39 61 92 45  63 64 51 54 63 73 47  71 70 68 69 76 86 48  61 63 45 47 54 84 35
81 78 56 66 71 83 47  43 55 49 44 54 49 34  58 67 42 56 66 68 35  71 75 50 55 70 66 41
72 82 72 67 71 83 31  67 61 45 47 62 80 41  64 53 53 58 58 67 34  67 60 47 39 59 74 41
69 62 57 42 55 63 25  68 83 83 45 59 77 35  77 77 54 72 79 77 46  81 90 50 72 60 54 36
74 85 64 69 79 79 63  65 60 65 75 55 80 60  65 70 46 57 75 85 46  50 58 68 54 64 78 52
50 40 33 34 43 64 33  64 61 52 62 66 80 41  53 66 52 50 63 80 37  40 37 42 58 50 57 49
63 54 42 48 66 75 33  66 77 66 63 88 76 72  78 75 58 74 80 78 49  48 57 44 45 51 83 38
85 85 71 71 77 74 55  82 82 39 59 64 78 39"""
"""R's data set `attitude`: seven ratings of each of 30 departments"""


FIRST = (0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0)
SECOND = (1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4)
"""R's data set `sleep`: extra hours of sleep with each of two drugs, by person"""


def close(*names: str, of: Numbers) -> object:
    """Some of R's numbers, as far as its result is printed."""
    return pytest.approx([of[name] for name in names], rel=1e-6)


@pytest.mark.slow
def test_the_recorded_numbers_are_those_that_r_computes() -> None:
    program = shutil.which("Rscript")
    if program is None:
        pytest.skip("R is not installed")
    run = subprocess.run([program, str(SCRIPT)], capture_output=True, text=True, check=False)
    if "there is no package called" in run.stderr:
        pytest.skip("R lacks lme4, metafor or psych")
    printed = json.loads(run.stdout)
    assert printed.keys() == R.keys()
    for name in printed.keys() - {"programs"}:
        assert printed[name] == pytest.approx(R[name], rel=1e-4), name


def test_two_factors_and_their_interaction_are_those_of_r() -> None:
    cells = [(name, float(value)) for name, values in WARPBREAKS.items() for value in values]
    factors = {"wool": [name[0] for name, _ in cells], "tension": [name[2] for name, _ in cells]}
    table = factor_table([value for _, value in cells], factors, interaction=True)
    wool, tension, both = table.effects
    assert (wool.name, tension.name, both.name) == ("wool", "tension", "wool by tension")
    expected = R["two factors"]
    assert [wool.f, wool.p] == close("wool_f", "wool_p", of=expected)
    assert [tension.f, tension.p] == close("tension_f", "tension_p", of=expected)
    assert [both.f, both.p] == close("both_f", "both_p", of=expected)
    assert (both.freedom, table.residual_freedom) == (2, expected["residual_freedom"])


def test_tukeys_test_of_all_cells_is_that_of_r() -> None:
    expected = {frozenset(name.split("-")): p for name, p in R["tukey"].items()}
    pairs = tukey(WARPBREAKS)
    assert len(pairs) == len(expected) == 15
    for pair in pairs:
        assert pair.p == pytest.approx(expected[frozenset((pair.first, pair.second))], abs=1e-5)
    first = next(pair for pair in pairs if (pair.first, pair.second) == ("A:L", "B:L"))
    assert first.difference == pytest.approx(401 / 9 - 254 / 9)


def test_one_factor_gives_f_effect_size_and_an_interval_that_inverts_the_noncentral_f() -> None:
    from scipy.stats import ncf

    test = one_way(WARPBREAKS)
    assert [test.f, test.p, test.eta_squared] == close("f", "p", "eta_squared", of=R["one factor"])
    assert [test.welch_f, test.welch_p] == close("f", "p", of=R["welch"])
    for eta, tail in ((test.eta_low, 0.975), (test.eta_high, 0.025)):
        noncentrality = 54 * eta / (1 - eta)
        assert ncf.cdf(test.f, 5, 48, noncentrality) == pytest.approx(tail, abs=1e-3)


def test_hedges_g_is_that_of_the_textbook() -> None:
    """Borenstein et al., Introduction to Meta-Analysis, chapter 4: means 103 and 100."""
    rng = np.random.default_rng(1)
    arms = {}
    for name, mean, sd in (("treated", 103, 5.5), ("control", 100, 4.5)):
        raw = rng.normal(size=50)
        exact = mean + sd * (raw - raw.mean()) / raw.std(ddof=1)
        arms[name] = {f"{name}{n}": float(value) for n, value in enumerate(exact)}
    (test,) = contrasts(arms, [("treated", "control")], within=False)
    assert test.difference == pytest.approx(3)
    assert test.effect == pytest.approx(0.5924, abs=1e-4)
    assert test.effect_high - test.effect == pytest.approx(1.96 * 0.2045, abs=1e-3)
    assert test.t == pytest.approx(3 / math.sqrt(5.5**2 / 50 + 4.5**2 / 50))


def test_effect_sizes_are_those_of_metafor() -> None:
    """Ours uses the usual approximations of the exact correction and of the unbiased variance."""
    strangers = {
        "first": {f"a{n}": value for n, value in enumerate(FIRST)},
        "second": {f"b{n}": value for n, value in enumerate(SECOND)},
    }
    (test,) = contrasts(strangers, [("first", "second")], within=False)
    expected = R["hedges g"]
    assert test.effect == pytest.approx(expected["g"], rel=2e-4)
    assert [test.effect_low, test.effect_high] == pytest.approx(
        [expected["low"], expected["high"]], abs=1e-3
    )
    same = {
        name: dict(zip("abcdefghij", strangers[name].values(), strict=True)) for name in strangers
    }
    (test,) = contrasts(same, [("first", "second")], within=True)
    assert test.effect == pytest.approx(R["d of differences"]["d"])


def test_holms_adjustment_of_welchs_tests_is_that_of_r() -> None:
    arms = {
        cell: {f"{cell} {n}": float(value) for n, value in enumerate(values)}
        for cell, values in WARPBREAKS.items()
    }
    pairs = list(itertools.combinations(WARPBREAKS, 2))
    expected = {frozenset(name.split("-")): p for name, p in R["holm"].items()}
    tests = contrasts(arms, pairs, within=False)
    assert len(tests) == len(expected) == 15
    for test in tests:
        adjusted = expected[frozenset((test.first, test.second))]
        assert test.p_holm == pytest.approx(adjusted, rel=1e-6)


@pytest.mark.parametrize("design", ["paired", "unpaired"])
def test_contrasts_are_the_tests_of_r(design: str) -> None:
    people = {"paired": ("abcdefghij", "abcdefghij"), "unpaired": ("abcdefghij", "klmnopqrst")}
    arms = {
        name: dict(zip(who, values, strict=True))
        for name, who, values in zip(
            ("first", "second"), people[design], (FIRST, SECOND), strict=True
        )
    }
    (test,) = contrasts(arms, [("first", "second")], within=design == "paired")
    assert [test.t, test.p, test.low, test.high] == close("t", "p", "low", "high", of=R[design])


def test_repeated_measures_of_two_arms_are_those_of_r() -> None:
    people = "abcdefghij"
    arms = {
        "first": dict(zip(people, FIRST, strict=True)) | {"met one arm": 9.0},
        "second": dict(zip(people, SECOND, strict=True)),
    }
    test = repeated_measures(arms)
    assert [test.f, test.p] == close("f", "p", of=R["repeated measures"])
    assert (test.between, test.within, test.people) == (1, 9, 10)
    with pytest.raises(TamayaError, match="0 people met all of 2 arms"):
        repeated_measures({"first": {"a": 1.0}, "second": {}})


def test_holms_adjustment_by_hand() -> None:
    """The smallest of three p counts three times, the next twice, and none falls below another."""
    arms = {
        "a": {"1": 1.0, "2": 2.0, "3": 4.0},
        "b": {"4": 5.0, "5": 6.0, "6": 9.0},
        "c": {"7": 20.0, "8": 21.0, "9": 25.0},
    }
    tests = contrasts(arms, [("a", "b"), ("a", "c"), ("b", "c")], within=False)
    smallest, middle, largest = sorted(tests, key=lambda test: test.p)
    assert smallest.p_holm == pytest.approx(3 * smallest.p)
    assert middle.p_holm == pytest.approx(max(2 * middle.p, smallest.p_holm))
    assert largest.p_holm == pytest.approx(max(largest.p, middle.p_holm))


def test_a_random_block_is_that_of_lme4() -> None:
    """Blends take the place of decks; people do not repeat."""
    games = [
        Observation(f"{treat}{blend}", f"blend {blend}", treat, float(value))
        for treat, values in PENICILLIN.items()
        for blend, value in enumerate(values)
    ]
    fit = mixed_model(games, list("ABCD"))
    expected = R["penicillin"]
    assert fit.deviations == pytest.approx(
        {name: expected[name] for name in ("decks", "rest")}, rel=1e-3
    )
    assert [effect.value for effect in fit.fixed] == close(*"ABCD", of=expected)
    errors = [expected[f"sem_{name}"] for name in "ABCD"]
    assert [effect.sem for effect in fit.fixed] == pytest.approx(errors, rel=1e-3)
    assert "people hardly repeat" in fit.notes[0]


def test_crossed_people_and_decks_have_the_variances_of_the_balanced_table() -> None:
    """Without empty cells REML is the analysis of variance: (MS of people - MS of rest) / decks."""
    rng = np.random.default_rng(5)
    people, decks = 12, 6
    values = rng.normal(size=(people, 1)) * 2 + rng.normal(size=decks) * 3
    values = 10 + values + rng.normal(size=(people, decks))
    arms = [
        "a" if (person + deck) % 2 else "b" for person in range(people) for deck in range(decks)
    ]
    games = [
        Observation(f"p{person}", f"d{deck}", arms[person * decks + deck], values[person, deck])
        for person in range(people)
        for deck in range(decks)
    ]
    fit = mixed_model(games, ["a", "b"])
    sign = np.array([1 if arm == "b" else -1 for arm in arms]).reshape(people, decks)
    slope = (values * sign).mean()  # arms are balanced over rows and columns
    rest = values - values.mean(1, keepdims=True) - values.mean(0) + values.mean() - slope * sign
    noise = (rest**2).sum() / ((people - 1) * (decks - 1) - 1)
    between_people = (decks * values.mean(1).var(ddof=1) - noise) / decks
    between_decks = (people * values.mean(0).var(ddof=1) - noise) / people
    assert fit.deviations["people"] == pytest.approx(math.sqrt(between_people), rel=1e-3)
    assert fit.deviations["decks"] == pytest.approx(math.sqrt(between_decks), rel=1e-3)
    assert fit.deviations["rest"] == pytest.approx(math.sqrt(noise), rel=1e-3)
    assert fit.fixed[1].value == pytest.approx(2 * slope, rel=1e-3)


def test_crossed_people_and_decks_with_empty_cells_are_those_of_lme4() -> None:
    games = []
    for person, deck in itertools.product(range(1, 11), range(1, 7)):
        if (person, deck) in {(3, 2), (8, 5)}:
            continue
        arm = "b" if (person + deck) % 2 == 0 else "a"
        noise = (person * deck * 3 + person + 2 * deck) % 4
        score = 10 + person * 7 % 5 + deck * 4 % 7 + 2 * (arm == "b") + noise
        games.append(Observation(f"p{person}", f"d{deck}", arm, float(score)))
    fit = mixed_model(games, ["a", "b"])
    expected = R["crossed"]
    assert fit.deviations == pytest.approx(
        {name: expected[name] for name in ("people", "decks", "rest")}, rel=1e-3
    )
    assert fit.fixed[1].value == pytest.approx(expected["arm"], rel=1e-3)
    assert fit.fixed[1].sem == pytest.approx(expected["sem"], rel=1e-3)


def test_points_per_doubling_are_found_again() -> None:
    rng = np.random.default_rng(2)
    games = [
        Observation(f"p{person}", f"d{person}-{number}", arm, value, number)
        for person in range(40)
        for number in (1, 2, 4, 8)
        for arm in ("steep" if person % 2 else "flat",)
        for value in (10 + (person % 2) * 2 * math.log2(number) + rng.normal() * 0.1,)
    ]
    slopes = learning_model(games, ["flat", "steep"]).fixed[2:]
    assert [slope.value for slope in slopes] == pytest.approx([0, 2], abs=0.05)


def test_alpha_and_omega_are_those_of_psych_and_r() -> None:
    result = reliability("attitude", _attitude())
    assert (result.people, result.items) == (30, 7)
    assert [result.alpha, result.low, result.high] == close("alpha", "low", "high", of=R["alpha"])
    assert result.omega == pytest.approx(R["omega"]["omega"], abs=1e-4)


def _attitude() -> list[list[float]]:
    numbers = list(map(float, ATTITUDE.split()))
    return [numbers[n : n + 7] for n in range(0, len(numbers), 7)]


def test_kendalls_tau_and_the_test_of_ordered_answers_are_those_of_r() -> None:
    rows = _attitude()
    tau = kendall([row[0] for row in rows], [row[1] for row in rows])
    assert [tau.tau, tau.p] == close("tau", "p", of=R["kendall"])
    tensions = {
        tension: {
            f"{wool}{n}": float(value)
            for wool in "AB"
            for n, value in enumerate(WARPBREAKS[f"{wool}:{tension}"])
        }
        for tension in "LMH"
    }
    assert kruskal(tensions) == pytest.approx(R["kruskal"]["p"], rel=1e-6)


def test_omega_of_exactly_parallel_items_is_alpha() -> None:
    rng = np.random.default_rng(0)
    table = rng.normal(size=(4000, 1)) + rng.normal(size=(4000, 5))
    result = reliability("parallel", table.tolist())
    assert result.alpha == pytest.approx(5 / 6, abs=0.01)
    assert result.omega == pytest.approx(result.alpha, abs=0.002)


def test_wilsons_interval_is_that_of_r() -> None:
    part = share("enjoyed", 7, 33)
    assert [part.low, part.high] == close("low", "high", of=R["wilson"])


def test_the_mean_of_sleep_has_students_interval() -> None:
    group = describe("second", SECOND)
    assert [group.mean, group.low, group.high] == close("mean", "low", "high", of=R["mean"])


@pytest.mark.filterwarnings("error")
def test_an_arm_whose_people_have_one_value_is_compared_without_a_warning() -> None:
    arms = {"a": {"1": 5.0, "2": 5.0, "3": 5.0}, "b": {"4": 2.0, "5": 3.0, "6": 1.0}}
    (contrast,) = contrasts(arms, [("a", "b")], within=False)
    assert contrast.difference == 3.0
    assert contrast.problem == ""


def test_too_few_people_are_said_in_words() -> None:
    arms = {"a": {"1": 1.0}, "b": {"2": 2.0, "3": 3.0}, "c": {}}
    first, second = contrasts(arms, [("a", "b"), ("b", "c")], within=False)
    assert first.problem == "one person is left in arm 'a' (expected two or more)"
    assert second.problem == "nobody is left in arm 'c'"
    with pytest.raises(UnknownNameError, match="a contrast names 'd' .the arms are a, b, c"):
        contrasts(arms, [("a", "d")], within=False)
    with pytest.raises(TamayaError, match="'a' has 1 values .expected two or more"):
        one_way({"a": [1.0], "b": [1.0, 2.0]})
    with pytest.raises(TamayaError, match="nobody has arm 'b' and deck '2'"):
        factor_table([1, 2, 3, 4], {"arm": list("aabb"), "deck": list("1211")}, interaction=True)
    with pytest.raises(TamayaError, match="some labels of arm and age always occur together"):
        factor_table([1, 2, 3, 5], {"arm": list("aabb"), "age": list("1122")})
    with pytest.raises(TamayaError, match="no games with arm 'b'"):
        mixed_model([Observation("p", "d", "a", 1.0)], ["a", "b"])
    with pytest.raises(TamayaError, match="2 people answered all of 3 items"):
        reliability("fun", [[1, 2, 3], [2, 3, 4]])
