"""Discovers new factors of Cyclone: products of known factors and numbers of the position.

The paper calls its twelve factors speculation and asks for a way to discover others. Here, each
round tries all products of a known term with another term or with a number of the position, such as
the share of hint tokens left. The product that would improve the fit to people's decisions most
(Rao's score test) becomes a factor, and all coefficients are fitted again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tamaya.agents.cyclone_terms import TERMS
from tamaya.cyclone.people import Decisions
from tamaya.cyclone.regression import Regression, chances, coefficients_of, log_loss, slopes
from tamaya.game import View
from tamaya.numbers import Floats
from tamaya.stats import Estimate

_AT_ONCE = 16
"""candidates whose columns are in memory at the same time"""
_KNOWN = TERMS[:-1]
"""the last term marks moves that Cyclone never makes"""


def _numbers(view: View) -> dict[str, float]:
    """Numbers of a position that a new factor may depend on, each from 0 to 1."""
    setup = view.setup
    return {
        "hint tokens": view.hints / setup.max_hints,
        "no hint token": float(view.hints == 0),
        "all hint tokens": float(view.hints == setup.max_hints),
        "lives lost": (setup.max_lives - view.lives) / setup.max_lives,
        "deck": view.deck_size / 40,
        "empty deck": float(view.deck_size == 0),
        "score": view.score / 25,
    }


@dataclass(frozen=True)
class NewFactor:
    """A product of a term and another term, or a number of the position."""

    term: str
    other: str

    def __str__(self) -> str:
        return f"{self.term} x {self.other}"


@dataclass(frozen=True)
class Discovery:
    """The fit with some new factors, on the decisions of training and of other people."""

    factors: tuple[NewFactor, ...]
    """new factors in the order of their discovery"""
    training_loss: float
    """mean -ln(probability of the person's move), in nats"""
    test_loss: float
    agreement: Estimate
    """share of other people's decisions in which the likeliest move is theirs, by person"""


class _Candidates:
    """All products, computed from the terms of moves and the numbers of positions."""

    def __init__(self, decisions: Decisions) -> None:
        self.terms = decisions.moves.terms
        numbers = [_numbers(view) for view in decisions.views]
        sizes = np.diff(decisions.moves.first)
        self.numbers = {
            name: np.repeat([row[name] for row in numbers], sizes) for name in numbers[0]
        }

    def all(self) -> list[NewFactor]:
        pairs = [(a, b) for place, a in enumerate(_KNOWN) for b in (*_KNOWN[place:], *self.numbers)]
        return [NewFactor(a, b) for a, b in pairs]

    def column(self, factor: NewFactor) -> Floats:
        other = self.numbers.get(factor.other)
        if other is None:
            other = self.terms[:, TERMS.index(factor.other)]
        product: Floats = self.terms[:, TERMS.index(factor.term)] * other
        return product

    def columns(self, factors: Sequence[NewFactor]) -> Floats:
        return np.column_stack([self.column(factor) for factor in factors])


def with_factors(decisions: Decisions, factors: Sequence[NewFactor]) -> Decisions:
    """The same decisions with a column for each new factor after the known terms."""
    if not factors:
        return decisions
    columns = _Candidates(decisions).columns(factors)
    return replace(
        decisions,
        moves=replace(decisions.moves, terms=np.hstack([decisions.moves.terms, columns])),
    )


def discover(
    training: Decisions, test: Decisions, *, most: int = 3, settings: Regression | None = None
) -> Iterator[Discovery]:
    """Yields the fit with the known factors, and after each discovery.

    :param most: new factors to discover
    """
    settings = settings or Regression()
    factors: list[NewFactor] = []
    for number in range(most + 1):
        theta = coefficients_of(with_factors(training, factors), settings)
        yield _judged(training, test, tuple(factors), theta)
        if number < most:
            factors.append(_best(training, factors, theta, settings))


def _best(
    decisions: Decisions, factors: Sequence[NewFactor], theta: Floats, settings: Regression
) -> NewFactor:
    """The candidate with the highest score statistic."""
    source = _Candidates(decisions)
    candidates = [factor for factor in source.all() if factor not in factors]
    known = with_factors(decisions, factors)
    _, inside = slopes(known, theta)
    inside += settings.ridge * np.eye(len(theta))
    gains: list[Floats] = []
    for at in range(0, len(candidates), _AT_ONCE):
        columns = source.columns(candidates[at : at + _AT_ONCE])
        gains.append(_gains(known, theta, inside, columns))
    return candidates[int(np.argmax(np.concatenate(gains)))]


def _gains(known: Decisions, theta: Floats, inside: Floats, columns: Floats) -> Floats:
    """Twice the log-likelihood that each column would gain, to second order."""
    terms, first = known.moves.terms, known.moves.first[:-1]
    shares = chances(known, theta)[:, None]
    weighted = columns * shares
    expected = np.add.reduceat(weighted, first, axis=0)
    gradient = expected.sum(axis=0) - columns[known.chosen].sum(axis=0)
    expected_known = np.add.reduceat(terms * shares, first, axis=0)
    across = terms.T @ weighted - expected_known.T @ expected
    own = (weighted * columns).sum(axis=0) - (expected**2).sum(axis=0)
    free = own - (across * np.linalg.solve(inside, across)).sum(axis=0)
    gain: Floats = np.where(free > 1e-6 * len(known), gradient**2 / np.maximum(free, 1e-12), 0.0)
    return gain


def _judged(
    training: Decisions, test: Decisions, factors: tuple[NewFactor, ...], theta: Floats
) -> Discovery:
    others = with_factors(test, factors)
    likely = others.moves.terms @ theta
    top = np.maximum.reduceat(likely, others.moves.first[:-1])
    same = likely[others.chosen] >= top - 1e-9
    return Discovery(
        factors,
        log_loss(with_factors(training, factors), theta),
        log_loss(others, theta),
        test.share(same),
    )
