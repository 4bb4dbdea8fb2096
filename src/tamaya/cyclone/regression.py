"""Fits weights by regression: a conditional logit of the moves that people made.

The chance of a move is taken to be proportional to exp(sharpness * value). Values are linear in the
weights, so the likelihood of all decisions has one maximum, and Newton's method finds it. The term
`fits` always weighs 1, which fixes the scale: its coefficient is the sharpness.

People also make moves that Cyclone never makes. The term `end` stands for the cost of such a move;
it is fitted too and then left out of the weights.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tamaya.cyclone.people import Decisions
from tamaya.game import TamayaError
from tamaya.numbers import Floats

_STEPS = 100
"""Newton steps at most"""
_ENOUGH = 1e-9
"""the fit ends when a step gains less log-likelihood per decision than this"""


@dataclass(frozen=True, kw_only=True)
class Regression:
    """Settings of the fit."""

    ridge: float = 1.0
    """L2 penalty: half of it times the sum of squared coefficients is added to the summed
    log-loss of all decisions"""


@dataclass(frozen=True)
class Fit:
    """Result of a regression."""

    vector: Floats
    """weights in the order of `FREE`"""
    sharpness: float
    """chances are proportional to exp(sharpness * value)"""
    end: float
    """value of a move that Cyclone never makes"""
    log_loss: float
    """mean over the fitted decisions, in nats"""

    @property
    def coefficients(self) -> Floats:
        """Coefficients of the logit, in the order of `TERMS`."""
        return self.sharpness * np.array([1.0, *self.vector, self.end])


def chances(decisions: Decisions, coefficients: Floats) -> Floats:
    """The chance of each legal move, decision by decision."""
    first = decisions.moves.first
    logits = decisions.moves.terms @ coefficients
    top = np.maximum.reduceat(logits, first[:-1])
    sizes = np.diff(first)
    powers = np.exp(logits - np.repeat(top, sizes))
    shares: Floats = powers / np.repeat(np.add.reduceat(powers, first[:-1]), sizes)
    return shares


def log_loss(decisions: Decisions, coefficients: Floats) -> float:
    """The mean of -ln(chance of the move that was made)."""
    chance_of_chosen = chances(decisions, coefficients)[decisions.chosen]
    return float(-np.log(np.maximum(chance_of_chosen, 1e-300)).mean())


def coefficients_of(decisions: Decisions, settings: Regression) -> Floats:
    """The coefficients of all columns of terms that make the decisions likeliest."""
    theta = np.zeros(decisions.moves.terms.shape[1])
    cost = _cost(decisions, theta, settings)
    for _ in range(_STEPS):
        gradient, hessian = slopes(decisions, theta)
        gradient, hessian = (
            gradient + settings.ridge * theta,
            hessian + settings.ridge * np.eye(len(theta)),
        )
        step = np.linalg.solve(hessian, gradient)
        if gradient @ step < _ENOUGH * len(decisions):  # twice the gain of the step
            break
        while (next_cost := _cost(decisions, theta - step, settings)) > cost:
            step /= 2
        theta, cost = theta - step, next_cost
    return theta


def slopes(decisions: Decisions, theta: Floats) -> tuple[Floats, Floats]:
    """Gradient and Hessian of the summed log-loss."""
    terms, first = decisions.moves.terms, decisions.moves.first[:-1]
    weighted = terms * chances(decisions, theta)[:, None]
    expected = np.add.reduceat(weighted, first, axis=0)
    gradient: Floats = expected.sum(axis=0) - terms[decisions.chosen].sum(axis=0)
    hessian: Floats = weighted.T @ terms - expected.T @ expected
    return gradient, hessian


def regression(decisions: Decisions, settings: Regression) -> Fit:
    """Fits weights to decisions.

    :raises TamayaError: if the decisions never prefer playable cards, so that no weights fit
    """
    theta = coefficients_of(decisions, settings)
    sharpness = theta[0]
    if sharpness <= 0:
        raise TamayaError("cannot fit weights: these decisions never prefer playable cards")
    free = theta / sharpness
    return Fit(free[1:-1], float(sharpness), float(free[-1]), log_loss(decisions, theta))


def _cost(decisions: Decisions, theta: Floats, settings: Regression) -> float:
    return log_loss(decisions, theta) * len(decisions) + settings.ridge / 2 * float(theta @ theta)
