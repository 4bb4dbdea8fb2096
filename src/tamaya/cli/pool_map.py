"""Draws the scores of a pool as a map of its two features; higher scores are brighter."""

from __future__ import annotations

import math

from rich.text import Text

import tamaya as ty
from tamaya.plotting.colors import ink_on, shade

_EMPTY = "·"


def score_map(pool: ty.Pool, width: int) -> Text | None:
    """The map as text: the first feature grows upwards, the second to the right.

    The width of the terminal decides the number of decimals. Returns None if the pool has no
    scores, or its map does not have two features.
    """
    if not len(pool.grid) == len(pool.features) == 2:
        return None
    best: dict[tuple[int, ...], float] = {}
    for elite in pool.elites:
        if elite.score is not None and elite.niche and not math.isnan(elite.score.mean):
            best[elite.niche] = max(elite.score.mean, best.get(elite.niche, -math.inf))
    if not best:
        return None
    rows, columns = pool.grid
    up, across = (name.replace("_", " ") for name in pool.features)
    label = max(3, len(str(rows - 1)))
    cell, digits = _shape(columns, width - label - 1, max(best.values()))
    top = max(1.0, math.ceil(max(best.values())))
    unit = f"mean score in tenths of {top:.0f} points" if digits < 0 else "mean score"
    text = Text(f"{unit}; up: {up}, across: {across}\n", no_wrap=True, overflow="fold")
    for row in reversed(range(rows)):
        text.append(f"{row:>{label - 1}} ", style="dim")
        for column in range(columns):
            text.append(*_cell(best.get((row, column)), cell, digits, top))
        text.append("\n")
    text.append(" " * label + _heads(columns, cell), style="dim")
    return text


def _shape(columns: int, room: int, highest: float) -> tuple[int, int]:
    """Width of a cell, and decimals in it; -1 if only tenths of the best score fit."""
    integer_digits = len(str(round(highest)))
    for digits, gap in ((2, 2), (1, 2), (1, 1), (0, 2), (0, 1)):
        cell = integer_digits + (digits + 1 if digits else 0) + gap
        if columns * cell <= room:
            return cell, digits
    return 1, -1


def _heads(columns: int, cell: int) -> str:
    if cell == 1:
        return "".join(str(column % 10) for column in range(columns))
    return "".join(f"{column:>{cell - 1}} " for column in range(columns))


def _cell(score: float | None, cell: int, digits: int, top: float) -> tuple[str, str]:
    if score is None:
        return (_EMPTY if cell == 1 else f"{_EMPTY:>{cell - 1}} "), "dim"
    color = shade(score / top)
    style = f"{ink_on(color)} on {color}"
    tenths = str(min(9, int(10 * score / top)))
    return (tenths if digits < 0 else f"{score:>{cell - 1}.{digits}f} "), style
