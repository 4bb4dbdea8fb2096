"""The registry of features. The decorator `feature` registers a function where it is defined."""

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
    """A named number in [0, 1], computed from counters; nan if there was no occasion."""

    name: str
    description: str
    """a sentence, which pages show until they have a better one"""
    compute: Callable[[Counters], float]

    @property
    def label(self) -> str:
        """The name as readers see it, until pages have a better one."""
        return self.name.replace("_", " ")

    def __call__(self, counters: Counters) -> float:
        """The feature of one player."""
        return self.compute(counters)

    def of_rows(self, rows: NDArray[np.uint64]) -> NDArray[np.float64]:
        """The feature of many players: one number for each row of counters."""
        columns = Counters(*rows.astype(np.float64).T)
        return np.asarray(self.compute(columns))


_features: dict[str, Feature] = {}


def feature(compute: Callable[[Counters], float]) -> Feature:
    """Registers a function of counters as a feature; its docstring's first line describes it."""
    description = (compute.__doc__ or "").strip().splitlines()[0]
    registered = Feature(compute.__name__, description, compute)
    _features[registered.name] = registered
    return registered


def feature_names() -> list[str]:
    """Names of all features, sorted."""
    return sorted(_features)


def features(*names: str) -> list[Feature]:
    """Features by name; all of them if no name is given.

    :raises UnknownNameError: if there is no such feature; the message lists near names
    """
    for name in names:
        if name not in _features:
            near = difflib.get_close_matches(name, _features, n=3, cutoff=0.3) or feature_names()
            raise UnknownNameError(f"no feature {name!r} (near names: {', '.join(near)})")
    return [_features[name] for name in names or feature_names()]


def ratio(part: int, total: int) -> float:
    """part / total, or nan for 0 / 0. Works on arrays too, element by element."""
    if isinstance(total, np.ndarray):
        return np.divide(part, total, out=np.full(total.shape, math.nan), where=total > 0)
    return part / total if total else math.nan
