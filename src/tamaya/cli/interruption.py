"""What a command says after Ctrl-C. The exit code is 130 for all commands."""

from __future__ import annotations

import functools
import string
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer
from rich.console import Console

EXIT_CODE = 130
"""128 plus the number of SIGINT, as shells report it"""
_NOTHING = "nothing was written; the same command starts again"


@dataclass(frozen=True)
class _Kept:
    text: str
    file: str


_KEPT: dict[object, _Kept] = {}

Command = Callable[..., Any]


def keeps(text: str, *, file: str = "") -> Callable[[Command], Command]:
    """Decorates a command that keeps something after Ctrl-C.

    Example::

        @keeps("finished games are in {out}; the same command resumes")
        def metrics(out: Path | None = None) -> None: ...

    :param text: says what is kept and how to continue, with options of the command in braces. If
        one of them is not given, nothing is kept.
    :param file: if this file does not exist yet, or is an empty folder, nothing is kept
    """

    def mark(command: Command) -> Command:
        _KEPT[command] = _Kept(text, file)
        return command

    return mark


def announcing(command: Command) -> Command:
    """The command, which says after Ctrl-C what was kept, and exits with code 130."""

    @functools.wraps(command)
    def run(*arguments: object, **options: object) -> object:
        with announced(lambda: kept_text(command, options)):
            return command(*arguments, **options)

    return run


@contextmanager
def announced(kept: Callable[[], str] = lambda: _NOTHING) -> Iterator[None]:
    """After Ctrl-C in the block, says what was kept, and exits with code 130."""
    try:
        yield
    except (KeyboardInterrupt, Exception) as error:
        if not _is_interruption(error):
            raise
        console = Console(stderr=True, highlight=False, soft_wrap=True)
        console.print(f"interrupted: {kept()}", markup=False)
        raise typer.Exit(EXIT_CODE) from None


def kept_text(command: Command, options: dict[str, object]) -> str:
    """What an interrupted command kept, and how to continue."""
    kept = _KEPT.get(command, _Kept(_NOTHING, ""))
    names = [name for _, name, _, _ in string.Formatter().parse(kept.text) if name]
    if any(options.get(name) is None for name in names):
        return _NOTHING
    if kept.file and not _holds_something(Path(kept.file.format(**options))):
        return _NOTHING
    return kept.text.format(**options)


def _holds_something(path: Path) -> bool:
    """Whether there is a file, or a folder that is not empty."""
    return any(path.iterdir()) if path.is_dir() else path.exists()


def _is_interruption(error: BaseException) -> bool:
    """Is it Ctrl-C? Python 3.11 wraps it in a RuntimeError while a library defines classes."""
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, KeyboardInterrupt):
        cause = cause.__cause__
    return cause is not None
