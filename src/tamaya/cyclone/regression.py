"""Fits weights by regression: a conditional logit of the moves that people made.

The chance of a move is taken to be proportional to exp(sharpness * value). Values are linear in the
weights, so the likelihood of all decisions has one maximum, and Newton's method finds it. The term
`fits` always weighs 1, which fixes the scale: its coefficient is the sharpness.

Moves that Cyclone never makes (`end`) are made by people; their cost is fitted too, and then left
out of the weights.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tamaya.agents.cyclone_terms import TERMS
from tamaya.cyclone.people import Decisions
from tamaya.game import TamayaError
from tamaya.numbers import Floats

_STEPS = 100
_ENOUGH = 1e-9
"""of the logarithm of the likelihood, for each decision"""


@dataclass(frozen=True, kw_only=True)
class Regression:
    """Settings of the fit."""

    ridge: float = 1.0
    """how strongly coefficients are drawn to 0: half of this times their squares is a cost, beside
    the log-loss of all decisions together"""


@dataclass(frozen=True)
class Fit:
    """What was found."""

    vector: Floats
    """weights in the order of `FREE`"""
    sharpness: float
    """chances are proportional to exp(sharpness * value)"""
    end: float
    """what a move that Cyclone never makes is worth instead"""
    log_loss: float
    """mean over the decisions of the fit, in nats"""

    @property
    def coefficients(self) -> Floats:
        """By `TERMS`, for exp of their sum."""
        return self.sharpness * np.array([1.0, *self.vector, self.end])


def chances(decisions: Decisions, coefficients: Floats) -> Floats:
    """The chance of each legal move of each decision, one decision after the other."""
    first = decisions.moves.first
    logits = decisions.moves.terms @ coefficients
    top = np.maximum.reduceat(logits, first[:-1])
    sizes = np.diff(first)
    powers = np.exp(logits - np.repeat(top, sizes))
    shares: Floats = powers / np.repeat(np.add.reduceat(powers, first[:-1]), sizes)
    return shares


def log_loss(decisions: Decisions, coefficients: Floats) -> float:
    """The mean of -ln(chance of the move that was made)."""
    made = chances(decisions, coefficients)[decisions.made]
    return float(-np.log(np.maximum(made, 1e-300)).mean())


def regression(decisions: Decisions, how: Regression) -> Fit:
    """Fits weights to decisions.

    :raises TamayaError: if the decisions say nothing about cards that fit
    """
    terms, first = decisions.moves.terms, decisions.moves.first[:-1]
    theta = np.zeros(len(TERMS))
    cost = _cost(decisions, theta, how)
    for _ in range(_STEPS):
        shares = chances(decisions, theta)
        weighed = terms * shares[:, None]
        expected = np.add.reduceat(weighed, first, axis=0)
        slope = expected.sum(axis=0) - terms[decisions.made].sum(axis=0) + how.ridge * theta
        bend = weighed.T @ terms - expected.T @ expected + how.ridge * np.eye(len(theta))
        step = np.linalg.solve(bend, slope)
        if slope @ step < _ENOUGH * len(decisions):  # twice what a step can still gain
            break
        while (ahead := _cost(decisions, theta - step, how)) > cost:
            step /= 2
        theta, cost = theta - step, ahead
    sharpness = theta[0]
    if sharpness <= 0:
        raise TamayaError("these decisions do not prefer cards that fit: no weights follow")
    free = theta / sharpness
    return Fit(free[1:-1], float(sharpness), float(free[-1]), log_loss(decisions, theta))


def _cost(decisions: Decisions, theta: Floats, how: Regression) -> float:
    return log_loss(decisions, theta) * len(decisions) + how.ridge / 2 * float(theta @ theta)
