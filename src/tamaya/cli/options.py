"""Options and the progress bar that several commands share."""

from collections.abc import Callable
from typing import Annotated, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from tamaya import Setup, TamayaError
from tamaya.agents.seeds import parse_key
from tamaya.matchups import Progress

T = TypeVar("T")

Agents = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[AGENT]...",
        help="Agents by seat: a name, FILE.py:CLASS, elite:POOL#NICHE, meta:FILE or a search like "
        "mcs(piers, iterations=500). The last one fills the remaining seats.",
        show_default="legal_random",
    ),
]
Players = Annotated[
    int | None,
    typer.Option(
        help="Number of players, 2 to 5.",
        show_default="that of --setup, or the number of agents, at least 2",
    ),
]
SetupText = Annotated[
    str,
    typer.Option(
        "--setup",
        help="Rules of the game: standard, competition or eger, with changes like "
        "'standard max_lives=1'.",
    ),
]
PoolSetup = Annotated[
    str | None,
    typer.Option(
        "--setup",
        help="Rules of the game, like 'competition' or 'standard max_lives=1'.",
        show_default="the rules of the pool",
    ),
]
PairGames = Annotated[int, typer.Option("--games", help="Games for each pair of agents.")]
FirstSeed = Annotated[
    int, typer.Option("--first-seed", help="Seed of the first deck; games use consecutive seeds.")
]
Strict = Annotated[bool, typer.Option("--strict", help="Count bombed games as 0 points.")]
Threads = Annotated[
    int | None, typer.Option("--threads", help="Number of threads.", show_default="all cores")
]
Key = Annotated[
    str | None,
    typer.Option(
        "--key",
        help="Key that hides decks from Python agents, in hexadecimal digits. Results print it; "
        "the same key repeats them.",
        show_default="a new one",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def key_bytes(text: str | None) -> bytes | None:
    """The key that an option gives; None if it gives none."""
    return None if text is None else parse_key(text)


def with_bar(work: Callable[[Callable[[Progress], None]], T]) -> T:
    """Runs work that reports its progress, with a bar if there is a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("games", total=None)

        def report(now: Progress) -> None:
            bar.update(task, completed=now.games, total=now.total)

        return work(report)


def seats(players: int | None, setup: str) -> int | None:
    """The number of seats in `--players` or the set-up; None if neither gives it.

    :raises TamayaError: if the number is impossible, or the two differ
    """
    words = setup.split()
    if not words or any(word.startswith("players=") for word in words):
        number = Setup.parse(setup).players
        if players not in (None, number):
            raise TamayaError(f"--players {players}, but the set-up has players={number}")
        return number
    return None if players is None else Setup.standard(players).players


def fill_seats(agents: list[str] | None, count: int | None) -> list[str]:
    """One agent for each of `count` seats; repeats the last agent if there are too few.

    :raises TamayaError: if there are more agents than seats
    """
    names = list(agents or ["legal_random"])
    count = len(names) if count is None else count
    if len(names) > count:
        raise TamayaError(f"{len(names)} agents for {count} seats")
    return names + [names[-1]] * (count - len(names))


def team(agents: list[str] | None, players: int | None, setup: str) -> list[str]:
    """One agent for each seat, at least two."""
    return fill_seats(agents, seats(players, setup) or max(2, len(agents or [])))
