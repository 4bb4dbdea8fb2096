"""`tamaya study serve`: runs a study in the browser."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Annotated

import typer

from tamaya.cli.interruption import keeps
from tamaya.cli.pool_out import note
from tamaya.cli.server_options import Host, HostNames, Https, Port, Proxy, Secret, Workers
from tamaya.cli.study_file import File
from tamaya.extras import extra


def database_of(database: str | None, study: str) -> str:
    """The given database, or by default the SQLite file of this study."""
    return database or f"sqlite:///runs/study/{study}.db"


Database = Annotated[
    str | None,
    typer.Option(
        envvar="TAMAYA_DATABASE",
        help="Database: sqlite:///FILE or postgresql://USER@HOST/NAME.",
        show_default="sqlite:///runs/study/ID.db",
    ),
]


@keeps("everything is stored; the same command continues the study")
def serve(
    file: File,
    host: Host = "127.0.0.1",
    port: Port = 8788,
    database: Database = None,
    secret: Secret = None,
    token: Annotated[
        str | None,
        typer.Option(
            envvar="TAMAYA_OPERATOR",
            help="Token of the operator's page, at least 16 characters; prefer TAMAYA_OPERATOR.",
            show_default="created and printed",
        ),
    ] = None,
    name: HostNames = None,
    https: Https = False,
    proxy: Proxy = False,
    arrivals: Annotated[
        float, typer.Option(help="People who may arrive from one address per minute.")
    ] = 300.0,
    workers: Workers = None,
) -> None:
    """Run a study: participants open the printed address, with their id in it if they have one.

    Everything is stored before it is acknowledged, and the study continues after a restart. The
    operator's page is at /study/operator.

    Example: [bold]tamaya study serve pilot.toml[/]

    Example: [bold]TAMAYA_SECRET=... TAMAYA_OPERATOR=... tamaya study serve pilot.toml
    --host 0.0.0.0 --name study.example.org --https --proxy[/]
    """
    with extra("web", "studies need more libraries"):
        from tamaya.study import reading  # noqa: PLC0415
        from tamaya.study.overview import warnings  # noqa: PLC0415
        from tamaya.web.config import ServerConfig  # noqa: PLC0415
        from tamaya.web.server import serve as run  # noqa: PLC0415

    study = reading.read(file)
    for text in warnings(study):
        note(f"warning: {text}")
    if token is None:
        token = secrets.token_urlsafe(16)
        typer.echo(f"operator's token for /study/operator: {token}")
    config = ServerConfig(
        study=str(file),
        operator=token,
        host=host,
        port=port,
        database=database_of(database, study.id),
        secret=secret,
        hosts=tuple(name or ()),
        https=https,
        behind_proxy=proxy,
        games_per_minute=arrivals,
    )
    run(config if workers is None else replace(config, workers=workers))
