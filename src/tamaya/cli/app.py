"""The command `tamaya` and what its subcommands share."""

from __future__ import annotations

import inspect
import os
import sys

import typer
from rich.console import Console

from tamaya import TamayaError, __version__
from tamaya.cli import (
    agents,
    bench,
    cyclone,
    evolve,
    explain,
    humans,
    learn,
    match,
    meta,
    play,
    pool,
    reproduce,
    rules,
    serve,
    table,
)

app = typer.Typer(
    help="Hanabi with partners you have never met: play, compare and measure agents.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
for command in (
    play.play,
    match.match,
    table.table,
    explain.explain,
    agents.agents,
    rules.rules,
    evolve.evolve,
    reproduce.reproduce,
    serve.serve,
    bench.bench,
):
    app.command()(command)
app.add_typer(pool.app, name="pool")
app.add_typer(meta.app, name="meta")
app.add_typer(humans.app, name="humans")
app.add_typer(learn.app, name="learn")
app.add_typer(cyclone.app, name="cyclone")


def _let_flow(some: typer.Typer) -> None:
    """Joins the lines of each paragraph of the help: terminals break them where they are wide."""
    for one in some.registered_commands:
        told = inspect.cleandoc((one.callback and one.callback.__doc__) or "")
        one.help = "\n\n".join(" ".join(lines.split()) for lines in told.split("\n\n"))
    for group in some.registered_groups:
        if group.typer_instance is not None:
            _let_flow(group.typer_instance)


_let_flow(app)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tamaya {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version and exit."
    ),
) -> None:
    """Hanabi with partners you have never met: play, compare and measure agents."""


def main() -> None:
    """Runs the command line; errors of the package become one line and exit code 2."""
    try:
        _run()
    except TamayaError as error:
        _complain(error)
        sys.exit(2)
    except OSError as error:  # a full disk behind `> file`
        os.dup2(
            os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno()
        )  # nothing more to flush there
        _complain(error)
        sys.exit(1)


def _run() -> None:
    try:
        app()
    finally:
        sys.stdout.flush()


def _complain(error: Exception) -> None:
    Console(stderr=True, highlight=False, soft_wrap=True).print(f"error: {error}", markup=False)
