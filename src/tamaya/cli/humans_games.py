"""Options that choose games of people."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from tamaya.cli.pool_out import note
from tamaya.game import TamayaError
from tamaya.humans import HumanGame, capped, gather, without_heavy
from tamaya.stats import Estimate

_SHOWN = 10
"""number of skipped files to list"""

People = Annotated[
    Path,
    typer.Argument(
        metavar="PATH",
        help="A file of tamaya humans import, or the published folder of the 2017 study.",
        show_default=False,
    ),
]
Most = Annotated[
    int | None,
    typer.Option("--most", help="Largest number of games per person.", min=1, show_default="all"),
]
WithoutHeavy = Annotated[
    int | None,
    typer.Option(
        "--without-heavy",
        help="Leave out people with more games than this.",
        min=1,
        show_default="nobody",
    ),
]


def chosen(path: Path, most: int | None, without: int | None) -> list[HumanGame]:
    """Reads the games of a file or folder and applies the options; prints skipped files.

    :raises TamayaError: if no games remain
    """
    gathered = gather([path])
    print_skipped(gathered.skipped)
    return apply_options(gathered.games, most, without)


def apply_options(
    games: Sequence[HumanGame], most: int | None, without: int | None
) -> list[HumanGame]:
    """Applies `--without-heavy`, then `--most`.

    :raises TamayaError: if no games remain
    """
    remaining = list(games) if without is None else without_heavy(games, without)
    remaining = remaining if most is None else capped(remaining, most)
    if not remaining:
        raise TamayaError(f"--without-heavy {without} leaves none of {len(games)} games")
    return remaining


def estimate_text(estimate: Estimate) -> str:
    """A mean with its standard error, if it has one."""
    return f"{estimate.mean:.2f}" if math.isnan(estimate.sem) else str(estimate)


def number_text(value: float) -> str:
    """A number, or a dash for nan."""
    return "-" if math.isnan(value) else f"{value:.2f}"


def print_skipped(skipped: Sequence[tuple[str, str]]) -> None:
    """Prints which files were skipped, and why, to standard error."""
    for name, why in skipped[:_SHOWN]:
        note(f"skipped {name}: {why}")
    if len(skipped) > _SHOWN:
        note(f"skipped {len(skipped) - _SHOWN} more")
