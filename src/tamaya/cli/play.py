"""`tamaya play`: plays one game, with or without you."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

import tamaya as ty
from tamaya.agents import AgentLike
from tamaya.cli.options import Agents, Players, SetupText, fill_seats, seats, team
from tamaya.cli.paint import paint
from tamaya.cli.you import Quit, You
from tamaya.files import write_whole


def play(
    agents: Agents = None,
    players: Players = None,
    seed: Annotated[
        int | None,
        typer.Option(help="Seed of the deck.", show_default="0; with --you a random one"),
    ] = None,
    setup: SetupText = "standard",
    you: Annotated[bool, typer.Option("--you", help="Play one seat yourself.")] = False,
    seat: Annotated[
        int | None,
        typer.Option(help="With --you: your seat; seat 0 is alice.", show_default="0"),
    ] = None,
    transcript: Annotated[
        Path | None, typer.Option(help="File to write the game to, as text.")
    ] = None,
) -> None:
    """Play one game and print every turn.

    Example: [bold]tamaya play piers iggi --seed 7[/]

    Example: [bold]tamaya play --you tamaya[/]
    """
    console = Console(soft_wrap=True, highlight=False)
    if you:
        count = seats(players, setup)
        partners = fill_seats(agents, count and count - 1)
        seed = secrets.randbits(32) if seed is None else seed
        console.print(f"seed {seed}")
        game = _with_you(console, partners, seat or 0, seed, setup)
        console.print(paint(f"\n{game.final}"))
    elif seat is not None:
        raise ty.TamayaError(f"--seat {seat} needs --you")
    else:
        game = ty.play(*team(agents, players, setup), seed=seed or 0, setup=setup)
        console.print(paint(str(game)))
    if transcript is not None:
        write_whole(transcript, str(game.transcript))
        console.print(f"wrote {transcript}", markup=False)


def _with_you(console: Console, partners: list[str], seat: int, seed: int, setup: str) -> ty.Game:
    if not 0 <= seat <= len(partners):
        raise ty.TamayaError(f"no seat {seat} (expected 0 to {len(partners)})")
    table: list[AgentLike] = [*partners]
    table.insert(seat, You(console))
    try:
        return ty.play(*table, seed=seed, setup=setup)
    except Quit:
        console.print("\nyou left the table")
        raise typer.Exit(1) from None
