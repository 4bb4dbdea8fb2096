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
    """probability of each hypothesis; they add up to 1"""

    @property
    def likeliest(self) -> str:
        """The likeliest hypothesis. Ties: the first."""
        return self.hypotheses[self.probabilities.index(max(self.probabilities))]

    def of(self, hypothesis: str) -> float:
        """The probability of one hypothesis."""
        return self.probabilities[self.hypotheses.index(hypothesis)]


@dataclass(frozen=True)
class Evidence:
    """Observed behaviour of a partner."""

    counters: Counters
    games: int
    """number of finished games behind the counters"""

    @property
    def features(self) -> dict[str, float]:
        """Behaviour features by name; nan if there was nothing to count."""
        return {f.name: f(self.counters) for f in features() if f.name not in UNSEEN}


@dataclass(frozen=True)
class Update:
    """One step from a prior to a posterior."""

    partner: str
    """opaque id of the partner"""
    game: int
    """game of the episode in which the update happens, counted from 1"""
    evidence: Evidence
    response: str
    """response that the meta-agent played before"""
    prior: Posterior
    posterior: Posterior
    fits: bool
    """False if no hypothesis fits the evidence; the posterior is then the prior"""


@dataclass(frozen=True)
class ResponseChoice:
    """A meta-agent's choice of a response."""

    game: int
    """game of the episode, counted from 1"""
    turn: int
    """number of moves made in the game so far"""
    response: str
    """name of the chosen response"""
    expected: float
    """expected score (points kept) under the posteriors"""
    posteriors: Mapping[str, Posterior]
    """posterior of each partner, by opaque id"""


class Belief:
    """Posterior over who one partner is, within an episode, and the evidence so far."""

    def __init__(self, experience: Experience, mode: Mode, prior: Sequence[float] | None) -> None:
        self._experience, self._mode = experience, mode
        self.row: Floats = _prior(len(experience.hypotheses), prior)
        """probabilities in the order of the hypotheses"""
        self.counters = Counters()
        self.games = 0

    @property
    def posterior(self) -> Posterior:
        """The probabilities as an immutable value."""
        return Posterior(self._experience.hypotheses.names, tuple(self.row.tolist()))

    def see(self, counters: Counters) -> None:
        """Adds the counters of a finished game to the evidence."""
        self.counters += counters
        self.games += 1

    def update(self, response: int, now: Counters = _NOTHING) -> bool:
        """Applies Bayes' rule. Returns False and changes no probability if no hypothesis fits.

        :param response: response that the meta-agent has played
        :param now: counters of the game in progress
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
