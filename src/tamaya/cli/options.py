"""Options that several commands take alike."""

from typing import Annotated

import typer

from tamaya import TamayaError

Agents = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[AGENT]...",
        help="Agents by seat: a name, or FILE.py:CLASS. The last one fills the seats left over.",
        show_default="legal_random",
    ),
]
Players = Annotated[
    int | None,
    typer.Option(help="Number of players, 2 to 5.", show_default="as many as agents, at least 2"),
]
SetupText = Annotated[
    str,
    typer.Option(
        "--setup",
        help="Rules: standard, competition or eger, and changes like 'standard max_lives=1'.",
    ),
]


def seated(agents: list[str] | None, seats: int | None) -> list[str]:
    """One agent for each seat, the last one repeated where there are too few.

    :raises TamayaError: if there are more agents than seats
    """
    names = list(agents or ["legal_random"])
    wanted = len(names) if seats is None else seats
    if len(names) > wanted:
        raise TamayaError(f"{len(names)} agents for {wanted} seats")
    return names + [names[-1]] * (wanted - len(names))


def team(agents: list[str] | None, players: int | None) -> list[str]:
    """A whole table of agents: at least two."""
    return seated(agents, max(2, len(agents or [])) if players is None else players)
