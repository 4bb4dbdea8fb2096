"""`tamaya humans import`: games of people from where they were published, in one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tamaya.cli.humans_games import Most, WithoutHeavy, kept, tell_skipped
from tamaya.humans import gather, people_file
from tamaya.humans.games import games_by_person


def import_(
    sources: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATH...",
            help="Folders of the 2017 study as it was published, its logs, or imported files.",
            show_default=False,
        ),
    ],
    out: Annotated[Path, typer.Option(help="File to write, a line for each game.")] = Path(
        "people.jsonl"
    ),
    most: Most = None,
    without_heavy: WithoutHeavy = None,
) -> None:
    """Import games of people into one file. Bad files are skipped and named.

    Example: [bold]tamaya humans import HanabiData --out people.jsonl[/]
    """
    found = gather(sources)
    games = kept(found.games, most, without_heavy)
    people_file.write(games, out)
    tell_skipped(found.skipped)
    people = len(games_by_person(games))
    typer.echo(f"imported {len(games):,} games of {people:,} people: wrote {out}")
    flagged = [game.id for game in games if not game.in_step]
    if flagged:
        named = ", ".join(flagged[:5]) + ", ..." * (len(flagged) > 5)
        typer.echo(f"flagged {len(flagged)} that were recorded out of step: {named}")
    if left := len(found.games) - len(games):
        typer.echo(f"left out {left:,} games of people who played many")
    if found.skipped:
        typer.echo(f"skipped {len(found.skipped)} that are no games")
