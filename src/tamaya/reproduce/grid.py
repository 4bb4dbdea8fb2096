"""Arranges cells as a table, for pages, pictures and terminals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tamaya.reproduce.experiment import Result, TableCell


@dataclass(frozen=True, kw_only=True)
class Grid:
    """A table: a header, and lines of cells."""

    title: str
    corner: str
    """header of the first column, which names the lines"""
    header: tuple[str, ...]
    lines: tuple[tuple[TableCell, ...], ...]
    """the cells of each line, which all have the same `row`"""
    digits: int = 2
    """decimals of estimates"""
    exact_digits: int = 2
    """decimals of counted numbers that are not whole"""

    def markdown(self) -> list[str]:
        """The lines of the table in Markdown."""
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
        return f"{value:z.{self.digits}f}"

    def _text(self, cell: TableCell) -> str:
        text = self.ours(cell)
        if not is_exact(cell) and not math.isnan(cell.ours):
            text += f" ± {self.number(cell.sem)}"
        if cell.theirs is not None:
            text += f" ({theirs(cell, self.exact_digits)})"
        return f"**{text}**" if cell.verdict == "differs" else text

    def ours(self, cell: TableCell) -> str:
        """Our number without its error; a dash if there was nothing to measure."""
        if math.isnan(cell.ours):
            return "-"
        return _exact(cell.ours, self.exact_digits) if is_exact(cell) else self.number(cell.ours)


def is_exact(cell: TableCell) -> bool:
    """Whether the number was counted, not estimated, so that it has no error."""
    return math.isnan(cell.sem) and not math.isnan(cell.ours)


def theirs(cell: TableCell, digits: int = 2) -> str:
    """The published number; '' if there is none."""
    if cell.theirs is None:
        return ""
    return _exact(cell.theirs, digits) if is_exact(cell) else f"{cell.theirs:z.2f}"


def _exact(value: float, digits: int) -> str:
    return f"{value:z.0f}" if value == round(value) else f"{value:z.{digits}f}"


def grid(
    result: Result, measure: str, players: int, rows: Sequence[str], columns: Sequence[str]
) -> tuple[tuple[TableCell, ...], ...]:
    """The cells of one measure and number of players, by rows and columns."""
    return tuple(
        tuple(result.cell(measure, players, row, column) for column in columns) for row in rows
    )


def by_row(result: Result, measure: str) -> dict[str, tuple[TableCell, ...]]:
    """The cells of one measure by row, rows and cells in the order of the result."""
    rows: dict[str, list[TableCell]] = {}
    for cell in result.cells:
        if cell.measure == measure:
            rows.setdefault(cell.row, []).append(cell)
    return {row: tuple(cells) for row, cells in rows.items()}
