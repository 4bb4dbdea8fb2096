"""Boards: results of several challengers on the same test set, compared partner by partner."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path

from tamaya.benchmark.numbers import Interval, holm, interval, p_value
from tamaya.benchmark.result import BenchmarkResult, Value
from tamaya.errors import TamayaError

_CONDITIONS = ("protocol", "track", "players", "status", "seed", "budget decks")
"""what results must share to stand on one board; they then have the same test set"""


@dataclass(frozen=True)
class BoardLine:
    """One line of a board."""

    result: BenchmarkResult
    gap: Interval | None
    """difference to the best challenger; None for the best itself"""
    p: float
    """two-sided p-value of the gap, adjusted for all pairs of challengers; nan for the best"""


@dataclass(frozen=True)
class Board:
    """Results under the same conditions, the best first."""

    results: tuple[BenchmarkResult, ...]

    @property
    def title(self) -> str:
        """The conditions in words."""
        run = self.results[0].run
        return (
            f"{run['track']}, {run['players']} players, seed {run['seed']} ({run['status']}), "
            f"protocol {run['protocol']}"
        )

    @property
    def families(self) -> tuple[str, ...]:
        """The families of partners."""
        return self.results[0].strata.names

    @cached_property
    def lines(self) -> tuple[BoardLine, ...]:
        """All challengers by score, compared with the best."""
        best, *others = self.results
        gaps = [interval(other.means - best.means, best.strata) for other in others]
        lines = zip(others, gaps, self._p_values(), strict=True)
        return BoardLine(best, None, math.nan), *(BoardLine(*line) for line in lines)

    def _p_values(self) -> list[float]:
        """Adjusted p-values of the differences to the best.

        They are adjusted for all pairs (Holm), not only for those with the best: the same games
        choose the best, so any pair could have been shown.
        """
        pairs = combinations(self.results, 2)  # the first ones are those with the best
        adjusted = holm([p_value(b.means - a.means, a.strata) for a, b in pairs])
        return adjusted[: len(self.results) - 1]


def boards(results: Iterable[BenchmarkResult]) -> tuple[Board, ...]:
    """Groups results by their conditions; each group is a board, the best challenger first.

    :raises TamayaError: if there is no result, two results of one agent under the same conditions,
        results of one seed with test sets of different versions, or of one test set with different
        partners
    """
    groups: dict[tuple[Value, ...], list[BenchmarkResult]] = {}
    for result in results:
        group = groups.setdefault(tuple(result.run.get(name) for name in _CONDITIONS), [])
        if group and result.run.get("test set") != group[0].run.get("test set"):
            raise TamayaError(
                f"results of {result.agent!r} and {group[0].agent!r} have the same seed, but other "
                "test sets: different versions of Tamaya made them (run the older one again)"
            )
        if any(result.agent == other.agent for other in group):
            raise TamayaError(
                f"two results of {result.agent!r} under the same conditions (expected one)"
            )
        if group and _partners(result) != _partners(group[0]):
            raise TamayaError(
                f"results of {result.agent!r} and {group[0].agent!r} name the same test set, but "
                "other partners or numbers of games: one of the files was changed"
            )
        group.append(result)
    if not groups:
        raise TamayaError("no results (expected files that tamaya benchmark run wrote)")
    return tuple(
        Board(tuple(sorted(group, key=lambda result: -result.score.value)))
        for group in groups.values()
    )


def _partners(result: BenchmarkResult) -> list[tuple[str, str, int]]:
    return [(partner.name, partner.family, len(partner.by_game)) for partner in result.partners]


def read_boards(paths: Sequence[Path]) -> tuple[Board, ...]:
    """Reads result files and groups them.

    :raises TamayaError: if a file is no result
    """
    return boards(BenchmarkResult.read(path) for path in paths)
