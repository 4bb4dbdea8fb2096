"""Cyclone with the twelve factors as its paper defines them, and a curve for giving up cards.

`cyclone:self_play(form=paper)` has the weights of Table 1 (`cyclone_paper.toml`). The published
program, and so `form=code`, differs from the paper: see `cpp/tamaya/families/cyclone_paper.hpp`.
"""

from __future__ import annotations

import importlib.resources
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from tamaya import _core
from tamaya.agents.cyclone_thoughts import CycloneThoughts
from tamaya.agents.native import CoreAgent, in_core
from tamaya.game import TamayaError, View
from tamaya.numbers import Floats

PAPER_FACTORS = tuple(_core.cyclone_paper_factors())
"""in the order of Table 1"""
DEFICITS = (2, 3, 4, 5)
"""distances above the top of a firework that can be given up"""
CURVE = "give_up"
PAPER_FREE = (*PAPER_FACTORS, *(f"{CURVE} {deficit}" for deficit in DEFICITS))
"""all numbers that can be trained, in the order of vectors"""


@dataclass(frozen=True)
class PaperWeights:
    """Weights of the twelve factors, and the curve."""

    by_factor: Mapping[str, float]
    """costs are negative"""
    give_up: tuple[float, ...]
    """for each of `DEFICITS`, the largest deck with which such cards are given up"""

    @classmethod
    def of(cls, table: Mapping[str, object], source: str) -> PaperWeights:
        """Checks a table read from a file.

        :raises TamayaError: naming what is missing, unknown or not a number
        """
        expected = (*PAPER_FACTORS, CURVE)
        for name in table:
            if name not in expected:
                raise TamayaError(f"{source}: no factor {name!r} (expected {', '.join(expected)})")
        missing = [name for name in expected if name not in table]
        if missing:
            raise TamayaError(f"{source}: no weight for {', '.join(missing)}")
        curve = table[CURVE]
        if not isinstance(curve, list) or len(curve) != len(DEFICITS):
            raise TamayaError(
                f"{source}: {CURVE} = {curve!r} (expected {len(DEFICITS)} sizes of the deck)"
            )
        by_factor = {name: _number(table[name], f"{source}: {name}") for name in PAPER_FACTORS}
        return cls(by_factor, tuple(_number(deck, f"{source}: {CURVE}") for deck in curve))

    @classmethod
    def of_vector(cls, vector: Floats) -> PaperWeights:
        """Numbers in the order of `PAPER_FREE` as weights."""
        numbers = [float(number) for number in vector]
        weights = dict(zip(PAPER_FACTORS, numbers, strict=False))
        return cls(weights, tuple(numbers[len(PAPER_FACTORS) :]))

    @property
    def vector(self) -> Floats:
        """The weights in the order of `PAPER_FREE`."""
        return np.array([*(self.by_factor[name] for name in PAPER_FACTORS), *self.give_up])

    @property
    def policy(self) -> _core.Policy:
        """The core's policy with these weights."""
        weights = [self.by_factor[name] for name in PAPER_FACTORS]
        return _core.Policy("cyclone_paper", {"weights": weights, "give_up": self.give_up})

    def text(self) -> str:
        """The weights as a TOML table."""
        lines = [f"{name} = {self.by_factor[name]!r}" for name in PAPER_FACTORS]
        return "\n".join([*lines, f"{CURVE} = {list(self.give_up)!r}"]) + "\n"

    def most_deficit(self, deck: int) -> int:
        """The largest deficit that is not given up with this deck: the height of the curve."""
        gone = [d for d, least in zip(DEFICITS, self.give_up, strict=True) if deck <= least]
        return min(gone) - 1 if gone else DEFICITS[-1]


def _number(value: object, label: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
        raise TamayaError(f"{label} = {value!r:.60} (expected a finite number)")
    return float(value)


def read_paper_weights(path: Path) -> dict[str, PaperWeights]:
    """Reads a file like `cyclone_paper.toml`: a table of weights for each name.

    :raises TamayaError: if the file cannot be read or is not such a file
    """
    try:
        tables = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise TamayaError(f"cannot read weights from {str(path)!r}: {error}") from None
    named: dict[str, PaperWeights] = {}
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise TamayaError(f"{str(path)!r}: {name} = {table!r:.40} (expected a table)")
        named[name] = PaperWeights.of(table, f"{path.name}, {name}")
    return named


@cache
def paper_weights() -> dict[str, PaperWeights]:
    """The weights of `form=paper`, by style."""
    file = importlib.resources.files("tamaya.agents").joinpath("cyclone_paper.toml")
    return read_paper_weights(Path(str(file)))


@in_core
class PaperCycloneAgent(CoreAgent):
    """Makes the move with the highest sum of the paper's factors times their weights."""

    def __init__(self, weights: PaperWeights, *, name: str = "cyclone") -> None:
        super().__init__(name, weights.policy)
        self.weights = weights

    @property
    def parameters(self) -> Mapping[str, object]:
        """The weights."""
        return {"weights": self.weights}

    def thoughts(self, view: View, decision: _core.Decision) -> CycloneThoughts:
        """The value of every legal move, factor by factor."""
        values, _ = _core.cyclone_values(self.policy, view, _core.Notes())
        return CycloneThoughts.of(decision.move, PAPER_FACTORS, values)
