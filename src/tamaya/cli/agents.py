"""`tamaya agents`: lists the named agents."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tamaya import UnknownNameError
from tamaya.agents import Entry, NativeAgent, as_agent
from tamaya.agents.agent import ALL_PLAYERS
from tamaya.agents.page import families, heading
from tamaya.cli.options import AsJson
from tamaya.cli.wide import print_table

_NAMES = 38
"""width of the column of names; longer names are wrapped"""


def agents(
    family: Annotated[
        str | None,
        typer.Argument(metavar="FAMILY", help="Family to list.", show_default="all families"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the named agents by family, with what they do.

    Example: [bold]tamaya agents competition[/]
    """
    by_family = families()
    if family is not None and family not in by_family:
        raise UnknownNameError(f"no family {family!r} (expected {', '.join(by_family)})")
    chosen = by_family if family is None else {family: by_family[family]}
    if as_json:
        listed = [_as_dict(entry) for members in chosen.values() for entry in members]
        typer.echo(json.dumps(listed, indent=2))
        return
    for name, members in chosen.items():
        _print(heading(name), {entry.signature: _text(entry) for entry in members})


def _text(entry: Entry) -> str:
    """The description, with the numbers of players if the agent cannot play with all."""
    if entry.players == ALL_PLAYERS:
        return entry.description
    return f"{entry.description} Players: {', '.join(map(str, entry.players))}."


def _print(title: str, rows: Mapping[str, str]) -> None:
    table = Table(box=None, pad_edge=False, show_header=True)
    table.add_column(title, width=_NAMES, overflow="fold")
    table.add_column("", ratio=1)
    for name, description in rows.items():
        table.add_row(f"  {name}", description)
    print_table(Console(highlight=False, markup=False), table, prose=True)


def _as_dict(entry: Entry) -> dict[str, object]:
    agent = as_agent(entry.name) if entry.is_complete else None
    return {
        "name": entry.name,
        "family": entry.family,
        "parameters": list(entry.parameters),
        "options": list(entry.options),
        "description": entry.description,
        "players": list(entry.players),
        "setup": entry.setup,
        "native": None if agent is None else agent.is_native,
        "rules": list(map(str, agent.genome)) if isinstance(agent, NativeAgent) else None,
    }
