"""`tamaya serve`: runs the web app."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from tamaya.cli.interruption import keeps
from tamaya.cli.server_options import Host, HostNames, Https, Port, Proxy, Secret, Workers
from tamaya.extras import extra


@keeps("all games are in {database}, and continue when the server starts again")
def serve(
    host: Host = "127.0.0.1",
    port: Port = 8787,
    database: Annotated[
        str,
        typer.Option(
            envvar="TAMAYA_DATABASE",
            help="Database of games: sqlite:///FILE or postgresql://USER@HOST/NAME.",
        ),
    ] = "sqlite:///runs/web/games.db",
    secret: Secret = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(help="Agent to add to the lobby, like meta:FILE; repeat for several."),
    ] = None,
    runs: Annotated[
        list[str] | None,
        typer.Option(help="Run folder, or folder of runs, whose maps to show; repeat for several."),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            help="Origin of other pages that may use the server, like https://example.org; "
            "repeat for several."
        ),
    ] = None,
    name: HostNames = None,
    https: Https = False,
    proxy: Proxy = False,
    own_address: Annotated[
        str,
        typer.Option(
            "--address",
            help="Address at which other server processes reach this one, like "
            "http://10.0.0.2:8787. Several processes then share one PostgreSQL database.",
        ),
    ] = "",
    workers: Workers = None,
    seconds: Annotated[float, typer.Option(help="Seconds an agent may think per move.")] = 2.0,
    delay: Annotated[
        float,
        typer.Option(help="Shortest time of an agent's move with people, in seconds."),
    ] = 0.6,
    games_per_minute: Annotated[
        float, typer.Option(help="New games that one address may start per minute.")
    ] = 60.0,
    pace: Annotated[
        float, typer.Option(help="Shortest time of a move without people, in seconds.")
    ] = 1.5,
) -> None:
    """Run the web app: play with agents in the browser, watch them, and study finished games.

    Open the printed address. Games are stored in a database and continue after a restart. Only
    this machine can reach the server unless you change --host.

    Example: [bold]tamaya serve[/]

    Example: [bold]tamaya serve --agent meta:runs/demo/partners.meta[/]

    Example: [bold]tamaya serve --runs runs[/]

    Example: [bold]TAMAYA_SECRET=... tamaya serve --host 0.0.0.0 --name play.example.org --https[/]
    """
    with extra("web", "serving needs more libraries"):
        from tamaya.web.config import ServerConfig  # noqa: PLC0415
        from tamaya.web.server import serve as run  # noqa: PLC0415

    config = ServerConfig(
        host=host,
        port=port,
        database=database,
        secret=secret,
        agents=tuple(agent or ()),
        runs=tuple(runs or ()),
        origins=tuple(origin or ()),
        hosts=tuple(name or ()),
        https=https,
        behind_proxy=proxy,
        address=own_address,
        seconds=seconds,
        delay=delay,
        pace=pace,
        games_per_minute=games_per_minute,
    )
    run(config if workers is None else replace(config, workers=workers))
