"""Cells arranged as a table, for pages, pictures and terminals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tamaya.reproduce.experiment import Result, TableCell


@dataclass(frozen=True, kw_only=True)
class Grid:
    """Lines of cells under a header."""

    title: str
    corner: str
    """what the lines stand for"""
    header: tuple[str, ...]
    lines: tuple[tuple[TableCell, ...], ...]
    """one for each row; the cells of a line have the same `Cell.row`"""
    digits: int = 2
    """decimals to show"""
    exact_digits: int = 2
    """decimals of what is counted rather than estimated, if it is no whole number"""

    def markdown(self) -> list[str]:
        """The table for a page."""
        return [
            f"{self.title}:",
            "",
            f"| {self.corner} | " + " | ".join(self.header) + " |",
            "|---" * (1 + len(self.header)) + "|",
            *(
                f"| {line[0].row} | " + " | ".join(map(self._text, line)) + " |"
                for line in self.lines
            ),
            "",
        ]

    def number(self, value: float) -> str:
        """A number as this table shows it."""
        return f"{value:.{self.digits}f}"

    def _text(self, cell: TableCell) -> str:
        text = self.ours(cell)
        if not is_exact(cell) and not math.isnan(cell.ours):
            text += f" ± {self.number(cell.sem)}"
        if cell.theirs is not None:
            text += f" ({theirs(cell, self.exact_digits)})"
        return f"**{text}**" if cell.agrees is False else text

    def ours(self, cell: TableCell) -> str:
        """Our number, without its error; a dash where there was nothing to measure."""
        if math.isnan(cell.ours):
            return "-"
        return _exact(cell.ours, self.exact_digits) if is_exact(cell) else self.number(cell.ours)


def is_exact(cell: TableCell) -> bool:
    """Was the number counted rather than estimated? Then it has no error."""
    return math.isnan(cell.sem) and not math.isnan(cell.ours)


def theirs(cell: TableCell, digits: int = 2) -> str:
    """The published number; empty without one."""
    if cell.theirs is None:
        return ""
    return _exact(cell.theirs, digits) if is_exact(cell) else f"{cell.theirs:.2f}"


def _exact(value: float, digits: int) -> str:
    return f"{value:.0f}" if value == round(value) else f"{value:.{digits}f}"


def grid(
    result: Result, measure: str, players: int, rows: Sequence[str], columns: Sequence[str]
) -> tuple[tuple[TableCell, ...], ...]:
    """The cells of one measure and number of players, by rows and columns."""
    return tuple(
        tuple(result.cell(measure, players, row, column) for column in columns) for row in rows
    )
