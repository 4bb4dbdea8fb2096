"""`tamaya pool widen`: adds made-up agents to a pool."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

import tamaya as ty
from tamaya.cli.options import Threads
from tamaya.cli.pool_out import (
    Out,
    PoolWord,
    command_line,
    name_for,
    progress_bar,
    write_or_print,
)
from tamaya.meta.relatives import widened

_STEPS = 100
"""length of the progress bar"""


def widen(
    pool: PoolWord,
    children: Annotated[int, typer.Option(help="Children of each agent, at most.")] = 3,
    random: Annotated[int, typer.Option(help="Random rule lists that score well.")] = 60,
    seed: Annotated[int, typer.Option(help="Seed of mutations and random lists.")] = 0,
    threads: Threads = None,
    out: Out = None,
) -> None:
    """Add made-up agents to a pool: children of its agents, and random rule lists that score well.

    Training partners should be many and different. A child is a mutation or a crossover that plays
    differently from its parent and still scores well. Equal options give equal pools.

    Example: [bold]tamaya pool widen canaan2020-1 --children 12 --out partners.json[/]
    """
    source = ty.pool(pool)
    with progress_bar("making agents", _STEPS) as report:
        wide = widened(
            source,
            children=children,
            random=random,
            seed=seed,
            threads=threads,
            progress=lambda share: report(round(share * _STEPS)),
        )
    write_or_print(
        replace(
            wide,
            name=name_for(out, wide.name),
            made={"command": command_line(), **wide.made},
        ),
        out,
        f"{len(source)} agents and {len(wide) - len(source)} made-up ones",
    )
