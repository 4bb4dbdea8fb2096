"""Cells arranged as a table, for pages, pictures and terminals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tamaya.reproduce.experiment import Cell, Result


@dataclass(frozen=True, kw_only=True)
class Grid:
    """Lines of cells under a header."""

    title: str
    corner: str
    """what the lines stand for"""
    header: tuple[str, ...]
    lines: tuple[tuple[Cell, ...], ...]
    """one for each row; the cells of a line have the same `Cell.row`"""
    digits: int = 2
    """decimals to show"""

    def markdown(self) -> list[str]:
        """The table for a page."""
        return [
            f"{self.title}:",
            "",
            f"| {self.corner} | " + " | ".join(self.header) + " |",
            "|---" * (1 + len(self.header)) + "|",
            *(f"| {line[0].row} | " + " | ".join(map(self._text, line)) + " |"
              for line in self.lines),
            "",
        ]  # fmt: skip

    def number(self, value: float) -> str:
        """A number as this table shows it."""
        return f"{value:.{self.digits}f}"

    def _text(self, cell: Cell) -> str:
        text = f"{self.number(cell.ours)} ± {self.number(cell.sem)}"
        if cell.theirs is not None:
            text += f" ({cell.theirs:.2f})"
        return f"**{text}**" if cell.agrees is False else text


def grid(
    result: Result, measure: str, players: int, rows: Sequence[str], columns: Sequence[str]
) -> tuple[tuple[Cell, ...], ...]:
    """The cells of one measure and number of players, by rows and columns."""
    return tuple(
        tuple(result.cell(measure, players, row, column) for column in columns) for row in rows
    )
