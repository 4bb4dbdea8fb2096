"""`tamaya speed`: measures the speed of the core and computes the signature of its games."""

from __future__ import annotations

import json
from itertools import groupby
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tamaya import _core, signature
from tamaya.cli.options import AsJson
from tamaya.cli.progress import progress_of
from tamaya.cli.wide import print_table


def speed(
    threads: Annotated[int, typer.Option(help="Number of threads.")] = 1,
    check: Annotated[
        bool, typer.Option("--check", help="Fail if the signature differs from the recorded one.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Play a fixed set of games with all rule agents; print the speed and the signature.

    The signature is a hash of all moves. It changes if and only if a game is played differently.

    Example: [bold]tamaya speed --check[/]
    """
    workloads = played(threads)
    digest = signature.signature(workloads)
    if as_json:
        rows = [
            {
                "agent": w.matchup.agents[0],
                "setup": str(w.matchup.setup),
                "games": w.matchup.games,
                "turns": w.turns,
                "seconds": w.seconds,
            }
            for w in workloads
        ]
        typer.echo(json.dumps({"signature": digest, "engine": _core.engine(), "workloads": rows}))
    else:
        print_speed(workloads, digest)
    if check and digest != signature.EXPECTED:
        typer.echo(f"signature {digest} (expected {signature.EXPECTED})", err=True)
        raise typer.Exit(1)


def played(threads: int) -> list[signature.Workload]:
    """Plays the games of the signature, and shows the progress."""
    workloads: list[signature.Workload] = []
    with progress_of("playing", len(signature.players()) * len(signature.SETUPS)) as shown:
        for workload in signature.workloads(threads):
            workloads.append(workload)
            shown.update(len(workloads))
    return workloads


def print_speed(workloads: list[signature.Workload], digest: str) -> None:
    """Prints a line for each agent, over all its set-ups (--json lists them separately)."""
    table = Table("agent", box=None, pad_edge=False)
    for column in ("games", "turns", "games/s", "turns/s"):
        table.add_column(column, justify="right")
    for name, group in groupby(workloads, key=lambda w: w.matchup.agents[0]):
        own_workloads = list(group)
        games, turns = (
            sum(w.matchup.games for w in own_workloads),
            sum(w.turns for w in own_workloads),
        )
        seconds = sum(w.seconds for w in own_workloads)
        speeds = (f"{games / seconds:,.0f}", f"{turns / seconds:,.0f}")
        table.add_row(name, f"{games:,}", f"{turns:,}", *speeds)
    console = Console(highlight=False, width=200)  # so that narrow terminals wrap whole lines
    print_table(console, table)
    console.print(f"engine {_core.engine()}   Bench: {digest}")
