"""Features register themselves where they are defined."""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya._core import UnknownNameError
from tamaya.features.counters import Counters


@dataclass(frozen=True)
class Feature:
    """A named number in [0, 1] made of counters; nan where there is nothing to count."""

    name: str
    description: str
    compute: Callable[[Counters], float]

    def __call__(self, counters: Counters) -> float:
        """The feature of somebody who did this."""
        return self.compute(counters)

    def of_rows(self, rows: NDArray[np.uint64]) -> NDArray[np.float64]:
        """The feature of many: one for each row of counters."""
        columns = Counters(*rows.astype(np.float64).T)
        return np.asarray(self.compute(columns))


_features: dict[str, Feature] = {}


def feature(compute: Callable[[Counters], float]) -> Feature:
    """Registers a function of counters as a feature; its docstring's first line describes it."""
    made = Feature(compute.__name__, (compute.__doc__ or "").strip().splitlines()[0], compute)
    _features[made.name] = made
    return made


def feature_names() -> list[str]:
    """Names of all features."""
    return sorted(_features)


def features(*names: str) -> list[Feature]:
    """Features by name; all of them if none is named.

    :raises UnknownNameError: listing near names
    """
    for name in names:
        if name not in _features:
            near = difflib.get_close_matches(name, _features, n=3, cutoff=0.3) or feature_names()
            raise UnknownNameError(f"no feature {name!r} (near names: {', '.join(near)})")
    return [_features[name] for name in names or feature_names()]


def ratio(part: int, whole: int) -> float:
    """part / whole; nan for 0 / 0."""
    if isinstance(whole, np.ndarray):  # many at once
        return np.divide(part, whole, out=np.full(whole.shape, math.nan), where=whole > 0)
    return part / whole if whole else math.nan
