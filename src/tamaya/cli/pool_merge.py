"""`tamaya pool merge`: joins several pools."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

import tamaya as ty
from tamaya.cli.pool_out import Out, command_line, name_for, note, put
from tamaya.matchups import pool_choice


def merge(
    pools: Annotated[
        list[str],
        typer.Argument(
            metavar="POOL",
            help="Pool files, folders of runs or built-in pools.",
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

    Agents of the same name get the name of their pool in front.

    Scores and features that were measured by other rules are left out.

    Example: [bold]tamaya pool merge runs/a runs/b --out both.json[/]

    Example: [bold]tamaya pool merge runs/a classics --setup 'standard players=2' --out all.json[/]
    """
    given = [ty.pool(word) for word in pools]
    if setup is not None:
        ty.Setup.parse(setup)
    merged = pool_choice.merge(given, setup=setup, name=name_for(out, "merged"))
    _tell(given, merged)
    put(
        replace(merged, made={"command": command_line(), **merged.made}),
        out,
        f"{len(merged)} agents of {len(given)} pools",
    )


def _tell(given: list[ty.Pool], merged: ty.Pool) -> None:
    had = [elite for pool in given for elite in pool.elites]
    pairs = zip(had, merged.elites, strict=True)
    unscored = sum(a.score is not None and b.score is None for a, b in pairs)
    if unscored:
        note(f"{unscored} agents lose their scores, which were measured by other rules")
    if any(pool.grid for pool in given) and not merged.grid:
        note("the pools have different maps: agents lose their niches and keep their features")
