"""Results of the benchmark: one JSON file with everything that is needed to repeat it."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np

from tamaya.benchmark import numbers
from tamaya.benchmark.games_file import BenchmarkGames, Failure
from tamaya.benchmark.numbers import Interval, Strata, interval
from tamaya.benchmark.protocol import MOST_POINTS
from tamaya.benchmark.test_set import TestSet
from tamaya.errors import TamayaError
from tamaya.files import write_whole
from tamaya.numbers import Floats
from tamaya.stats import estimate

FORMAT = "tamaya benchmark result 1"
_CONDITIONS = ("agent", "protocol", "track", "players", "setup", "seed", "status")
"""conditions that every result names"""
Value = str | int | float | bool | None


@dataclass(frozen=True)
class PartnerResult:
    """How a challenger did with one partner, over all seats and episodes."""

    name: str
    family: str
    origin: str
    agents: tuple[str, ...]
    mean: float
    """points kept; games that the challenger lost by failing count 0"""
    sem: float | None
    """standard error over episodes, each averaged over the challenger's seats"""
    strict: float
    """mean score if bombed games count 0"""
    bombed: float
    """share of games that lost the last life"""
    by_game: tuple[float, ...]
    """mean score of the first game of an episode, the second, ..."""
    by_seat: tuple[float, ...]
    """mean score with the challenger in each seat"""
    failures: int
    """games that the challenger lost by failing or by an illegal move"""
    bound: float | None = None
    """a lower bound on the best response's score; None if it was not computed"""
    bound_sem: float | None = None
    best_response: str = ""
    """the agent that reaches the bound"""


def partner_results(games: BenchmarkGames, partners: TestSet) -> tuple[PartnerResult, ...]:
    """Summarizes finished games by partner."""
    results = []
    for number, partner in enumerate(partners.partners):
        scores = games.scores[number].astype(np.float64)  # [seats, rounds, games]
        bombed = games.bombed[number]
        by_round = estimate(scores.mean(axis=(0, 2)))
        results.append(
            PartnerResult(
                partner.name,
                partner.family,
                partner.origin,
                partner.agents,
                float(scores.mean()),
                None if math.isnan(by_round.sem) else by_round.sem,
                float(np.where(bombed, 0, scores).mean()),
                float(bombed.mean()),
                tuple(scores.mean(axis=(0, 1)).tolist()),
                tuple(scores.mean(axis=(1, 2)).tolist()),
                sum(failure.partner == number for failure in games.failures),
            )
        )
    return tuple(results)


