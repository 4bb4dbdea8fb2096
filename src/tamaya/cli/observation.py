"""`tamaya observation`: shows the fields of an observation."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tamaya.cli.options import AsJson
from tamaya.cli.wide import print_table
from tamaya.vector.fields import HABITS, Field, observation_fields


def observation(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND", help="hle, extended or counts; each contains the previous one."
        ),
    ] = "extended",
    setup: Annotated[
        str, typer.Option(help="Rules of the game, like 'competition players=3'.")
    ] = "standard",
    fields: Annotated[bool, typer.Option("--fields", help="Print every field.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show the size of what a learner observes, or every field with its meaning.

    Seats count from the viewer. Entries are bits (0 or 1), or shares in units of 1/255.

    Example: [bold]tamaya observation counts --fields --setup "standard players=3"[/]
    """
    listed = observation_fields(setup, kind)  # type: ignore[arg-type]
    if as_json:
        typer.echo(json.dumps([asdict(field) for field in listed], indent=2))
        return
    console = Console(highlight=False, markup=False)
    if fields:
        print_table(console, _table(listed), prose=True)
        if kind == "counts":
            print_table(console, _habits(), prose=True)
    size = sum(field.size for field in listed)
    console.print(f"{size} entries in {len(listed)} fields ({setup}, {kind})")


def _table(listed: tuple[Field, ...]) -> Table:
    table = Table("field", "offset", "size", "shape", "range", "meaning", box=None, pad_edge=False)
    for field in listed:
        shape = "x".join(map(str, field.shape))
        table.add_row(
            field.name,
            str(field.offset),
            str(field.size),
            shape,
            f"0-{field.largest}",
            field.meaning,
        )
    return table


def _habits() -> Table:
    table = Table("habit", "what is counted", box=None, pad_edge=False)
    for name, meaning in HABITS:
        table.add_row(name, meaning)
    return table
