"""`tamaya humans import`: imports published games of people into one file."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer

from tamaya.cli.humans_games import Most, WithoutHeavy, apply_options, print_skipped
from tamaya.humans import gather, people_file
from tamaya.humans.games import games_by_person
from tamaya.humans.live_games import Names


def import_(
    sources: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATH",
            help="Published folders or logs of the 2017 study, JSON exports of hanab.live or of "
            "our server, exported studies, folders of such files, or imported files.",
            show_default=False,
        ),
    ],
    out: Annotated[Path, typer.Option(help="File to write, with a line for each game.")] = Path(
        "people.jsonl"
    ),
    salt: Annotated[
        str | None,
        typer.Option(
            help="Secret text that pseudonyms of hanab.live players depend on: equal texts give "
            "equal pseudonyms in several imports.",
            show_default="random",
        ),
    ] = None,
    computer: Annotated[
        list[str] | None,
        typer.Option(
            help="Player of hanab.live that is a bot; repeat for several.",
            show_default="names that begin with Bot-",
        ),
    ] = None,
    most: Most = None,
    without_heavy: WithoutHeavy = None,
) -> None:
    """Import games of people into one file. Files without games are skipped and listed.

    Names of people on hanab.live are replaced by pseudonyms (a hash of the name).

    Example: [bold]tamaya humans import HanabiData --out people.jsonl[/]
    """
    names = Names(salt or secrets.token_hex(16), frozenset(computer or ()))
    gathered = gather(sources, names)
    games = apply_options(gathered.games, most, without_heavy)
    people_file.write(games, out)
    print_skipped(gathered.skipped)
    people = len(games_by_person(games))
    typer.echo(f"imported {len(games):,} games of {people:,} people: wrote {out}")
    flagged = [game.id for game in games if not game.in_step]
    if flagged:
        named = ", ".join(flagged[:5]) + ", ..." * (len(flagged) > 5)
        typer.echo(f"flagged {len(flagged)} recorded out of step: {named}")
    if excluded := len(gathered.games) - len(games):
        typer.echo(f"left out {excluded:,} games of people with many games")
    if gathered.skipped:
        typer.echo(f"skipped {len(gathered.skipped)} (see above)")
