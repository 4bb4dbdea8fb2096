"""`tamaya play`: plays one game, with or without you."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

import tamaya as ty
from tamaya.agents import AgentLike
from tamaya.cli.command_words import renamed
from tamaya.cli.interruption import EXIT_CODE
from tamaya.cli.options import (
    WATCHED,
    AsJson,
    Players,
    SetupText,
    fill_seats,
    seats,
    team,
    turn_counter,
)
from tamaya.cli.paint import paint
from tamaya.cli.pool_out import note
from tamaya.cli.wide import print_lines
from tamaya.cli.you import Quit, You
from tamaya.files import write_whole

_PARTNER = "tamaya"
"""your partner if you name none"""


@renamed(transcript="out")
def play(
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="AGENT",
            help="Agents by seat, as tamaya agents lists them. The last one fills the remaining "
            "seats.",
            show_default=f"{' '.join(WATCHED)}; with --you {_PARTNER}",
        ),
    ] = None,
    players: Players = None,
    seed: Annotated[
        int | None,
        typer.Option(help="Seed of the deck.", show_default="0; with --you a random one"),
    ] = None,
    setup: SetupText = None,
    you: Annotated[bool, typer.Option("--you", help="Play one seat yourself.")] = False,
    seat: Annotated[
        int | None,
        typer.Option(help="With --you: your seat; seat 0 is alice.", show_default="0"),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="File to write the game to, as text.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play one game and print every turn.

    Example: [bold]tamaya play[/] (two good agents that do not know each other)

    Example: [bold]tamaya play piers iggi --seed 7[/]

    Example: [bold]tamaya play --you tamaya[/]
    """
    console = Console(highlight=False)
    if you and as_json:
        raise ty.TamayaError("--json and --you exclude each other: you need to see the table")
    if you:
        count = seats(players, setup)
        partners = fill_seats(agents or [_PARTNER], count and count - 1)
        seed = secrets.randbits(32) if seed is None else seed
        game = _with_you(console, partners, seat or 0, seed, setup)
        print_lines(paint(f"\n{game.final}"), console)
    elif seat is not None:
        raise ty.TamayaError(f"--seat {seat} needs --you")
    else:
        names = team(agents, players, setup)
        with turn_counter() as listen:
            game = ty.play(*names, seed=seed or 0, setup=setup, listen=listen)
        if as_json:
            typer.echo(_json(game))
        else:
            print_lines(paint(_text(game, console)), console)
    if out is not None:
        write_whole(out, str(game.transcript))
        note(f"wrote {out}")


def _text(game: ty.Game, console: Console) -> str:
    """The game as text that fits the terminal, if possible."""
    return game.text(width=console.width if console.is_terminal else None)


def _json(game: ty.Game) -> str:
    body = {
        "agents": list(game.agents),
        "setup": str(game.final.setup),
        "seed": game.seed,
        "score": game.score,
        "max_score": game.final.setup.max_score,
        "bombed": game.bombed,
        "end": game.final.end,
        "lost": game.lost,
        "deck": [str(card) for card in game.transcript.deck],
        "moves": [str(move) for move in game.transcript.moves],
        "events": [str(event) for event in game.final.events],
        "version": ty.__version__,
    }
    return json.dumps(body, indent=2, allow_nan=False)


def _with_you(
    console: Console, partners: list[str], seat: int, seed: int, setup: str | None
) -> ty.Game:
    if not 0 <= seat <= len(partners):
        raise ty.TamayaError(f"no seat {seat} (expected 0 to {len(partners)})")
    console.print(f"seed {seed}")
    table: list[AgentLike] = [*partners]
    table.insert(seat, You(console))
    try:
        return ty.play(*table, seed=seed, setup=setup)
    except (Quit, KeyboardInterrupt) as left:
        console.print(f"\nyou left the table (--seed {seed} deals the same cards again)")
        raise typer.Exit(1 if isinstance(left, Quit) else EXIT_CODE) from None
