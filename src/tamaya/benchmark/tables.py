"""Boards as JSON, CSV, LaTeX and Markdown."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Sequence
from dataclasses import asdict

from tamaya.benchmark.board import Board, BoardLine
from tamaya.benchmark.numbers import Interval

_LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "<": "$<$",
    ">": "$>$",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


def json_text(boards: Sequence[Board]) -> str:
    """A list of boards: their conditions, and the numbers of each challenger, the best first."""
    data = [
        {
            **{name: board.results[0].run[name] for name in _CONDITIONS},
            "agents": [_numbers(line) for line in board.lines],
        }
        for board in boards
    ]
    return json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


_CONDITIONS = ("protocol", "track", "players", "seed", "status")


def _numbers(line: BoardLine) -> dict[str, object]:
    result = line.result
    return {
        "agent": result.agent,
        **{name: asdict(value) for name, value in result.summary().items()},
        "worst family": result.worst_family,
        "families": {name: asdict(value) for name, value in result.families.items()},
        "behind the best": None if line.gap is None else asdict(line.gap),
        "p": None if math.isnan(line.p) else line.p,
    }


def csv_text(boards: Sequence[Board]) -> str:
    """One line for each challenger and partner."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        [
            "track",
            "players",
            "seed",
            "status",
            "agent",
            "family",
            "partner",
            "mean",
            "sem",
            "strict",
            "bombed",
            "first_game",
            "last_game",
            "failures",
            "bound",
            "bound_sem",
        ]
    )
    for board in boards:
        for result in board.results:
            run = [result.run[name] for name in ("track", "players", "seed", "status", "agent")]
            for p in result.partners:
                numbers = [p.mean, p.sem, p.strict, p.bombed, p.by_game[0], p.by_game[-1]]
                bound = [p.failures, p.bound, p.bound_sem]
                writer.writerow([*run, p.family, p.name, *map(_rounded, [*numbers, *bound])])
    return out.getvalue()


def _rounded(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"


def latex_text(boards: Sequence[Board]) -> str:
    r"""A `tabular` with booktabs rules for each board."""
    return "\n".join(_latex_table(board) for board in boards)


def _latex_table(board: Board) -> str:
    headings, *lines = table(board)
    rows = [" & ".join(map(_latex, headings)) + r" \\", r"\midrule"]
    rows += [" & ".join(map(_latex, row)) + r" \\" for row in lines]
    columns = "l" + "r" * (len(headings) - 1)
    body = "\n".join(rows)
    return (
        f"% {board.title}\n\\begin{{tabular}}{{{columns}}}\n\\toprule\n{body}\n\\bottomrule\n"
        "\\end{tabular}\n"
    )


def _latex(text: str) -> str:
    escaped = "".join(_LATEX.get(letter, letter) for letter in text)
    escaped = f"$-${escaped[1:]}" if escaped.startswith("-") else escaped
    return escaped.replace(" to ", "--")


def markdown_text(boards: Sequence[Board]) -> str:
    """A Markdown table for each board."""
    parts = []
    for board in boards:
        headings, *lines = table(board)
        rows = [headings, ("---", *["---:"] * (len(headings) - 1)), *lines]
        text = "\n".join(f"| {' | '.join(map(_markdown, row))} |" for row in rows)
        parts.append(f"{board.title}:\n\n{text}")
    return "\n\n".join(parts)


def _markdown(cell: str) -> str:
    return cell.replace("|", "\\|")


HEADINGS = (
    "agent",
    "score",
    "95 % interval",
    "behind the best",
    "p (Holm)",
    "fresh partners",
    "IQM",
    "worst family",
    "worst decile",
    "bombed",
    "last minus first",
    "of best response",
)


def table(board: Board, *, only: Sequence[str] = HEADINGS) -> list[tuple[str, ...]]:
    """The headings, and a line for each challenger, without columns that are empty.

    :param only: headings of the wanted columns
    """
    rows = [_line(line) for line in board.lines]
    kept = [
        place
        for place, heading in enumerate(HEADINGS)
        if heading in only and any(row[place] for row in rows)
    ]
    return [tuple(row[place] for place in kept) for row in (HEADINGS, *rows)]


def _line(line: BoardLine) -> tuple[str, ...]:
    result = line.result
    summary = result.summary()
    fresh, gain, share = (
        summary.get(name)
        for name in ("fresh partners", "last minus first game", "share of best response")
    )
    return (
        result.agent,
        f"{result.score.value:.2f}",
        f"{result.score.low:.2f} to {result.score.high:.2f}",
        "" if line.gap is None else _signed(line.gap),
        p_text(line.p),
        "" if fresh is None else f"{fresh.value:.2f}",
        f"{summary['interquartile mean'].value:.2f}",
        f"{summary['worst family'].value:.2f} ({result.worst_family})",
        f"{summary['worst decile'].value:.2f}",
        f"{100 * summary['bombed share'].value:.0f} %",
        "" if gain is None else _signed(gain),
        "" if share is None else f"{100 * share.value:.1f} %",
    )


def p_text(p: float) -> str:
    """A p-value; '' if there is none."""
    if math.isnan(p):
        return ""
    return "< 0.0001" if p < 0.0001 else f"{p:.2g}"


def _signed(value: Interval) -> str:
    return f"{value.value:+.2f}"
