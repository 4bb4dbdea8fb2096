"""The command `tamaya` and its subcommands."""

from __future__ import annotations

import inspect
import os
import sys
import traceback

import typer
from rich.console import Console

from tamaya import TamayaError, __version__
from tamaya.cli import (
    agents,
    benchmark,
    cyclone,
    doctor,
    evaluate,
    evolve,
    explain,
    humans,
    learn,
    live,
    match,
    meta,
    observation,
    play,
    pool,
    reproduce,
    rules,
    serve,
    speed,
    study,
    table,
)
from tamaya.cli.command_words import TamayaGroup, class_for
from tamaya.cli.interruption import announcing

TRACEBACK = "--traceback"
app = typer.Typer(
    help="Hanabi with partners you have never met: play, compare and measure agents.\n\n"
    "New here? Watch a game with [bold]tamaya play[/], play one in the browser with "
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
    _PLAY: (
        play.play,
        match.match,
        table.table,
        evaluate.evaluate,
        explain.explain,
        agents.agents,
        rules.rules,
    ),
    _MAKE: (evolve.evolve, observation.observation),
    _PEOPLE: (serve.serve, live.live),
    _CHECK: (doctor.doctor, reproduce.reproduce, speed.speed),
}.items():
    for command in commands:
        app.command(rich_help_panel=panel)(command)
app.command("bench", hidden=True)(speed.speed)  # its name until `tamaya benchmark` came
app.add_typer(pool.app, name="pool", rich_help_panel=_MAKE)
app.add_typer(meta.app, name="meta", rich_help_panel=_MAKE)
app.add_typer(learn.app, name="learn", rich_help_panel=_MAKE)
app.add_typer(cyclone.app, name="cyclone", rich_help_panel=_MAKE)
app.add_typer(benchmark.app, name="benchmark", rich_help_panel=_CHECK)
app.add_typer(humans.app, name="humans", rich_help_panel=_PEOPLE)
app.add_typer(study.app, name="study", rich_help_panel=_PEOPLE)


def _prepare(group: typer.Typer) -> None:
    """Prepares all commands: their words, words after Ctrl-C, help that wraps at any width."""
    group.info.cls = TamayaGroup
    for command in group.registered_commands:
        if command.callback is not None:
            command.cls = class_for(command.callback)
            command.callback = announcing(command.callback)
        text = inspect.cleandoc((command.callback and command.callback.__doc__) or "")
        command.help = "\n\n".join(" ".join(lines.split()) for lines in text.split("\n\n"))
    for subgroup in group.registered_groups:
        if subgroup.typer_instance is not None:
            _prepare(subgroup.typer_instance)


_prepare(app)


def _version(requested: bool) -> None:
    if requested:
        typer.echo(f"tamaya {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version and exit."
    ),
    show_traceback: bool = typer.Option(
        False, TRACEBACK, help="Print the Python traceback of an error. Any command accepts it."
    ),
) -> None:
    """Options of `tamaya` itself."""


def main() -> None:
    """Runs the command line. A `TamayaError` prints one line and exits with code 2."""
    wants_traceback = _move_traceback_option()
    try:
        _run()
    except TamayaError as error:
        if wants_traceback:
            traceback.print_exception(error)
        _print_error(error)
        sys.exit(2)
    except OSError as error:  # for example `> file` on a full disk
        # Otherwise Python would flush standard output at exit and fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _print_error(error)
        sys.exit(1)


def _move_traceback_option() -> bool:
    """Moves `--traceback` to the front of the command line; says whether it is there."""
    words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    if TRACEBACK not in words[:end]:
        return False
    others = [word for word in words[:end] if word != TRACEBACK]
    sys.argv[1:] = [TRACEBACK, *others, *words[end:]]
    return True


def _run() -> None:
    try:
        app()
    finally:
        sys.stdout.flush()


def _print_error(error: Exception) -> None:
    Console(stderr=True, highlight=False, soft_wrap=True).print(f"error: {error}", markup=False)
