"""`tamaya doctor`: tells what is installed and what is missing."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tamaya import signature
from tamaya.cli.options import AsJson
from tamaya.cli.speed import played
from tamaya.cli.wide import print_lines, print_table
from tamaya.files import cache_folder
from tamaya.installation import Extra, Installation, inspect


def doctor(
    check: Annotated[
        bool,
        typer.Option("--check", help="Also play the fixed set of games (some seconds)."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Tell what is installed: version, engine, GPU, extras and data.

    With --check it plays a fixed set of games and fails if the engine plays them differently than
    it should.

    Example: [bold]tamaya doctor[/]

    Example: [bold]tamaya doctor --check --json[/]
    """
    installed = inspect()
    digest = signature.signature(played(installed.threads)) if check else None
    if as_json:
        body = installed.to_dict() | ({"signature": digest} if digest else {})
        typer.echo(json.dumps(body, indent=2))
    else:
        _print(installed, digest)
    if digest not in (None, signature.EXPECTED):
        raise typer.Exit(1)


def _print(installed: Installation, digest: str | None) -> None:
    console = Console(highlight=False, markup=False)
    lines = {
        "version": f"tamaya {installed.version}, Python {installed.python}, {installed.system}",
        "folder": installed.folder,
        "engine": f"{installed.engine}, {installed.threads} threads",
        "GPU": ", ".join(installed.gpus) or "none found",
        "pools": f"{installed.pools} come with the package",
        "cache": f"{cache_folder()} (TAMAYA_CACHE names another folder)",
        "data": installed.data["TAMAYA_TRUTH"]
        or "none (TAMAYA_TRUTH names the folder with recorded games of people and programs)",
    }
    if digest is not None:
        expected = signature.EXPECTED
        right = "as expected" if digest == expected else f"WRONG, expected {expected}"
        lines["signature"] = f"{digest} ({right})"
    for name, text in lines.items():
        print_lines(f"{name:<13}{text}", console)
    console.print()
    print_table(console, _extras(installed.extras), rest="--json prints all of it", prose=True)


def _extras(extras: list[Extra]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("extra")
    table.add_column("state", no_wrap=True)
    table.add_column("to install it", overflow="fold")
    for extra in extras:
        missing = len(extra.missing)
        state = f"{missing} of {len(extra.libraries)} missing" if missing else "installed"
        table.add_row(extra.name, state, extra.install if missing else "")
    return table
