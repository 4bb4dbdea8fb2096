"""Prints text and tables that may be wider than the terminal.

Lines of text are wrapped between words. A table says how to see the rest.
"""

from __future__ import annotations

import re

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

REST = "make it wider, or pipe the command into less -S"
"""how to see all of a table that does not fit the terminal"""
_MOST = 10_000


def print_table(console: Console, table: Table, *, rest: str = REST, prose: bool = False) -> None:
    """Prints a table. Files and pipes get it in its full width, whatever the terminal has.

    :param rest: how to see the rest of a table that is wider than the terminal
    :param prose: the table holds sentences, which are wrapped, so that nothing is cut off
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


_BEGINNING = re.compile(r"\s*(\S+\s{2,})?")
"""where a line continues: below its text, right of its number or name"""
_MOST_INDENT = 20


def print_lines(text: str | Text, console: Console | None = None) -> None:
    """Prints lines of text. A terminal wraps them between words; files and pipes get them whole."""
    console = console or Console(highlight=False)
    lines = list((Text(text) if isinstance(text, str) else text).split("\n", allow_blank=True))
    if console.is_terminal:
        lines = [part for line in lines for part in _wrapped(line, console)]
    console.print(Text("\n").join(lines), soft_wrap=True)


def _wrapped(line: Text, console: Console) -> list[Text]:
    """A line in parts that fit the terminal."""
    if len(line) <= console.width:
        return [line]
    beginning = _BEGINNING.match(line.plain)
    indent = beginning.end() if beginning else 0
    indent = indent if indent <= min(_MOST_INDENT, console.width // 2) else 0
    rest = line[indent:].wrap(console, console.width - indent, overflow="fold", no_wrap=False)
    for part in rest:
        part.rstrip()
    first, *others = rest
    return [line[:indent] + first, *(Text(" " * indent) + other for other in others)]
