"""Tables wider than the terminal say how to see the rest."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.table import Table
from typer.testing import CliRunner

import tamaya as ty
from tamaya.cli.app import app
from tamaya.cli.wide import print_table


def wide_table() -> Table:
    table = Table(*(f"column{n}" for n in range(12)), box=None)
    table.add_row(*("0.123 ± 0.004" for _ in range(12)))
    return table


def printed(*, terminal: bool, width: int) -> str:
    out = io.StringIO()
    console = Console(file=out, width=width, force_terminal=terminal, color_system=None)
    print_table(console, wide_table(), rest="--json has all of it")
    return out.getvalue()


def test_a_terminal_that_is_too_narrow_is_told_how_to_see_the_rest() -> None:
    assert "the terminal has 60 columns, the table needs" in printed(terminal=True, width=60)
    assert "--json has all of it)" in printed(terminal=True, width=60)
    assert "--json" not in printed(terminal=True, width=300)


@pytest.mark.parametrize("width", [60, 80])
def test_sentences_go_on_in_the_next_line_without_a_remark(width: int) -> None:
    out = io.StringIO()
    table = Table("agent", "what it does", box=None)
    table.add_row("piers", "plays safe cards and hints playable ones " * 4)
    console = Console(file=out, width=width, force_terminal=True, color_system=None)
    print_table(console, table, prose=True)
    assert "the terminal has" not in out.getvalue()
    assert "".join(out.getvalue().split()).count("playable") == 4


def test_pipes_get_the_whole_table_on_two_lines() -> None:
    lines = printed(terminal=False, width=60).splitlines()
    assert len(lines) == 2
    assert lines[1].count("0.123 ± 0.004") == 12


@pytest.mark.parametrize("width", [60, 80])
def test_a_table_of_pairs_leaves_out_columns_that_do_not_fit(width: int) -> None:
    names = ["internal", "outer", "iggi", "piers", "van_den_bergh", "cautious", "flawed"]
    table = ty.matchups([*names, "legal_random", "tamaya"], games=1)
    text = table.text(width=width)
    rows = [line for line in text.splitlines() if line.lstrip().startswith(("1 int", "9 tam"))]
    assert len(rows) == 2
    assert all(len(row) <= width for row in rows)
    shown = (width - len("van_den_bergh") - 4) // 7
    assert f"(the first 9 of 9 rows and {min(9, shown)} of 9 columns)" in text or shown >= 9
    assert "columns)" not in table.text()


def test_pipes_get_all_pairs() -> None:
    result = CliRunner().invoke(app, ["table", "canaan2020-1", "--games", "1"])
    rows = [line.split() for line in result.output.splitlines()]
    assert [len(row) for row in rows if row[1:2] == ["4,4"]] == [24]
    assert "columns)" not in result.output
