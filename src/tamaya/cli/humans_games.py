"""Which games of people a command is about."""

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
"""skipped files that are named"""

People = Annotated[
    Path,
    typer.Argument(
        metavar="PATH",
        help="A file of tamaya humans import, or a folder of the 2017 study as it was published.",
        show_default=False,
    ),
]
Most = Annotated[
    int | None,
    typer.Option(
        "--most", help="Keep at most so many games of each person.", min=1, show_default="all"
    ),
]
WithoutHeavy = Annotated[
    int | None,
    typer.Option(
        "--without-heavy",
        help="Leave out people who played more games than this.",
        min=1,
        show_default="nobody",
    ),
]


def chosen(path: Path, most: int | None, without: int | None) -> list[HumanGame]:
    """The games of a file or folder that the options ask for; tells what was skipped.

    :raises TamayaError: if none is left
    """
    found = gather([path])
    tell_skipped(found.skipped)
    return kept(found.games, most, without)


def kept(games: Sequence[HumanGame], most: int | None, without: int | None) -> list[HumanGame]:
    """The games that the options leave, heavy players being left out first.

    :raises TamayaError: if none is left
    """
    left = list(games) if without is None else without_heavy(games, without)
    left = left if most is None else capped(left, most)
    if not left:
        raise TamayaError(f"--without-heavy {without} leaves none of {len(games)} games")
    return left


def estimate_text(found: Estimate) -> str:
    """A mean with its error, if more than one person tells it."""
    return f"{found.mean:.2f}" if math.isnan(found.sem) else str(found)


def number_text(value: float) -> str:
    """A number, or a dash where there is none."""
    return "-" if math.isnan(value) else f"{value:.2f}"


def tell_skipped(skipped: Sequence[tuple[str, str]]) -> None:
    """Names files that hold no games, and why, beside the results."""
    for name, why in skipped[:_SHOWN]:
        note(f"skipped {name}: {why}")
    if len(skipped) > _SHOWN:
        note(f"skipped {len(skipped) - _SHOWN} more")
