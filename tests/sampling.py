"""Which cases of a large family run in `make test`; `make test-all` runs them all.

Both functions return parameters for `pytest.mark.parametrize`. Cases outside the sample carry the
mark `exhaustive`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import product

import pytest
from _pytest.mark import ParameterSet
from allpairspy import AllPairs


def pairwise(*axes: Sequence[object]) -> list[ParameterSet]:
    """All combinations; the sample meets every pair of values of two axes at least once."""
    sample = {tuple(combination) for combination in AllPairs([list(axis) for axis in axes])}
    return [_parameter(values, values in sample) for values in product(*axes)]


def sampled(values: Iterable[object], sample: Collection[object]) -> list[ParameterSet]:
    """All values; those listed in `sample` run always."""
    return [_parameter((value,), value in sample) for value in values]


def _parameter(values: tuple[object, ...], always: bool) -> ParameterSet:
    return pytest.param(*values, marks=[] if always else [pytest.mark.exhaustive])
