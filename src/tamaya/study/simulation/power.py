"""How many people a study needs: the power of its planned contrasts, by simulation."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field

import numpy as np
from numpy.typing import NDArray

from tamaya.errors import TamayaError
from tamaya.numbers import Floats
from tamaya.study.analysis.libraries import scipy_stats
from tamaya.study.instruments import Catalogue
from tamaya.study.simulation import answers
from tamaya.study.simulation.games import Bank
from tamaya.study.simulation.people import Participants
from tamaya.study.simulation.studies import Drawn, Studies
from tamaya.study.study_file import GamesPage, StudyFile, Survey

Sizes = NDArray[np.int64]
_STEPS = 100
"""numbers of people on a curve, at most"""


@dataclass(frozen=True, kw_only=True)
class PowerArgs:
    """Settings of a power simulation, saved with its result."""

    studies: int = 2000
    """simulated studies for each outcome"""
    most: int = 1200
    """people in a simulated study, at most"""
    power: float = 0.8
    """chance to find the contrast that the study should reach"""
    alpha: float = 0.05
    """a contrast is found if its p, adjusted by Holm's method, is below this"""
    seed: int = 0
    people: Participants = field(default_factory=Participants)

    def __post_init__(self) -> None:
        if not (0 < self.alpha < 1 and 0 < self.power < 1):
            raise TamayaError(
                f"alpha {self.alpha} and power {self.power} (expected shares below 1)"
            )
        if not (10 <= self.studies <= 100_000 and 10 <= self.most <= 20_000):
            raise TamayaError(
                f"{self.studies} studies of {self.most} people (expected 10 to 100,000 studies of "
                "10 to 20,000 people)"
            )


@dataclass(frozen=True)
class Power:
    """The power of one contrast for one outcome."""

    outcome: str
    first: str
    second: str
    difference: float
    """simulated mean difference"""
    difference_sem: float
    """its standard error, because the simulation draws from a limited number of played games"""
    deviation: float
    """between subjects the pooled deviation of people, within subjects that of their differences"""
    needed: int | None
    """people to admit, drop-outs included, for the wanted power; None if more than simulated"""
    needed_low: int | None
    needed_high: int | None
    """the same if difference and power were two standard errors higher (low) or lower (high)"""
    people: tuple[int, ...]
    power: tuple[float, ...]
    """chance to find the contrast with each number of people in `people`"""
    sem: tuple[float, ...]
    """standard error of each"""

    def at(self, people: int) -> tuple[float, float]:
        """Power and its standard error with the nearest simulated number of people."""
        place = int(np.argmin(np.abs(np.subtract(self.people, people))))
        return self.power[place], self.sem[place]


@dataclass(frozen=True)
class PowerResult:
    """The result of a power simulation."""

    study: str
    args: PowerArgs
    arms: tuple[str, ...]
    models: tuple[str, ...]
    games: int
    """games played"""
    means: dict[str, tuple[float, float]]
    """simulated mean and deviation of people's outcomes, by arm"""
    contrasts: tuple[Power, ...]
    left_out: tuple[str, ...]
    """questions whose answers cannot be simulated"""

    def to_json(self) -> str:
        """All numbers as JSON."""
        return json.dumps(asdict(self), indent=2, allow_nan=False) + "\n"


