"""`tamaya serve`: the app in the browser."""

from __future__ import annotations

from typing import Annotated

import typer

from tamaya.extras import extra


def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen at. Others than this machine's need a secret.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen at; 0 for any free one.")] = 8787,
    database: Annotated[
        str,
        typer.Option(
            envvar="TAMAYA_DATABASE",
            help="Where games are kept: sqlite:///FILE or postgresql://USER@HOST/NAME.",
        ),
    ] = "sqlite:///runs/web/games.db",
    secret: Annotated[
        str | None,
        typer.Option(
            envvar="TAMAYA_SECRET",
            help="Key of the server, 16 characters or more; better set TAMAYA_SECRET.",
            show_default="made once, kept in the database",
        ),
    ] = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(help="Adds an agent to the list, like meta:FILE. May be repeated."),
    ] = None,
    runs: Annotated[
        list[str] | None,
        typer.Option(help="Shows the maps of runs: a run's folder, or one with runs in it."),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(help="Lets pages of this origin use the server, like https://example.org."),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(help="A host name that the server answers to. May be repeated."),
    ] = None,
    https: Annotated[
        bool, typer.Option("--https", help="A proxy in front speaks TLS: secure cookies.")
    ] = False,
    proxy: Annotated[
        bool, typer.Option("--proxy", help="Believe X-Forwarded-For of the proxy in front.")
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option(help="Processes in which agents think.", show_default="cores - 1, 1 to 4"),
    ] = None,
    seconds: Annotated[float, typer.Option(help="That an agent may think about a move.")] = 2.0,
    delay: Annotated[
        float, typer.Option(help="Seconds that an agent's move takes at least.")
    ] = 0.6,
    games_per_minute: Annotated[
        float, typer.Option(help="New games that one address may begin.")
    ] = 60.0,
    pace: Annotated[
        float, typer.Option(help="The same in games of agents alone, for those who watch.")
    ] = 1.5,
) -> None:
    """Serve the app: play with agents in the browser, watch them, look at games again.

    Open the printed address. Games are kept in one file and go on after a restart. Only this
    machine can reach the server unless --host says otherwise.

    Example: [bold]tamaya serve[/]

    Example: [bold]tamaya serve --agent meta:runs/demo/partners.meta[/]

    Example: [bold]tamaya serve --runs runs[/]

    Example: [bold]TAMAYA_SECRET=... tamaya serve --host 0.0.0.0 --name play.example.org --https[/]
    """
    with extra("web", "serving needs more libraries"):
        from tamaya.web.config import Config  # noqa: PLC0415
        from tamaya.web.server import serve as run  # noqa: PLC0415

    given = {} if workers is None else {"workers": workers}
    config = Config(
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
        seconds=seconds,
        delay=delay,
        pace=pace,
        games_per_minute=games_per_minute,
        **given,
    )
    run(config)
