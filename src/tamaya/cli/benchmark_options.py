"""Options and progress bars that the benchmark commands share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from tamaya import TamayaError
from tamaya.benchmark.growing import Tell
from tamaya.benchmark.protocol import TRACKS
from tamaya.benchmark.seeds import TestSeed, entry_hash
from tamaya.cli.progress import progress_of

TrackName = Annotated[str, typer.Option("--track", help=f"Track: {', '.join(TRACKS)}.")]
PlayerCount = Annotated[int, typer.Option("--players", help="Number of players, 2 to 5.")]
Quick = Annotated[
    bool,
    typer.Option(
        "--quick",
        help="Fewer partners and games: minutes on two cores. Results are marked as quick.",
    ),
]
SeedNumber = Annotated[
    int | None,
    typer.Option(
        "--seed",
        help="Seed of the test set. 0 is the validation set; other results are marked unofficial.",
        show_default="0",
    ),
]
Beacon = Annotated[
    str | None,
    typer.Option(
        help="Value of a public random beacon, published after the entry. It gives the official "
        "seed.",
        show_default=False,
    ),
]
EntryFiles = Annotated[
    list[Path] | None,
    typer.Option(
        "--entry",
        metavar="FILE",
        help="File of the entry (weights or code) that is hashed; repeat for several.",
        show_default="the files in the agent's name",
    ),
]


def seed_of(seed: int | None, beacon: str | None, entry: str) -> TestSeed:
    """The seed that the options give.

    :raises TamayaError: if both a seed and a beacon are given, or one of them is invalid
    """
    if beacon is None:
        return TestSeed.chosen(0 if seed is None else seed)
    if seed is not None:
        raise TamayaError(f"--seed {seed} and --beacon {beacon!r} (expected one of them)")
    return TestSeed.official(beacon, entry)


def entry_of(agent: str, files: list[Path] | None) -> str:
    """SHA-256 of the entry that the options give."""
    return entry_hash(agent, tuple(files or ()))


@contextmanager
def steps_bar() -> Iterator[Tell]:
    """Shows the progress of work that has several steps."""
    with progress_of("preparing") as shown:
        yield lambda step, done, total: shown.update(done, total, step=step)
