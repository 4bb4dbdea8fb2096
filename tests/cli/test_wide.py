"""Text wraps between words; tables wider than the terminal say how to see the rest."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console
from rich.table import Table
from typer.testing import CliRunner

import tamaya as ty
from tamaya.cli.app import app
from tamaya.cli.wide import print_lines, print_table


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


def lines_printed(text: str, *, terminal: bool) -> list[str]:
    out = io.StringIO()
    print_lines(text, Console(file=out, width=30, force_terminal=terminal, color_system=None))
    return out.getvalue().splitlines()


def test_a_terminal_wraps_text_between_words_below_its_beginning() -> None:
    text = "  7  bob discards b2, his oldest card\n\ndata      none, as no folder is named"
    assert lines_printed(text, terminal=True) == [
        "  7  bob discards b2, his",
        "     oldest card",
        "",
        "data      none, as no folder",
        "          is named",
    ]
    assert lines_printed(text, terminal=False) == text.split("\n")


def test_words_longer_than_the_terminal_are_whole_when_joined() -> None:
    path = "/home/somebody/" + "folder/" * 9
    assert "".join("".join(lines_printed(f"wrote {path}", terminal=True)).split()) == f"wrote{path}"


def on_terminal(width: int, *words: str) -> list[str]:
    """Lines of a command, without colors."""
    environment = {"FORCE_COLOR": "1", "COLUMNS": str(width)}
    result = CliRunner().invoke(app, words, env=environment)
    assert result.exit_code == 0, result.output
    return re.sub(r"\x1b\[[0-9;]*m", "", result.stdout).splitlines()


@pytest.mark.parametrize(
    "words",
    [
        ("explain", "piers", "iggi", "--seed", "7"),
        ("explain", "piers", "iggi", "--turn", "9"),
        ("match", *["piers"] * 5, "--games", "10"),
        ("table", "piers", "iggi", "--games", "2"),
        ("evaluate", "piers", "iggi", "canaan2020-1", "--episodes", "1"),
        ("reproduce",),
    ],
    ids=" ".join,
)
def test_a_terminal_of_80_columns_shows_every_word_whole(words: tuple[str, ...]) -> None:
    narrow, wide = on_terminal(80, *words), on_terminal(400, *words)
    assert max(map(len, narrow)) <= 80
    assert " ".join(narrow).split() == " ".join(wide).split()


@pytest.mark.parametrize("rulebook", ["tamaya", "published", "hle"])
def test_a_narrow_terminal_shows_descriptions_below_their_rules(rulebook: str) -> None:
    narrow, wide = on_terminal(80, "rules", rulebook), on_terminal(400, "rules", rulebook)
    assert max(map(len, narrow)) <= 80
    rows = [re.split(r" {2,}", line.strip()) for line in wide[1:-1]]
    expected = [f"{rule} ({gate}) {description}" for rule, gate, description in rows]
    assert " ".join(narrow[:-1]).split() == " ".join(expected).split()


@pytest.mark.parametrize("agents", [("tamaya", "kagiya"), ("piers", "iggi"), ("flawed",) * 5])
def test_a_game_fits_80_columns(agents: tuple[str, ...]) -> None:
    narrow, wide = on_terminal(80, "play", *agents), on_terminal(400, "play", *agents)
    assert max(map(len, narrow)) <= 80
    shown = " ".join(line for line in wide if not line.startswith("fireworks"))
    left_out = shown.replace("fireworks ", "").split()
    assert " ".join(line for line in narrow if not line.startswith("fire")).split() == left_out
