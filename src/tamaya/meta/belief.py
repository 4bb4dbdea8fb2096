"""Beliefs about a partner, and the evidence behind them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tamaya.features import Counters, features
from tamaya.game import TamayaError
from tamaya.meta.accounts import UNSEEN
from tamaya.meta.experience import Experience
from tamaya.meta.mode import Mode
from tamaya.numbers import Floats

_NOTHING = Counters()


@dataclass(frozen=True)
class Posterior:
    """Probabilities of who a partner is."""

    hypotheses: tuple[str, ...]
    probabilities: tuple[float, ...]
    """they add up to 1"""

    @property
    def likeliest(self) -> str:
        """The likeliest hypothesis; of equals the first."""
        return self.hypotheses[self.probabilities.index(max(self.probabilities))]

    def of(self, hypothesis: str) -> float:
        """The probability of one hypothesis."""
        return self.probabilities[self.hypotheses.index(hypothesis)]


@dataclass(frozen=True)
class Evidence:
    """What was seen of a partner."""

    counters: Counters
    games: int
    """finished games that it comes from"""

    @property
    def features(self) -> dict[str, float]:
        """Behaviour by the feature's name; nan where there was nothing to count."""
        return {f.name: f(self.counters) for f in features() if f.name not in UNSEEN}


@dataclass(frozen=True)
class Update:
    """One step from a prior to a posterior."""

    partner: str
    """opaque id"""
    game: int
    """the game of the episode that it is made in, counted from 1"""
    evidence: Evidence
    response: str
    """whom the meta-agent had played like"""
    prior: Posterior
    posterior: Posterior
    fits: bool
    """False if no hypothesis fits the evidence: then the prior stands"""


@dataclass(frozen=True)
class ResponseChoice:
    """Whom the meta-agent plays like, and why."""

    game: int
    """counted from 1"""
    turn: int
    """moves made in the game before"""
    response: str
    expected: float
    """score, points kept, by what is believed"""
    posteriors: Mapping[str, Posterior]
    """of each partner, by opaque id"""


class Belief:
    """What is believed of one partner within an episode, and what was seen of it."""

    def __init__(self, experience: Experience, mode: Mode, prior: Sequence[float] | None) -> None:
        self._experience, self._mode = experience, mode
        self.row: Floats = _prior(len(experience.hypotheses), prior)
        """probabilities in the order of the hypotheses"""
        self.counters = Counters()
        self.games = 0

    @property
    def posterior(self) -> Posterior:
        """The probabilities as a value."""
        return Posterior(self._experience.hypotheses.names, tuple(self.row.tolist()))

    def see(self, counters: Counters) -> None:
        """Takes up what a finished game has shown."""
        self.counters += counters
        self.games += 1

    def update(self, response: int, now: Counters = _NOTHING) -> bool:
        """Bayes' rule; False, and everything stays, if no hypothesis fits.

        :param response: whom oneself has played like
        :param now: what the game in progress has shown so far
        """
        likelihood = self._mode.likelihood(self._experience, response, self.counters + now)
        row = self.row * likelihood
        total = float(row.sum())
        fits = total > 0 and math.isfinite(total)
        if fits:
            self.row = row / total
        if not self._mode.cumulative:
            self.counters, self.games = Counters(), 0
        return fits


def _prior(size: int, prior: Sequence[float] | None) -> Floats:
    if prior is None:
        return np.full(size, 1 / size)
    row = np.array(prior, np.float64)
    if row.shape != (size,) or not (np.isfinite(row).all() and (row >= 0).all() and row.sum() > 0):
        raise TamayaError(f"not a prior: {prior!r} (expected {size} weights of 0 or more)")
    weights: Floats = row / row.sum()
    return weights
