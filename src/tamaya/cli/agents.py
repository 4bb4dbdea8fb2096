"""`tamaya agents`: who can play."""

from __future__ import annotations

import json
from itertools import groupby
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tamaya import UnknownNameError
from tamaya.agents import NativeAgent, as_agent, entries
from tamaya.agents.catalogue import Entry

OWN = "tamaya"


def agents(
    family: Annotated[
        str | None, typer.Argument(help="List only one family.", show_default="all families")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the named agents by family. Names and FILE.py:CLASS work wherever an agent is asked for.

    Example: [bold]tamaya agents competition[/]
    """
    listed = sorted(entries().values(), key=lambda e: (family_of(e) != OWN, family_of(e)))
    families = [name for name, _ in groupby(listed, family_of)]
    if family is not None and family not in families:
        raise UnknownNameError(f"no family {family!r} (expected {', '.join(families)})")
    listed = [entry for entry in listed if family in (None, family_of(entry))]
    if as_json:
        typer.echo(json.dumps([_as_dict(entry) for entry in listed], indent=2))
        return
    console = Console(highlight=False, markup=False)
    for name, members in groupby(listed, family_of):
        table = Table(name, "", box=None, pad_edge=False, title_justify="left")
        table.columns[0].min_width = 2 + max(len(entry.signature) for entry in listed)
        for entry in members:
            table.add_row(f"  {entry.signature}", entry.description)
        console.print(table)


def family_of(entry: Entry) -> str:
    """The prefix of its name; our own agents have none."""
    prefix, colon, _ = entry.name.partition(":")
    return prefix if colon else OWN


def _as_dict(entry: Entry) -> dict[str, object]:
    agent = None if entry.parameters else as_agent(entry.name)
    return {
        "name": entry.name,
        "family": family_of(entry),
        "parameters": list(entry.parameters),
        "options": list(entry.options),
        "description": entry.description,
        "rules": list(map(str, agent.genome)) if isinstance(agent, NativeAgent) else None,
    }
