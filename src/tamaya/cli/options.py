"""Options that several commands take alike."""

from typing import Annotated

import typer

from tamaya import Setup, TamayaError

Agents = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[AGENT]...",
        help="Agents by seat: a name, FILE.py:CLASS, elite:POOL#NICHE or meta:FILE. The last one "
        "fills the seats left over.",
        show_default="legal_random",
    ),
]
Players = Annotated[
    int | None,
    typer.Option(
        help="Number of players, 2 to 5.",
        show_default="what the set-up says, or as many as agents, at least 2",
    ),
]
SetupText = Annotated[
    str,
    typer.Option(
        "--setup",
        help="Rules: standard, competition or eger, and changes like 'standard max_lives=1'.",
    ),
]


def seats(players: int | None, setup: str) -> int | None:
    """How many seats the options ask for, by `--players` or in the set-up; None if neither says.

    :raises TamayaError: if there cannot be so many, or the two differ
    """
    words = setup.split()
    if not words or any(word.startswith("players=") for word in words):
        said = Setup.parse(setup).players
        if players not in (None, said):
            raise TamayaError(f"--players {players}, but the set-up has players={said}")
        return said
    return None if players is None else Setup.standard(players).players


def seated(agents: list[str] | None, wanted: int | None) -> list[str]:
    """So many agents, the last one repeated where there are too few.

    :raises TamayaError: if there are more agents than seats
    """
    names = list(agents or ["legal_random"])
    wanted = len(names) if wanted is None else wanted
    if len(names) > wanted:
        raise TamayaError(f"{len(names)} agents for {wanted} seats")
    return names + [names[-1]] * (wanted - len(names))


def team(agents: list[str] | None, players: int | None, setup: str) -> list[str]:
    """A whole table of agents: at least two."""
    return seated(agents, seats(players, setup) or max(2, len(agents or [])))
