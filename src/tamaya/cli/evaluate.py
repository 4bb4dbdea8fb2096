"""`tamaya evaluate`: plays agents with every partner of a pool."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

import tamaya as ty
from tamaya.cli.meta import report_evaluation
from tamaya.cli.options import (
    AsJson,
    FirstSeed,
    Key,
    Plot,
    PoolSetup,
    Strict,
    Threads,
    key_bytes,
)
from tamaya.matchups import Progress


def evaluate(
    agents: Annotated[
        list[str],
        typer.Argument(
            metavar="AGENT... POOL",
            help="Agents by name, and last the pool of partners: a name, a pool file or a run "
            "folder.",
        ),
    ],
    episodes: Annotated[int, typer.Option(help="Episodes with each partner.")] = 200,
    games: Annotated[int, typer.Option(help="Games per episode.")] = 1,
    first_seed: FirstSeed = 1_000_000,
    setup: PoolSetup = None,
    strict: Strict = False,
    threads: Threads = None,
    key: Key = None,
    out: Annotated[
        Path | None, typer.Option(help="Parquet file to write, with a row for each game.")
    ] = None,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """Evaluate agents with every partner of a pool, all on the same decks.

    Gains are over the first agent. An agent that fails loses its games; the reason is printed, and
    the other agents play on. Ctrl-C reports the agents that have finished.

    Example: [bold]tamaya evaluate piers my_bot.py:MyBot canaan2020-1[/]
    """
    *names, pool = agents
    if not names:
        raise ty.TamayaError(f"only {pool!r} (expected one or more agents, and then a pool)")
    partners = ty.pool(pool)

    def work(report: Callable[[Progress], None]) -> ty.Evaluation:
        return ty.evaluate(
            names,
            partners,
            episodes=episodes,
            games=games,
            setup=setup,
            first_seed=first_seed,
            threads=threads,
            progress=report,
            key=key_bytes(key),
        )

    report_evaluation(work, out=out, plot=plot, strict=strict, as_json=as_json)
