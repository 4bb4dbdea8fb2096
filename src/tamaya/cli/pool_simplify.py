"""`tamaya pool simplify`: drops rules that never decide."""

from __future__ import annotations

import json
from collections import Counter
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

import tamaya as ty
from tamaya.cli.options import FirstSeed
from tamaya.cli.pool_out import (
    Out,
    PoolWord,
    command_line,
    name_for,
    progress_bar,
    write_or_print,
)
from tamaya.cli.wide import print_table
from tamaya.matchups import pool_choice
from tamaya.numbers import whole_number
from tamaya.qd.simplify import simplify as simplified


def simplify(
    pool: PoolWord,
    partners: Annotated[
        str,
        typer.Option(
            metavar="POOL", help="Partners that the agents play with, in addition to themselves."
        ),
    ] = "classics",
    alone: Annotated[
        bool,
        typer.Option(
            "--alone",
            help="Play only self-play games. This also drops rules that other partners need.",
        ),
    ] = False,
    games: Annotated[int, typer.Option(help="Games with each partner in each seat.")] = 500,
    first_seed: FirstSeed = 0,
    out: Out = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="With --out: print the dropped rules as JSON.")
    ] = False,
) -> None:
    """Drop rules that never decide. The agents still make the same moves in all games played.

    Example: [bold]tamaya pool simplify runs/a --out short.json[/]

    Example: [bold]tamaya pool simplify runs/a --partners runs/b --games 2000 --out short.json[/]
    """
    source = ty.pool(pool)
    games = whole_number("games", games, 1, 1_000_000)
    first_seed = whole_number("first-seed", first_seed, 0, 2**64 - games)
    partner_agents = () if alone else tuple(ty.pool(partners))
    elites = source.elites
    with progress_bar("agents", len(elites)) as advance:
        short = []
        for number, elite in enumerate(elites, 1):
            genome = simplified(
                elite.genome,
                source.setup,
                gives_up=elite.gives_up,
                partners=partner_agents,
                games=games,
                first_seed=first_seed,
            )
            short.append(elite.but(genome=genome))
            advance(number)
    shorter = pool_choice.derived(
        source, short, {"command": command_line()}, name=name_for(out, source.name)
    )
    if out is not None:
        _report(elites, short, as_json)
    before, after = (sum(len(elite.genome) for elite in group) for group in (elites, short))
    write_or_print(shorter, out, f"{before} rules became {after}, in {games:,} games of each team")


def dropped(before: ty.Elite, after: ty.Elite) -> list[str]:
    """The rules that were dropped."""
    return list(map(str, (Counter(before.genome) - Counter(after.genome)).elements()))


def _report(elites: tuple[ty.Elite, ...], short: list[ty.Elite], as_json: bool) -> None:
    pairs = list(zip(elites, short, strict=True))
    if as_json:
        report = [
            {
                "name": a.name,
                "before": len(a.genome),
                "after": len(b.genome),
                "dropped": dropped(a, b),
            }
            for a, b in pairs
        ]
        typer.echo(json.dumps(report, indent=2))
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("agent", overflow="fold")
    table.add_column("rules", justify="right", no_wrap=True)
    table.add_column("now", justify="right", no_wrap=True)
    table.add_column("dropped", overflow="fold")
    for a, b in pairs:
        dropped_text = "  ".join(dropped(a, b)) or "-"
        table.add_row(a.name, str(len(a.genome)), str(len(b.genome)), dropped_text)
    print_table(Console(highlight=False, markup=False), table)
