"""What a command says after Ctrl-C. The exit code is 130 for all commands."""

from __future__ import annotations

import functools
import string
from collections.abc import Callable
from typing import Any

import typer
from rich.console import Console

EXIT_CODE = 130
"""128 plus the number of SIGINT, as shells report it"""
_NOTHING = "nothing was written; the same command starts again"
_KEPT: dict[object, str] = {}

Command = Callable[..., Any]


def keeps(text: str) -> Callable[[Command], Command]:
    """Decorates a command that keeps something after Ctrl-C.

    Example::

        @keeps("finished games are in {out}; the same command resumes")
        def metrics(out: Path | None = None) -> None: ...

    :param text: says what is kept and how to go on, with options of the command in braces. If one
        of them is not given, nothing is kept.
    """

    def mark(command: Command) -> Command:
        _KEPT[command] = text
        return command

    return mark


def announcing(command: Command) -> Command:
    """The command, which says after Ctrl-C what was kept, and exits with code 130."""

    @functools.wraps(command)
    def run(*arguments: object, **options: object) -> object:
        try:
            return command(*arguments, **options)
        except KeyboardInterrupt:
            console = Console(stderr=True, highlight=False, soft_wrap=True)
            console.print(f"interrupted: {kept_text(command, options)}", markup=False)
            raise typer.Exit(EXIT_CODE) from None

    return run


def kept_text(command: Command, options: dict[str, object]) -> str:
    """What an interrupted command kept, and how to go on."""
    text = _KEPT.get(command, _NOTHING)
    names = [name for _, name, _, _ in string.Formatter().parse(text) if name]
    if any(options.get(name) is None for name in names):
        return _NOTHING
    return text.format(**options)
