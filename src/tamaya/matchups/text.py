"""Formats match-up tables as text, for terminals and for documents."""

from __future__ import annotations

import numpy as np

from tamaya.matchups.table import MatchupTable, scoring_name

_MOST = 16
"""rows and columns that a terminal shows"""
_CELL = 7
"""letters of a cell"""


def text(
    table: MatchupTable, *, strict: bool = False, width: int | None = None, whole: bool = False
) -> str:
    """Mean scores with numbered columns, a heading and notes.

    :param width: most letters in a line of the table; columns that do not fit are left out
    :param whole: all rows and columns; otherwise at most 16
    """
    plan, shown = table.plan, strings(table, strict=strict)
    most = max(len(plan.rows), len(plan.columns)) if whole else _MOST
    rows = plan.rows[:most]
    wide = max(len(name) for name in rows)
    if width is not None:
        most = max(1, min(most, (width - wide - 4) // _CELL))
    columns = plan.columns[:most]
    square = plan.rows == plan.columns  # then the numbers of rows are those of columns
    lines = [heading(table, strict=strict), "", " " * (wide + 4) + _heads(len(columns))]
    for number, (name, cells) in enumerate(zip(rows, shown, strict=False), 1):
        mark = f"{number:>2} " if square else "   "
        lines.append(f"{mark}{name:<{wide}} " + "".join(f"{c:>{_CELL}}" for c in cells[:most]))
    if len(plan.rows) > len(rows) or len(plan.columns) > len(columns):
        lines.append(
            f"   (the first {len(rows)} of {len(plan.rows)} rows and {len(columns)} of "
            f"{len(plan.columns)} columns)"
        )
    if not square:
        lines += ["", *(f"{n:>2} {name}" for n, name in enumerate(columns, 1))]
    return "\n".join([*lines, *_notes(table, strict)])


def heading(table: MatchupTable, *, strict: bool) -> str:
    """One line that says what the numbers are."""
    plan = table.plan
    return (
        f"mean score ({scoring_name(strict)}), {plan.games:,} games a pair, {plan.seeds}, "
        f"{plan.setup}; rows sit in seat 0, columns in {others(table)}"
    )


def others(table: MatchupTable) -> str:
    """The seats of column agents."""
    players = table.plan.setup.players
    return {2: "seat 1", 3: "seats 1 and 2"}.get(players, f"seats 1 to {players - 1}")


def strings(table: MatchupTable, *, strict: bool) -> list[list[str]]:
    """Every cell as text: its mean, `fail`, or `·` if it was not played."""
    means = table.means(strict=strict)
    shown = [["·" if np.isnan(mean) else f"{mean:.2f}" for mean in row] for row in means]
    for pair in table.failures:
        row, column = table.cell(*pair)
        shown[row][column] = "fail"
    return shown


def markdown(table: MatchupTable, *, strict: bool = False) -> str:
    """The table as Markdown, with the highest score of each row in bold."""
    means, shown = table.means(strict=strict), strings(table, strict=strict)
    columns = [name.rpartition(":")[2] for name in table.plan.columns]
    lines = ["| | " + " | ".join(columns) + " |", "|---|" + "---:|" * len(columns)]
    for name, cells, row in zip(table.plan.rows, shown, means, strict=True):
        best = int(np.nanargmax(row)) if not np.isnan(row).all() else -1
        marked = [f"**{c}**" if place == best else c for place, c in enumerate(cells)]
        lines.append(f"| {name.rpartition(':')[2]} | " + " | ".join(marked) + " |")
    return "\n".join(lines)


def _heads(columns: int) -> str:
    return "".join(f"{number:>{_CELL}}" for number in range(1, columns + 1))


def _notes(table: MatchupTable, strict: bool) -> list[str]:
    notes, finished = [""], int(table.finished.sum())
    if finished:
        largest = float(np.nanmax(np.nan_to_num(table.sems(strict=strict))))
        notes.append(f"standard errors: at most {largest:.2f}")
    if finished + len(table.failures) < table.plan.pairs:
        notes.append(f"· not played: {finished} of {table.plan.pairs} pairs are finished")
    for (row, column), why in list(table.failures.items())[:5]:
        notes.append(f"fail: {row} with {column}: {why}")
    if len(table.failures) > 5:
        notes.append(f"fail: {len(table.failures) - 5} more pairs")
    return notes