def power(
    study: StudyFile,
    bank: Bank,
    args: PowerArgs,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> PowerResult:
    """Simulates studies of all sizes and tests the planned contrasts in each.

    The same people come to smaller and larger studies: a study of 50 people is the first 50 of a
    larger one, so that a curve is smooth and errors do not depend on its length.

    :raises TamayaError: if the study plans no contrasts
    """
    pairs = study.analysis.contrasts
    if not pairs:
        raise TamayaError(
            f"study {study.id!r} plans no contrasts (name pairs of arms in [analysis])"
        )
    asked = _questions(study)
    outcomes = ["", *answers.known(asked)]
    studies = Studies(study, bank, args.people)
    powers: list[Power] = []
    means: dict[str, tuple[float, float]] = {}
    for done, outcome in enumerate(outcomes):
        progress(done, len(outcomes))
        rng = np.random.default_rng([args.seed, done])
        drawn = studies.draw(args.studies, args.most, rng, outcome)
        if not outcome:
            means = _means(drawn, bank.arms)
        name = outcome or study.analysis.outcome
        powers += _powers(drawn, name, bank.arms, pairs, args, _errors(bank, outcome))
    progress(len(outcomes), len(outcomes))
    left_out = tuple(name for name in asked if name not in outcomes)
    return PowerResult(
        study.id, args, bank.arms, bank.models, bank.games, means, tuple(powers), left_out
    )


def _questions(study: StudyFile) -> list[str]:
    """Ordered questions about partners, asked after games."""
    catalogue, met = Catalogue.of(study), False
    names: list[str] = []
    for page in study.pages:
        if isinstance(page, GamesPage):
            met = True
            names += page.after_each
        elif isinstance(page, Survey) and met:
            names.append(page.instrument)
    items = [item for name in dict.fromkeys(names) for item in catalogue[name].items]
    return [item.id for item in items if item.kind in ("likert", "slider") and not item.expected]


def _means(drawn: Drawn, arms: Sequence[str]) -> dict[str, tuple[float, float]]:
    return {
        arm: (float(np.nanmean(drawn.values[..., n])), float(np.nanstd(drawn.values[..., n])))
        for n, arm in enumerate(arms)
    }


def _errors(bank: Bank, question: str) -> Floats:
    """Standard error of each arm's mean outcome, or mean answer."""
    if not question:
        return bank.errors(bank.scores)
    parts = zip(bank.agents, bank.points, strict=True)
    return bank.errors(np.stack([answers.expected(question, *part) for part in parts]))


def _powers(  # noqa: PLR0913, PLR0917
    drawn: Drawn,
    outcome: str,
    arms: Sequence[str],
    pairs: Sequence[tuple[str, str]],
    args: PowerArgs,
    errors: Floats,
) -> list[Power]:
    sizes = np.unique(np.geomspace(6, args.most, _STEPS).astype(np.int64))
    places = [(arms.index(first), arms.index(second)) for first, second in pairs]
    tests = [_test(drawn, first, second, sizes) for first, second in places]
    powers = []
    for number, (first, second) in enumerate(places):
        sem = float(np.hypot(errors[first], errors[second]))
        curve, higher, lower = (
            _Curve.of(tests, number, change * sem, args) for change in (0.0, 2.0, -2.0)
        )
        powers.append(
            Power(
                outcome,
                arms[first],
                arms[second],
                tests[number].gap,
                sem,
                tests[number].deviation,
                _reached(sizes, curve.share, args.power),
                _reached(sizes, higher.share + 2 * higher.sem, args.power),
                _reached(sizes, lower.share - 2 * lower.sem, args.power),
                tuple(map(int, sizes)),
                tuple(map(float, curve.share)),
                tuple(map(float, curve.sem)),
            )
        )
    return powers


@dataclass(frozen=True)
class _Test:
    """One contrast in studies of all sizes; arrays are [studies, sizes]."""

    difference: Floats
    squared_error: Floats
    freedom: Floats
    gap: float
    """mean difference over all studies"""
    deviation: float

    def p(self, change: float = 0.0) -> Floats:
        """Two-sided p, if the true difference were larger by `change`; it stops at no difference.

        It is 1 where there are too few people for a test.
        """
        moved = max(change, -abs(self.gap)) * (-1 if self.gap < 0 else 1)
        with np.errstate(divide="ignore", invalid="ignore"):
            t = np.abs(self.difference + moved) / np.sqrt(self.squared_error)
            p = 2 * scipy_stats().t.sf(t, self.freedom)
        return np.where(np.isnan(p), 1.0, p)


@dataclass(frozen=True)
class _Curve:
    """Chances to find a contrast in studies of all sizes, and their standard errors."""

    share: Floats
    sem: Floats

    @classmethod
    def of(cls, tests: Sequence[_Test], number: int, change: float, args: PowerArgs) -> _Curve:
        """The curve of one contrast, if its difference were larger by `change`."""
        p = [test.p(change if n == number else 0.0) for n, test in enumerate(tests)]
        significant = _holm(np.stack(p))[number] < args.alpha
        share = _rising(significant.mean(axis=0))
        sem = np.sqrt(np.maximum(share * (1 - share), 1 / args.studies) / args.studies)
        return cls(share, sem)


def _test(drawn: Drawn, first: int, second: int, sizes: Sizes) -> _Test:
    """Welch's test, or the paired one where people met both arms, for studies of all sizes."""
    a, b = drawn.values[..., first], drawn.values[..., second]
    paired = drawn.complete & ~np.isnan(a) & ~np.isnan(b)
    if paired.any():
        sums, gaps = _Sums(a - b, paired, sizes), (a - b)[paired]
        return _Test(sums.mean, sums.error, sums.count - 1, float(gaps.mean()), float(gaps.std()))
    ours = _Sums(a, drawn.complete & ~np.isnan(a), sizes)
    theirs = _Sums(b, drawn.complete & ~np.isnan(b), sizes)
    error = ours.error + theirs.error
    with np.errstate(divide="ignore", invalid="ignore"):
        freedom = error**2 / (
            ours.error**2 / (ours.count - 1) + theirs.error**2 / (theirs.count - 1)
        )
    spread = math.sqrt((np.nanvar(a) + np.nanvar(b)) / 2)
    gap = float(np.nanmean(a) - np.nanmean(b))
    return _Test(ours.mean - theirs.mean, error, freedom, gap, spread)


class _Sums:
    """Counts, means and squared errors of means over the first people of each study."""

    def __init__(self, values: Floats, counted: NDArray[np.bool_], sizes: Sizes) -> None:
        known = np.where(counted, values, 0.0)
        last = sizes - 1
        self.count = counted.cumsum(axis=1)[:, last].astype(float)
        with np.errstate(divide="ignore", invalid="ignore"):
            self.mean = known.cumsum(axis=1)[:, last] / self.count
            squares = (known**2).cumsum(axis=1)[:, last] - self.count * self.mean**2
            self.error = squares / (self.count - 1) / self.count


def _holm(p: Floats) -> Floats:
    """Holm's adjustment over the first axis."""
    order = p.argsort(axis=0)
    factors = np.arange(len(p), 0, -1).reshape(-1, *[1] * (p.ndim - 1))
    sorted_p = np.maximum.accumulate(np.take_along_axis(p, order, 0) * factors, axis=0)
    adjusted = np.empty_like(p)
    np.put_along_axis(adjusted, order, np.minimum(sorted_p, 1.0), 0)
    return adjusted


def _rising(share: Floats) -> Floats:
    """The nearest curve that never falls, because more people never lower the power."""
    from scipy.optimize import isotonic_regression  # noqa: PLC0415

    return np.asarray(isotonic_regression(share).x)


def _reached(sizes: Sizes, share: Floats, wanted: float) -> int | None:
    """The smallest number of people with the wanted power, between the simulated numbers."""
    above = np.flatnonzero(share >= wanted)
    if not above.size:
        return None
    place = int(above[0])
    if place == 0:
        return int(sizes[0])
    return math.ceil(np.interp(wanted, share[place - 1 : place + 1], sizes[place - 1 : place + 1]))