@dataclass(frozen=True)
class BenchmarkResult:
    """The result of one challenger on one test set."""

    run: Mapping[str, Value]
    """what was run: protocol, track, players, agent, entry, seed, beacon, budget, key, test set"""
    made: Mapping[str, Value]
    """versions, hardware, threads and seconds"""
    fresh: tuple[str, ...]
    """families whose partners were made from the seed"""
    partners: tuple[PartnerResult, ...]
    failures: tuple[Failure, ...] = field(default=(), repr=False)

    @property
    def agent(self) -> str:
        """The challenger's name."""
        return str(self.run["agent"])

    @cached_property
    def strata(self) -> Strata:
        """The families of the partners."""
        return Strata(tuple(partner.family for partner in self.partners))

    @cached_property
    def means(self) -> Floats:
        """Mean score with each partner."""
        return np.array([partner.mean for partner in self.partners])

    @property
    def score(self) -> Interval:
        """The main number: mean over families, points kept."""
        return interval(self.means, self.strata).within(0, MOST_POINTS)

    @property
    def deck_error(self) -> float:
        """Standard error of the main number if partners stayed and only decks were new."""
        errors = [math.nan if p.sem is None else p.sem for p in self.partners]
        return numbers.deck_error(np.array(errors), self.strata)

    @property
    def families(self) -> dict[str, Interval]:
        """Mean score with each family."""
        return {
            family: interval(self.means[members], Strata((family,) * len(members))).within(
                0, MOST_POINTS
            )
            for family in self.strata.names
            for members in [self.strata.members(family)]
        }

    @property
    def worst_family(self) -> str:
        """The family with the lowest mean."""
        families = self.families
        return min(families, key=lambda name: families[name].value)

    @property
    def adaptation(self) -> Interval | None:
        """The last game of an episode minus the first; None for episodes of one game."""
        if len(self.partners[0].by_game) < 2:
            return None
        gains = np.array([partner.by_game[-1] - partner.by_game[0] for partner in self.partners])
        return interval(gains, self.strata)

    @property
    def share_of_best(self) -> Interval | None:
        """The score as a share of the bounds; None if a bound is missing."""
        bounds = [partner.bound for partner in self.partners]
        known = [bound for bound in bounds if bound is not None]
        if len(known) < len(bounds) or not any(known):
            return None
        return numbers.ratio(self.means, np.array(known), self.strata)

    def summary(self) -> dict[str, Interval]:
        """All numbers with intervals, by name."""
        strict, bombed = (
            np.array([getattr(partner, name) for partner in self.partners])
            for name in ("strict", "bombed")
        )
        fresh = self.strata.only(self.fresh)
        in_fresh = [partner.family in self.fresh for partner in self.partners]
        with_fresh = None if fresh is None else interval(self.means[in_fresh], fresh)
        optional = {
            "fresh partners": None if with_fresh is None else with_fresh.within(0, MOST_POINTS),
            "last minus first game": self.adaptation,
            "share of best response": self.share_of_best,
        }
        scores = {
            "score": self.score,
            "strict score": interval(strict, self.strata),
            "interquartile mean": interval(self.means, self.strata, numbers.interquartile_mean),
            "worst decile": interval(self.means, self.strata, numbers.worst_decile),
            "worst family": self.families[self.worst_family],
        }
        return {
            **{name: value.within(0, MOST_POINTS) for name, value in scores.items()},
            "bombed share": interval(bombed, self.strata).within(0, 1),
            **{name: value for name, value in optional.items() if value is not None},
        }

    @property
    def text(self) -> str:
        """The result as JSON."""
        data = {
            "format": FORMAT,
            "run": dict(self.run),
            "made": dict(self.made),
            "summary": {name: asdict(value) for name, value in self.summary().items()},
            "deck error": None if math.isnan(self.deck_error) else self.deck_error,
            "worst family": self.worst_family,
            "families": {name: asdict(value) for name, value in self.families.items()},
            "fresh": self.fresh,
            "partners": [asdict(partner) for partner in self.partners],
            "failures": [asdict(failure) for failure in self.failures],
        }
        return json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n"

    def write(self, path: Path) -> None:
        """Writes the JSON file.

        :raises TamayaError: if it cannot be written
        """
        write_whole(path, self.text)

    @classmethod
    def read(cls, path: Path) -> BenchmarkResult:
        """Reads a JSON file. The summary is computed again from the partners.

        :raises TamayaError: if the file cannot be read, or holds something else
        """
        try:
            return _parsed(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise TamayaError(f"cannot read {str(path)!r}: {error.strerror or error}") from None
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            raise TamayaError(f"{str(path)!r} is not a result of tamaya benchmark run") from None


def _parsed(text: str) -> BenchmarkResult:
    data = json.loads(text)
    if data["format"] != FORMAT or not all(isinstance(data[key], dict) for key in ("run", "made")):
        raise ValueError(text[:60])
    lists = ("agents", "by_game", "by_seat")
    partners = [
        PartnerResult(**{**partner, **{name: tuple(partner[name]) for name in lists}})
        for partner in data["partners"]
    ]
    failures = tuple(Failure(**failure) for failure in data["failures"])
    result = BenchmarkResult(
        data["run"], data["made"], tuple(data["fresh"]), tuple(partners), failures
    )
    result.summary()  # fails now if the numbers make no sense
    for name in _CONDITIONS:
        result.run[name]  # and if a condition is missing
    return result
