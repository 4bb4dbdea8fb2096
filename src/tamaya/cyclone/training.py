"""Trains weights by any method and saves them after every step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tamaya.agents.cyclone_terms import vector_of, weights_of
from tamaya.agents.families.cyclone import FORMS, STYLES, Weights, published, read_weights
from tamaya.cyclone.evolution import EvolutionMethod, evolve
from tamaya.cyclone.factorial import Factorial, factorial
from tamaya.cyclone.objectives import AgreementObjective, Objective
from tamaya.cyclone.regression import Fit, Regression, regression
from tamaya.cyclone.stage import Stage
from tamaya.cyclone.weights_file import write_weights
from tamaya.game import TamayaError
from tamaya.numbers import Floats

Method = Factorial | EvolutionMethod | Regression
METHODS = {"factorial": Factorial, "evolution": EvolutionMethod, "regression": Regression}

GUESS = Weights(
    {
        "certain_play": 1.0,
        "play_singled_out": 1.0,
        "safe_discard": 1.0,
        "unneeded_discard": 1.0,
        "discard_singled_out": -1.0,
        "discard_with_token": -1.0,
        "discard_beyond_deck": -1.0,
        "partner_playable": 1.0,
        "partner_unplayable": -1.0,
        "single_out_playable": 1.0,
        "single_out_unplayable": -1.0,
    },
    (-1.0, -1.0, -1.0),
)
"""default start of a training: 1 for every factor that helps, -1 for every one that harms"""


@dataclass(frozen=True)
class Training:
    """Result of a training."""

    weights: Weights
    """the trained weights, rounded to five digits"""
    stages: tuple[Stage, ...]
    """the steps of the training; none for regression"""
    fit: Fit | None = None
    """the whole fit, for regression only"""

    @property
    def vector(self) -> Floats:
        """The weights as an array, in the order of `FREE`."""
        return vector_of(self.weights)

    @property
    def tried(self) -> int:
        """Weight vectors evaluated."""
        return self.stages[-1].tried if self.stages else 0


def starting_weights(text: str) -> Weights:
    """Reads the start of a training: `guess`, a published style like `self_play`, or a file.

    :raises TamayaError: if there are no such weights
    """
    if text == "guess":
        return GUESS
    style, _, form = text.partition(".")
    if style in STYLES and form in ("", *FORMS):
        return published()[style, form or "code"]
    path = Path(text)
    if not path.suffix and not path.exists():
        known = ", ".join(("guess", *STYLES))
        raise TamayaError(f"no weights {text!r} to start from (expected {known} or a file)")
    return read_weights(path)


def train(  # noqa: PLR0913
    objective: Objective,
    method: Method,
    *,
    start: Weights = GUESS,
    out: Path | None = None,
    note: Callable[[Stage], list[str]] | None = None,
    tell: Callable[[Stage], None] | None = None,
) -> Training:
    """Trains weights for an objective.

    :param out: file that is replaced with the current weights after each stage
    :param note: gives the comment lines at the top of that file
    :param tell: called after each stage
    :raises TamayaError: if the method does not suit the objective, or `out` cannot be written
    """
    if isinstance(method, Regression):
        if not isinstance(objective, AgreementObjective):
            raise TamayaError("regression fits decisions: use evolution or factorial for scores")
        fit = regression(objective.decisions, method)
        return Training(rounded(fit.vector), (), fit)
    stages = []
    for stage in _stages(objective, method, vector_of(start)):
        stages.append(stage)
        if out is not None:
            lines = note(stage) if note is not None else []
            write_weights(out, weights_of(stage.vector), lines)
        if tell is not None:
            tell(stage)
    if not stages:
        raise TamayaError(
            f"{method.most} weight vectors (expected 81 or more, to try one experiment)"
        )
    return Training(rounded(stages[-1].vector), tuple(stages))


def rounded(vector: Floats) -> Weights:
    """Weights rounded to five digits, so that people can read them."""
    return weights_of(np.array([float(f"{number:.5g}") for number in vector]))


def _stages(objective: Objective, method: Method, start: Floats) -> Iterator[Stage]:
    if isinstance(method, Factorial):
        return factorial(objective, start, method)
    assert isinstance(method, EvolutionMethod)
    return evolve(objective, start, method)
