"""Prints tables; one that is wider than the terminal says how to see the rest."""

from __future__ import annotations

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

REST = "make it wider, or pipe the command into less -S"
"""how to see all of a table that does not fit the terminal"""
_MOST = 10_000


def print_table(console: Console, table: Table, *, rest: str = REST) -> None:
    """Prints a table. Files and pipes get it in its full width, whatever the terminal has.

    :param rest: how to see the rest of a table that is wider than the terminal
    """
    needed = Measurement.get(console, console.options.update(width=_MOST), table).maximum
    if not console.is_terminal:
        console.width = max(needed, console.width)
    console.print(table)
    if console.is_terminal and needed > console.width:
        console.print(
            f"(the terminal has {console.width} columns, the table needs {needed}: {rest})",
            style="dim",
            soft_wrap=True,
        )
