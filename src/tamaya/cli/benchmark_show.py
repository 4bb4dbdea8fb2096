"""Prints results of the benchmark on the terminal."""

from __future__ import annotations

import math

from rich.console import Console
from rich.table import Table

from tamaya.benchmark.numbers import Interval
from tamaya.benchmark.result import BenchmarkResult
from tamaya.cli.wide import print_lines, print_table

PERCENTAGES = ("bombed share", "share of best response")
"""numbers that are shares, printed in percent"""
_SHOWN_FAILURES = 3


def show(result: BenchmarkResult) -> None:
    """Prints what was run, all numbers, the families, and the first failures."""
    run = result.run
    print_lines(
        f"{result.agent}: {run['track']}, {run['setup']}, {len(result.partners)} partners of "
        f"{len(result.families)} families, seed {run['seed']} ({run['status']}), protocol "
        f"{run['protocol']}"
    )
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("points kept unless stated")
    table.add_column("value", justify="right")
    table.add_column("95 % interval")
    for name, value in result.summary().items():
        label = f"{name}: {result.worst_family}" if name == "worst family" else name
        table.add_row(label, *cells(value, percent=name in PERCENTAGES))
        if name == "score" and not math.isnan(result.deck_error):
            table.add_row("  its standard error over decks", f"{result.deck_error:.2f}", "")
    table.add_section()
    for family, value in result.families.items():
        fresh = " (fresh)" if family in result.fresh else ""
        table.add_row(f"  {family}{fresh}", *cells(value))
    print_table(Console(highlight=False, markup=False), table)
    _show_failures(result)


def cells(value: Interval, *, percent: bool = False) -> tuple[str, str]:
    """The value, and its interval."""
    if percent:
        return f"{100 * value.value:.1f} %", f"{100 * value.low:.1f} to {100 * value.high:.1f} %"
    return f"{value.value:.2f}", f"{value.low:.2f} to {value.high:.2f}"


def _show_failures(result: BenchmarkResult) -> None:
    if not result.failures:
        return
    print_lines(f"{len(result.failures)} games lost because the agent failed:")
    for failure in result.failures[:_SHOWN_FAILURES]:
        partner = result.partners[failure.partner].name
        print_lines(f"  with {partner}, game {failure.game + 1}: {failure.reason}")
    more = len(result.failures) - _SHOWN_FAILURES
    if more > 0:
        print_lines(f"  and {more} more, listed in the result")
