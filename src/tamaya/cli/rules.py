"""`tamaya rules`: lists the rules of a rulebook."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tamaya.cli.options import AsJson
from tamaya.cli.wide import print_lines, print_table
from tamaya.rules import GENES, Rule, rule_names
from tamaya.rules.rule import registered

_DESCRIPTION = 60
"""columns beside the longest rule that a table needs to be readable"""
_NUMBERED = {"published": f" ({len(GENES)} with parameters; the papers say 135)"}
"""how many rules a rulebook has as its program numbers them"""


def rules(
    rulebook: Annotated[
        str,
        typer.Argument(metavar="RULEBOOK", help="Name of the rulebook: tamaya, published or hle."),
    ] = "tamaya",
    as_json: AsJson = False,
) -> None:
    """List the rules of a rulebook: parameters, gate and what they do.

    The gate is the kind of move that a rule proposes. A rule is skipped if no such move is legal.

    Example: [bold]tamaya rules published[/]
    """
    listed = [registered()[name] for name in rule_names(rulebook)]
    if as_json:
        typer.echo(json.dumps([_as_dict(rule) for rule in listed], indent=2))
        return
    console = Console(highlight=False, markup=False)
    _print(listed, console)
    console.print(f"{len(listed)} rules in the rulebook {rulebook}{_NUMBERED.get(rulebook, '')}")


def _print(listed: list[Rule], console: Console) -> None:
    """A table, or on a narrow terminal each description below its rule."""
    longest = max(len(signature(rule)) for rule in listed)
    if console.is_terminal and console.width < longest + _DESCRIPTION:
        for rule in listed:
            print_lines(f"{signature(rule)} ({rule.gate})\n    {rule.description}", console)
        return
    table = Table("rule", "gate", "what it does", box=None, pad_edge=False)
    table.columns[0].min_width = longest
    for rule in listed:
        table.add_row(signature(rule), rule.gate, rule.description)
    print_table(console, table, prose=True)


def signature(rule: Rule) -> str:
    """The rule with its parameters and their defaults."""
    parameters = ", ".join(f"{p.name}={p.default}" for p in rule.parameters)
    return f"{rule.name}({parameters})" if parameters else rule.name


def _as_dict(rule: Rule) -> dict[str, object]:
    return {
        "name": rule.name,
        "rulebook": rule.rulebook,
        "gate": rule.gate,
        "parameters": {p.name: p.default for p in rule.parameters},
        "description": rule.description,
    }
