"""`tamaya benchmark board`: compares results, and writes them as tables, pictures and a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console, JustifyMethod
from rich.table import Table

from tamaya.benchmark.board import Board, read_boards
from tamaya.benchmark.page import page
from tamaya.benchmark.pictures import draw_board
from tamaya.benchmark.tables import csv_text, json_text, latex_text, markdown_text
from tamaya.benchmark.tables import table as lines
from tamaya.cli.options import AsJson, Plot
from tamaya.cli.pool_out import note
from tamaya.cli.wide import print_lines, print_table
from tamaya.errors import TamayaError
from tamaya.files import write_whole

Csv = Annotated[
    Path | None,
    typer.Option("--csv", help="CSV file to write, a line per partner.", show_default=False),
]
Latex = Annotated[
    Path | None, typer.Option("--latex", help="LaTeX table to write.", show_default=False)
]
Markdown = Annotated[
    Path | None, typer.Option("--markdown", help="Markdown table to write.", show_default=False)
]
Page = Annotated[
    Path | None,
    typer.Option("--html", help="Self-contained HTML page to write.", show_default=False),
]

_PRINTED = ("agent", "score", "95 % interval", "behind the best", "p (Holm)", "bombed")
"""columns that fit a narrow terminal; the files have all"""


def write_outputs(
    boards: Sequence[Board],
    *,
    csv: Path | None,
    latex: Path | None,
    markdown: Path | None,
    plot: Path | None,
    html: Path | None,
) -> None:
    """Writes the files that the options name.

    :raises TamayaError: if a file cannot be written, or a picture would need several boards
    """
    texts: dict[Path | None, Callable[[Sequence[Board]], str]] = {
        csv: csv_text,
        latex: latex_text,
        markdown: lambda several: markdown_text(several) + "\n",
        html: page,
    }
    for path, text in texts.items():
        if path is not None:
            write_whole(path, text(boards))
            note(f"wrote {path}")
    if plot is not None:
        if len(boards) > 1:
            raise TamayaError(
                f"cannot draw {str(plot)!r}: the results have {len(boards)} different conditions "
                "(expected one track, number of players and test set)"
            )
        draw_board(boards[0], plot)
        note(f"wrote {plot}")


def board(
    results: Annotated[
        list[Path], typer.Argument(metavar="RESULT", help="Files of tamaya benchmark run.")
    ],
    csv: Csv = None,
    latex: Latex = None,
    markdown: Markdown = None,
    html: Page = None,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """Compare results on the same test set, the best agent first.

    Differences are paired: the agents met the same partners on the same decks. P-values are
    adjusted for all pairs of agents (Holm). Results under different conditions get separate
    tables.

    Example: [bold]tamaya benchmark board piers.json iggi.json --html board.html[/]
    """
    boards = read_boards(results)
    if as_json:
        typer.echo(json_text(boards), nl=False)
    else:
        for group in boards:
            _print_board(group)
    write_outputs(boards, csv=csv, latex=latex, markdown=markdown, plot=plot, html=html)


def _print_board(group: Board) -> None:
    console = Console(highlight=False, markup=False)
    print_lines(group.title, console)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    headings, *rows = lines(group, only=_PRINTED)
    for place, heading in enumerate(headings):
        justify: JustifyMethod = "left" if place == 0 else "right"
        table.add_column(heading, justify=justify, overflow="fold")
    for row in rows:
        table.add_row(*row)
    print_table(console, table)
