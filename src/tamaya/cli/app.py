"""The command `tamaya` and its subcommands."""

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
    observation,
    play,
    pool,
    reproduce,
    rules,
    serve,
    study,
    table,
)

app = typer.Typer(
    help="Hanabi with partners you have never met: play, compare and measure agents.\n\n"
    "New here? Watch a game with [bold]tamaya play piers iggi[/], play one in the browser with "
    "[bold]tamaya serve[/], or list all agents with [bold]tamaya agents[/].",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
_PLAY, _MAKE, _PEOPLE, _CHECK = (
    "Play and compare agents",
    "Make agents",
    "People",
    "Check and reproduce",
)
for panel, commands in {
    _PLAY: (play.play, match.match, table.table, explain.explain, agents.agents, rules.rules),
    _MAKE: (evolve.evolve, observation.observation),
    _PEOPLE: (serve.serve,),
    _CHECK: (reproduce.reproduce, bench.bench),
}.items():
    for command in commands:
        app.command(rich_help_panel=panel)(command)
app.add_typer(pool.app, name="pool", rich_help_panel=_MAKE)
app.add_typer(meta.app, name="meta", rich_help_panel=_MAKE)
app.add_typer(learn.app, name="learn", rich_help_panel=_MAKE)
app.add_typer(cyclone.app, name="cyclone", rich_help_panel=_MAKE)
app.add_typer(humans.app, name="humans", rich_help_panel=_PEOPLE)
app.add_typer(study.app, name="study", rich_help_panel=_PEOPLE)


def _join_lines(group: typer.Typer) -> None:
    """Joins the lines of each paragraph of help, so that it wraps at the terminal's width."""
    for command in group.registered_commands:
        text = inspect.cleandoc((command.callback and command.callback.__doc__) or "")
        command.help = "\n\n".join(" ".join(lines.split()) for lines in text.split("\n\n"))
    for subgroup in group.registered_groups:
        if subgroup.typer_instance is not None:
            _join_lines(subgroup.typer_instance)


_join_lines(app)


def _version(requested: bool) -> None:
    if requested:
        typer.echo(f"tamaya {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version and exit."
    ),
) -> None:
    """Options of `tamaya` itself."""


def main() -> None:
    """Runs the command line. A `TamayaError` prints one line and exits with code 2."""
    try:
        _run()
    except TamayaError as error:
        _print_error(error)
        sys.exit(2)
    except OSError as error:  # for example `> file` on a full disk
        # Otherwise Python would flush standard output at exit and fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _print_error(error)
        sys.exit(1)


def _run() -> None:
    try:
        app()
    finally:
        sys.stdout.flush()


def _print_error(error: Exception) -> None:
    Console(stderr=True, highlight=False, soft_wrap=True).print(f"error: {error}", markup=False)
