"""Options and output that the pool commands share."""

from __future__ import annotations

import math
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

import tamaya as ty
from tamaya.cli.progress import progress_of
from tamaya.matchups.pool import RUN_FILE
from tamaya.matchups.pool_file import text

PoolWord = Annotated[
    str,
    typer.Argument(
        metavar="POOL",
        help="A pool file, a run folder or a built-in pool.",
        show_default=False,
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="File to write the pool to.", show_default="print it", dir_okay=True
    ),
]


def command_line() -> str:
    """The command as the user typed it, for the provenance of a pool."""
    return shlex.join(["tamaya", *sys.argv[1:]])


def name_for(out: Path | None, otherwise: str) -> str:
    """The name of a pool: that of its file, or of its run folder; `otherwise` without a file."""
    if out is None:
        return otherwise
    return out.resolve().parent.name if out.name == RUN_FILE else out.stem


def write_or_print(new_pool: ty.Pool, out: Path | None, summary: str) -> None:
    """Writes a pool to a file, or to standard output; the summary goes to standard error."""
    if out is None:
        typer.echo(text(new_pool), nl=False)
        note(summary)
    else:
        new_pool.write(out)
        note(f"{summary}: wrote {out}")


def note(text: str) -> None:
    """Prints a message to standard error."""
    Console(stderr=True, highlight=False, soft_wrap=True).print(text, markup=False)


def numbers(score: ty.Estimate | None) -> dict[str, float | int | None] | None:
    """A score as plain values that JSON can hold."""
    if score is None:
        return None
    return {"mean": plain(score.mean), "sem": plain(score.sem), "games": score.games}


def mean_and_error(score: ty.Estimate) -> dict[str, float | None]:
    """The mean of a score and its standard error, for JSON."""
    return {"mean": plain(score.mean), "sem": plain(score.sem)}


def plain(value: float) -> float | None:
    """A number for JSON, which has no nan."""
    return None if math.isnan(value) else value


@contextmanager
def progress_bar(label: str, total: int) -> Iterator[Callable[[int], None]]:
    """Shows progress; call the yielded function with the number of finished items."""
    with progress_of(label, total) as shown:
        yield shown.update
