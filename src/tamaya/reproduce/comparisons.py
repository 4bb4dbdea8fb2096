"""Summarizes the judged numbers of a result: a line for each kind of number."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tamaya.reproduce.equivalence import NumberDifference, Verdict
from tamaya.reproduce.experiment import Experiment, Result, TableCell, experiment
from tamaya.reproduce.grid import is_exact
from tamaya.stats import paired_test, welch_test


@dataclass(frozen=True, kw_only=True)
class ComparedNumbers:
    """Numbers of one kind: the published ones, ours, and the verdict."""

    name: str
    cells: tuple[TableCell, ...]
    theirs: float | None
    """mean of the published numbers; None for statements without a number"""
    ours: float | None
    """mean of ours; None if published numbers are partly infinite, so that means say nothing"""
    difference: NumberDifference | None
    verdict: Verdict
    note: str
    """how many numbers have another verdict"""

    @property
    def margin(self) -> float | None:
        """The margin of these numbers; None for counted numbers and statements."""
        return self.cells[0].margin


def comparisons(result: Result) -> list[ComparedNumbers]:
    """The summary of a result; empty if nothing is judged, and at the scale `tiny`."""
    about = experiment(result.experiment)
    groups: dict[str, list[TableCell]] = {}
    for cell in result.compared if result.scale != "tiny" else []:
        groups.setdefault(_name(about, cell), []).append(cell)
    return [_comparison(about, name, cells) for name, cells in groups.items()]


def _name(about: Experiment[Any], cell: TableCell) -> str:
    by = about.groups.get(cell.measure)
    return str(getattr(cell, by)) if by else cell.measure.replace("_", " ")


def _comparison(about: Experiment[Any], name: str, cells: Sequence[TableCell]) -> ComparedNumbers:
    theirs = [cell.theirs for cell in cells if cell.theirs is not None]
    is_complete = len(theirs) == len(cells)
    difference = _difference(about, cells) if is_complete else None
    verdict, note = _verdict(about, cells, difference)
    return ComparedNumbers(
        name=name,
        cells=tuple(cells),
        theirs=_mean(theirs) if is_complete else None,
        ours=None if theirs and not is_complete else _mean([cell.ours for cell in cells]),
        difference=difference,
        verdict=verdict,
        note=note,
    )


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _difference(about: Experiment[Any], cells: Sequence[TableCell]) -> NumberDifference:
    """Our mean minus theirs; with several numbers, the error is that of their spread."""
    ours, theirs = [c.ours for c in cells], [c.theirs or 0.0 for c in cells]
    if any(is_exact(cell) for cell in cells):
        return NumberDifference(_mean(ours) - _mean(theirs), math.nan)
    if len(cells) == 1:
        return cells[0].difference
    # Run n of ours is not run n of the paper: runs are independent samples.
    are_runs = not about.same_agents and about.groups.get(cells[0].measure) == "column"
    test = (welch_test if are_runs else paired_test)(ours, theirs)
    spread = NumberDifference(test.difference.mean, test.difference.sem, test.freedom)
    # A few numbers may lie close together by chance: their own errors are a lower limit.
    own = math.sqrt(math.fsum(cell.difference.sem**2 for cell in cells)) / len(cells)
    return max(spread, NumberDifference(spread.mean, own), key=lambda difference: difference.half)


def _verdict(
    about: Experiment[Any], cells: Sequence[TableCell], difference: NumberDifference | None
) -> tuple[Verdict, str]:
    """Numbers of the paper's own agents are judged one by one, numbers of evolved agents together.

    Evolved agents differ from run to run, so their single numbers say little.
    """
    margin = cells[0].margin
    if not about.same_agents and margin is not None and difference is not None:
        return difference.verdict(margin), f"{len(cells)} numbers" if len(cells) > 1 else ""
    counts = Counter(cell.verdict for cell in cells)
    verdict: Verdict = "differs" if counts["differs"] else "open" if counts["open"] else "agrees"
    if len(cells) == 1:
        return verdict, ""
    if verdict == "open" and margin is not None and difference is not None:
        verdict = difference.verdict(margin)
    tally = [f"{counts[word]} {text}" for word, text in _WORDS.items() if counts[word]]
    return verdict, f"of {len(cells)} numbers, {', '.join(tally)}"


_WORDS: dict[Verdict, str] = {"agrees": "agree", "open": "open", "differs": "differ"}
