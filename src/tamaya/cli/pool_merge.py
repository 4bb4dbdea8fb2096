"""`tamaya pool merge`: joins several pools."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

import tamaya as ty
from tamaya.cli.pool_out import Out, command_line, name_for, note, write_or_print
from tamaya.matchups import pool_choice


def merge(
    pools: Annotated[
        list[str],
        typer.Argument(
            metavar="POOL",
            help="Pool files, run folders or built-in pools.",
            show_default=False,
        ),
    ],
    setup: Annotated[
        str | None,
        typer.Option(
            help="Rules of the merged pool, if the pools have different ones.",
            show_default="the rules that all pools share",
        ),
    ] = None,
    out: Out = None,
) -> None:
    """Merge several pools into one.

    If names clash, agents get the name of their pool as a prefix. Scores and features that were
    measured with other rules of the game are left out.

    Example: [bold]tamaya pool merge runs/a runs/b --out both.json[/]

    Example: [bold]tamaya pool merge runs/a classics --setup 'standard players=2' --out all.json[/]
    """
    sources = [ty.pool(word) for word in pools]
    if setup is not None:
        ty.Setup.parse(setup)
    merged = pool_choice.merge(sources, setup=setup, name=name_for(out, "merged"))
    _tell(sources, merged)
    write_or_print(
        replace(merged, made={"command": command_line(), **merged.made}),
        out,
        f"{len(merged)} agents of {len(sources)} pools",
    )


def _tell(sources: list[ty.Pool], merged: ty.Pool) -> None:
    elites = [elite for pool in sources for elite in pool.elites]
    pairs = zip(elites, merged.elites, strict=True)
    unscored = sum(a.score is not None and b.score is None for a, b in pairs)
    if unscored:
        note(f"{unscored} agents lose their scores, which were measured with other rules")
    if any(pool.grid for pool in sources) and not merged.grid:
        note("the pools have different maps: agents lose their niches and keep their features")
