"""`tamaya table`: plays all pairs of a pool."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

import tamaya as ty
from tamaya.agents.made_for import check_players, claims_of, shared_setup
from tamaya.arena import backend
from tamaya.cli.command_words import renamed
from tamaya.cli.interruption import EXIT_CODE
from tamaya.cli.options import (
    AsJson,
    BackendName,
    FirstSeed,
    Key,
    PairGames,
    Plot,
    PoolSetup,
    RayAddress,
    Strict,
    Threads,
    key_bytes,
    seats,
    with_bar,
)
from tamaya.cli.pool_out import mean_and_error
from tamaya.cli.wide import print_lines
from tamaya.errors import Interrupted
from tamaya.matchups import Progress, is_pool
from tamaya.numbers import thread_count


@renamed(heatmap="plot")
def table(
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="POOL|AGENT",
            help="A pool (classics, or a family like competition), a pool file, a run folder, or "
            "agents by name.",
            show_default="classics",
        ),
    ] = None,
    games: PairGames = 400,
    first_seed: FirstSeed = 0,
    players: Annotated[
        int | None, typer.Option(help="Number of players, 2 to 5.", show_default="2")
    ] = None,
    setup: PoolSetup = None,
    strict: Strict = False,
    threads: Threads = None,
    key: Key = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Parquet file for the results. An interrupted table is resumed from it."),
    ] = None,
    plot: Plot = None,
    on: BackendName = "threads",
    address: RayAddress = "",
    as_json: AsJson = False,
) -> None:
    """Play every agent with every other on the same decks and print the scores of all pairs.

    Rows sit in seat 0, columns in the other seats. Ctrl-C prints the pairs that are finished.

    Example: [bold]tamaya table classics --games 1000 --plot classics.png[/]

    Example: [bold]tamaya table piers iggi my_bot.py:MyBot --players 3[/]
    """
    chosen = _pool(agents or ["classics"])
    words = setup
    if words is None:
        words = shared_setup(chosen.claims)
        if players is not None:
            check_players(claims_of(map(ty.as_agent, chosen)), players)
    if seats(players, words) is not None and "players=" not in words:
        words = f"{words} players={players}"
    console = Console(stderr=True)

    def work(report: Callable[[Progress], None]) -> ty.MatchupTable:
        return ty.matchups(
            chosen,
            games=games,
            first_seed=first_seed,
            setup=words,
            threads=threads,
            progress=report,
            out=out,
            key=key_bytes(key),
            on=backend(on, threads=thread_count(threads), address=address),
        )

    try:
        results = with_bar(work)
    except Interrupted as stopped:
        results = stopped.of(ty.MatchupTable)
    if as_json:
        typer.echo(json.dumps(as_dict(results), indent=2, allow_nan=False))
    else:
        _print(console, results, strict=strict)
    if plot is not None:
        results.heatmap(plot, strict=strict)
        console.print(f"wrote {plot}", highlight=False)
    _report_missing(console, results, out)


def _pool(words: list[str]) -> ty.Pool:
    """The agents of a pool, or the named agents."""
    return ty.pool(words[0] if len(words) == 1 and is_pool(words[0]) else words)


def _print(console: Console, results: ty.MatchupTable, *, strict: bool) -> None:
    """Prints the table: what fits on a terminal, and all of it into files and pipes."""
    screen = Console(highlight=False)
    width = screen.width if screen.is_terminal else None
    text = results.text(strict=strict, width=width, whole=not screen.is_terminal)
    print_lines(text, screen)
    if "   (the first " in text:
        console.print("--json prints all pairs, --plot FILE draws them", style="dim")


def _report_missing(console: Console, results: ty.MatchupTable, out: Path | None) -> None:
    if results.complete:
        return
    if results.failures:
        console.print(
            f"{len(results.failures)} of {results.plan.pairs} pairs failed", highlight=False
        )
        raise typer.Exit(1)
    again = (
        f"; run the same command to resume from {out}"
        if out
        else "; the same command starts again (with --out FILE it would resume)"
    )
    pairs = f"{int(results.finished.sum())} of {results.plan.pairs} pairs"
    console.print(f"interrupted after {pairs}{again}", highlight=False)
    raise typer.Exit(EXIT_CODE)


def as_dict(results: ty.MatchupTable) -> dict[str, object]:
    """The table as JSON."""
    plan = results.plan
    return {
        "setup": str(plan.setup),
        "games": plan.games,
        "first_seed": plan.first_seed,
        "key": plan.key.hex(),
        "rows": list(plan.rows),
        "columns": list(plan.columns),
        "pairs": [_pair(results, row, column) for row in plan.rows for column in plan.columns],
        "version": plan.version,
    }


def _pair(results: ty.MatchupTable, row: str, column: str) -> dict[str, object]:
    histogram = results.histogram(row, column)
    pair: dict[str, object] = {"row": row, "column": column}
    if not results.finished[results.cell(row, column)]:
        return pair | {"failure": results.failures.get((row, column), "not played")}
    return pair | {
        "score": mean_and_error(histogram.score),
        "strict_score": mean_and_error(histogram.strict_score),
        "bomb_rate": histogram.bomb_rate,
        "forfeits": int(results.forfeits[results.cell(row, column)]),
        "kept": list(histogram.kept),
        "bombed": list(histogram.bombed),
    }
