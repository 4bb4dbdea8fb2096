"""Distances between rule lists."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from tamaya.agents import Elite
from tamaya.numbers import Floats


def hamming_distances(ours: Sequence[Elite], theirs: Sequence[Elite] | None = None) -> Floats:
    """Places at which rule lists differ, including those that only one has: [ours, theirs]."""
    others = ours if theirs is None else theirs
    coded = _coded([*ours, *others])
    a, b = coded[: len(ours)], coded[len(ours) :]
    return np.asarray((a[:, None, :] != b[None, :, :]).sum(axis=2), np.float64)


def _coded(elites: Sequence[Elite]) -> NDArray[np.int64]:
    """The rules of each elite as numbers, one row each; -1 after the end of its list."""
    numbers = {
        spec: i for i, spec in enumerate({spec for elite in elites for spec in elite.genome})
    }
    rows = ([numbers[spec] for spec in elite.genome] for elite in elites)
    return np.array(list(zip_longest(*rows, fillvalue=-1)), np.int64).T
