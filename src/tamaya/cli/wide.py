"""Prints tables; one that is wider than the terminal says how to see the rest."""

from __future__ import annotations

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

REST = "make it wider, or pipe the command into less -S"
"""how to see all of a table that does not fit the terminal"""
_MOST = 10_000


def print_table(console: Console, table: Table, *, rest: str = REST, prose: bool = False) -> None:
    """Prints a table. Files and pipes get it in its full width, whatever the terminal has.

    :param rest: how to see the rest of a table that is wider than the terminal
    :param prose: sentences may go on in the next line, so that nothing is missing
    """
    needs = Measurement.get(console, console.options.update(width=_MOST), table)
    if not console.is_terminal:
        console.width = max(needs.maximum, console.width)
    console.print(table)
    needed = needs.minimum if prose else needs.maximum
    if console.is_terminal and needed > console.width:
        console.print(
            f"(the terminal has {console.width} columns, the table needs {needed}: {rest})",
            style="dim",
            soft_wrap=True,
        )
