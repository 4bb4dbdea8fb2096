"""`tamaya live`: plays on a hanab.live server."""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated

import typer

from tamaya.cli.interruption import EXIT_CODE
from tamaya.extras import extra


def live(
    server: Annotated[
        str,
        typer.Option(help="Address of the server, like https://hanab.live or http://localhost."),
    ],
    agent: Annotated[
        str, typer.Option(help="Agent that plays: any name that `tamaya play` accepts.")
    ] = "detective(meets=people)",
    seconds: Annotated[
        float,
        typer.Option(
            min=0.1, help="Seconds the agent may think per move; then a fast agent moves instead."
        ),
    ] = 10.0,
    delay: Annotated[
        float,
        typer.Option(min=0.0, help="Shortest time of a move in seconds, except in speedruns."),
    ] = 1.0,
    games: Annotated[
        int | None,
        typer.Option(min=1, help="Stop after this many games.", show_default="no limit"),
    ] = None,
    verbose: Annotated[bool, typer.Option("--verbose", help="Log each message sent.")] = False,
) -> None:
    """Play on a hanab.live server with the people there, as a bot.

    The account comes from the environment variables TAMAYA_LIVE_USER and TAMAYA_LIVE_PASSWORD. A
    new name creates an account. Clear names like Bot-Tamaya tell people that they play with a
    program; ask the operators of a server before you let a bot play there.

    People send the bot private messages: /join [PASSWORD] invites it to their table, /leave sends
    it away, /terminate asks it to vote for the end of a game, /why [TURN] asks for the reason of a
    move after the game, /help lists all of them. It plays No Variant and 3, 4 and 6 Suits with 2 to
    5 players. If the connection breaks, it connects again and resumes its game. Ctrl-C stops it.

    Example: [bold]TAMAYA_LIVE_USER=Bot-Tamaya TAMAYA_LIVE_PASSWORD=... tamaya live --server
    https://hanab.live[/]

    Example: [bold]tamaya live --server http://localhost --agent piers --games 1[/]
    """
    with extra("live", "playing on a server needs a WebSocket library"):
        from tamaya.live import Credentials, LiveSettings, play_live  # noqa: PLC0415

    account = Credentials.from_environment()
    settings = LiveSettings(server=server, agent=agent, seconds=seconds, delay=delay, games=games)
    logging.basicConfig(format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    logging.getLogger("tamaya.live").setLevel(logging.DEBUG if verbose else logging.INFO)
    try:
        asyncio.run(play_live(settings, account))
    except KeyboardInterrupt:
        typer.echo("stopped; the same command resumes a running game", err=True)
        raise typer.Exit(EXIT_CODE) from None
