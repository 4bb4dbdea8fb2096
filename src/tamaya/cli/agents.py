"""`tamaya agents`: who can play."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import groupby
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tamaya import UnknownNameError
from tamaya.agents import NativeAgent, as_agent, entries
from tamaya.agents.catalogue import Entry

OWN = "tamaya"


_MADE = {
    "mcs:AGENT, is_mcts, ris_mcts": "Search before each move (docs/search.md says more).",
    "predictor:AGENT|AGENT": "Searches, and finds out which of these its partner is.",
    "elite:POOL#NICHE": "An agent of an evolved pool, like elite:tamaya-1#2,3.",
    "meta:FILE": "Finds out whom it plays with; FILE is from tamaya meta train.",
    "human:FILE.npz": "Plays like people; FILE is from tamaya humans clone.",
    "FILE.py:CLASS": "An agent of your own, in Python.",
}
"""names that are put together"""
_NAMES = 38
"""room for names; longer ones take several lines"""


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
    for name, members in groupby(listed, family_of):
        _print(name, {entry.signature: entry.description for entry in members})
    if family is None:
        _print("made of others", _MADE)


def _print(title: str, rows: Mapping[str, str]) -> None:
    table = Table(box=None, pad_edge=False, show_header=True)
    table.add_column(title, width=_NAMES, overflow="fold")
    table.add_column("", ratio=1)
    for name, description in rows.items():
        table.add_row(f"  {name}", description)
    Console(highlight=False, markup=False).print(table)


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
