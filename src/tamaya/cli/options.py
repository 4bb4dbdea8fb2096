"""Options that several commands share."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from tamaya import Agent, Decision, Setup, TamayaError, as_agent
from tamaya.agents.made_for import DEFAULT, claims_of
from tamaya.agents.seeds import parse_key
from tamaya.cli.progress import progress_of
from tamaya.matchups import Progress

T = TypeVar("T")
WATCHED = ("tamaya", "kagiya")
"""agents that play if none are named: good ones that do not know each other"""

Agents = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="AGENT",
        help="Agents by seat: a name, FILE.py:CLASS, elite:POOL#NICHE, meta:FILE or a search like "
        "mcs(piers, iterations=500). The last one fills the remaining seats.",
        show_default=" ".join(WATCHED),
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
    str | None,
    typer.Option(
        "--setup",
        help="Rules of the game: standard, competition or eger, with changes like "
        "'standard max_lives=1'.",
        show_default="the rules that the agents are made for, or standard",
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
Strict = Annotated[
    bool, typer.Option("--strict", help="Count games that lost the last life as 0 points.")
]
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
BackendName = Annotated[
    str, typer.Option("--backend", help="Hardware that plays the games: threads, cuda or ray.")
]
RayAddress = Annotated[
    str,
    typer.Option("--address", help="Address of the Ray cluster, like 10.0.0.1:6379 or auto."),
]
Plot = Annotated[
    Path | None,
    typer.Option("--plot", help="Picture to draw: .png, .svg or .pdf.", show_default=False),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def key_bytes(text: str | None) -> bytes | None:
    """The key that an option gives; None if it gives none."""
    return None if text is None else parse_key(text)


def with_bar(work: Callable[[Callable[[Progress], None]], T]) -> T:
    """Runs work that reports its progress in games."""
    with progress_of("playing") as shown:

        def report(now: Progress) -> None:
            shown.update(now.games, now.total)

        return work(report)


@contextmanager
def turn_counter() -> Iterator[Callable[[Decision], None]]:
    """Shows how many turns a game has had; call the yielded function with every decision."""
    with progress_of("turn") as shown:
        yield lambda _: shown.update(shown.completed + 1)


def seats(players: int | None, setup: str | None) -> int | None:
    """The number of seats in `--players` or the set-up; None if neither gives it.

    :raises TamayaError: if the number is impossible, or the two differ
    """
    if setup is None:
        setup = DEFAULT
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
    names = list(agents or WATCHED)
    count = len(names) if count is None else count
    if len(names) > count:
        raise TamayaError(f"{len(names)} agents for {count} seats (expected at most {count})")
    return names + [names[-1]] * (count - len(names))


def team(agents: list[str] | None, players: int | None, setup: str | None) -> list[Agent]:
    """One agent for each seat, at least two; without a number, as many as they are made for."""
    named = [as_agent(name) for name in agents or WATCHED]
    count = seats(players, setup)
    if count is None:
        own = [Setup.parse(words).players for _, words in claims_of(named)] if setup is None else []
        count = max([2, len(named), *own])
    names = fill_seats(agents, count)
    return named + [as_agent(name) for name in names[len(named) :]]
