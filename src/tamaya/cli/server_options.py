"""Options that `tamaya serve` and `tamaya study serve` share."""

from __future__ import annotations

from typing import Annotated

import typer

Host = Annotated[
    str,
    typer.Option(
        help="Address to listen on. An address that other machines can reach needs --secret."
    ),
]
Port = Annotated[int, typer.Option(help="Port to listen on; 0 for any free port.")]
Secret = Annotated[
    str | None,
    typer.Option(
        envvar="TAMAYA_SECRET",
        help="Secret key of the server, at least 16 characters; prefer TAMAYA_SECRET.",
        show_default="created once, stored in the database",
    ),
]
HostNames = Annotated[
    list[str] | None,
    typer.Option(help="Host name that the server answers to; repeat for several."),
]
Https = Annotated[
    bool,
    typer.Option("--https", help="Send secure cookies; use it behind a proxy that serves HTTPS."),
]
Proxy = Annotated[
    bool, typer.Option("--proxy", help="Trust X-Forwarded-For; use it behind a proxy.")
]
Workers = Annotated[
    int | None,
    typer.Option(
        help="Number of processes in which agents think.", show_default="cores - 1, 1 to 4"
    ),
]
