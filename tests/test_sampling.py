from __future__ import annotations

from itertools import combinations, product

import pytest

from tests.sampling import pairwise, sampled

AXES = (("click", "keys", "tap"), ("desktop", "phone"), ("dark", "light"), ("en", "de"))


def test_a_pairwise_sample_meets_every_pair_of_values() -> None:
    cases = pairwise(*AXES)
    assert [case.values for case in cases] == list(product(*AXES))
    sample = [case.values for case in cases if not case.marks]
    assert len(sample) < len(cases) / 2
    for first, second in combinations(range(len(AXES)), 2):
        met = {(case[first], case[second]) for case in sample}
        assert met == set(product(AXES[first], AXES[second]))


def test_values_outside_a_sample_are_marked() -> None:
    marked = [bool(case.marks) for case in sampled(range(4), {0, 3})]
    assert marked == [False, True, True, False]
    assert sampled([1], []) == [pytest.param(1, marks=[pytest.mark.exhaustive])]
