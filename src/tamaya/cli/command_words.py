"""One set of words for all commands: the order of options, and former names of options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperCommand

Command = Callable[..., Any]
_LAST = ("out", "plot", "as_json", "help")
"""options at the end of every help, in this order"""
_NAMES: dict[object, dict[str, str]] = {}


def renamed(**names: str) -> Callable[[Command], Command]:
    """Decorates a command whose options had other names before.

    Example: `@renamed(heatmap="plot")` accepts `--heatmap` for `--plot` and prints a warning.
    """

    def mark(command: Command) -> Command:
        _NAMES[command] = {_option(old): _option(new) for old, new in names.items()}
        return command

    return mark


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")


def class_for(command: Command) -> type[TyperCommand]:
    """The class of a command, which knows the former names of its options."""
    return type("TamayaCommand", (_TamayaCommand,), {"names": _NAMES.get(command, {})})


def _place(parameter: Any) -> int:
    """Where a parameter comes in the help: the last options have numbers above 0."""
    is_last = parameter.param_type_name == "option" and parameter.name in _LAST
    return 1 + _LAST.index(parameter.name) if is_last else 0


class _TamayaCommand(TyperCommand):
    names: dict[str, str]
    """new names of options by former names"""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.params.sort(key=_place)

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """Parses the words of a command line, former names of options included."""
        end = args.index("--") if "--" in args else len(args)
        for place, word in enumerate(args[:end]):
            option, equals, value = word.partition("=")
            new = self.names.get(option)
            if new is not None:
                typer.echo(f"warning: {option} is now called {new}", err=True)
                args[place] = new + equals + value
        return super().parse_args(ctx, args)
