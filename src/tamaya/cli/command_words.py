"""One set of words for all commands: order and values of options, former names, checks of files."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from tamaya.cli.interruption import announced
from tamaya.errors import safe_text
from tamaya.files import check_folder, check_writable
from tamaya.plotting import check_plot

Command = Callable[..., Any]
_SHARED = (
    *("players", "setup", "games", "first_seed", "seed", "strict"),
    *("device", "threads", "on", "address", "key"),
    *("csv", "latex", "markdown", "html", "animation", "out", "plot", "as_json", "help"),
)
"""options that several commands have, in the order of every help; a command's own options precede
them"""
_FILES = ("csv", "latex", "markdown", "html", "animation", "out")
_VALUES = {bool: "", int: "NUMBER", float: "NUMBER", str: "TEXT", Path: "PATH"}
"""what the help calls the values of options, by their types; flags have none"""
_EXPECTED = {"int": "a whole number", "float": "a number"}
"""what values of these types should be, for errors"""
_MOST = 16
"""letters of choices in the column of values"""
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
    """The class of a command, which knows the types and the former names of its options."""
    fields = {"names": _NAMES.get(command, {}), "values": _values(command)}
    return type("TamayaCommand", (_TamayaCommand,), fields)


def _values(command: Command) -> dict[str, str]:
    """What the help calls the values of a command's parameters."""
    hints = get_type_hints(command)
    return {name: _value(hints[name]) for name in inspect.signature(command).parameters}


def _value(kind: Any) -> str:
    inner = [part for part in get_args(kind) if part is not NoneType]
    if get_origin(kind) is Literal:
        return _choices(inner)
    if inner:  # of a list, or of a value that may be absent
        return _value(inner[0])
    if issubclass(kind, Enum):
        return _choices([str(choice.value) for choice in kind])
    return _VALUES[kind]


def _choices(names: Sequence[str]) -> str:
    """The names, if they fit into the help; each help text lists them too."""
    text = "|".join(names)
    return text if len(text) <= _MOST else "NAME"


def _place(parameter: Any) -> int:
    """Where a parameter comes in the help: shared options have numbers above 0."""
    is_shared = parameter.param_type_name == "option" and parameter.name in _SHARED
    return 1 + _SHARED.index(parameter.name) if is_shared else 0


def _without_types(parameters: Iterable[Any], values: dict[str, str]) -> None:
    """Names values as in `_VALUES`; Typer would print Python's types, such as `<list[str]>`."""
    for parameter in parameters:
        if parameter.param_type_name == "argument":
            parameter.display_type_rich = lambda ctx: ""  # its name says enough
        elif parameter.metavar is None:
            parameter.metavar = values.get(parameter.name, "")


class _TamayaCommand(TyperCommand):
    names: dict[str, str]
    """new names of options by former names"""
    values: dict[str, str]
    """what the help calls the values of parameters"""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.params.sort(key=_place)
        _without_types(self.params, self.values)

    def get_params(self, ctx: typer.Context) -> list[Any]:  # type: ignore[override]
        """All parameters, `--help` included."""
        parameters = super().get_params(ctx)
        _without_types(parameters, self.values)
        return parameters

    def collect_usage_pieces(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]
        """Words of the usage: required arguments stand without brackets."""
        pieces = super().collect_usage_pieces(ctx)
        return [_plain(piece) for piece in pieces]

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """Parses the words of a command line, former names of options included."""
        end = args.index("--") if "--" in args else len(args)
        for place, word in enumerate(args[:end]):
            option, equals, value = word.partition("=")
            new = self.names.get(option)
            if new is not None:
                typer.echo(f"warning: {option} is now called {new}", err=True)
                args[place] = new + equals + value
        try:
            return super().parse_args(ctx, args)
        except typer.BadParameter as error:
            error.message = _quoting(error)
            raise

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """Runs the command, after a check that all files it is to write can be written."""
        for parameter in self.params:
            path = ctx.params.get(parameter.name)
            if path is not None and parameter.param_type_name == "option":
                _check(parameter, path)
        return super().invoke(ctx)


def _quoting(error: typer.BadParameter) -> str:
    """What is wrong with a value, which is quoted: Pydantic's own message does not quote it."""
    mistakes: list[dict[str, Any]] = getattr(error.__cause__, "errors", list)()
    if not mistakes:
        return error.message
    kind = mistakes[0]["type"].partition("_")[0]
    if kind not in _EXPECTED:
        return error.message.removeprefix("Value error, ")
    return f"{safe_text(mistakes[0]['input'])} (expected {_EXPECTED[kind]})"


def _plain(piece: str) -> str:
    """A word of the usage without the braces that Typer puts around required arguments."""
    name, _, dots = piece.removeprefix("{").partition("}")
    is_required = piece.startswith("{")
    return (name if "..." in name else name + dots) if is_required else piece


def _check(parameter: Any, path: str | Path) -> None:
    if parameter.name == "plot":
        check_plot(Path(path))
    elif parameter.name in _FILES:
        (check_folder if parameter.metavar == "FOLDER" else check_writable)(Path(path))


class TamayaGroup(TyperGroup):
    """A group of commands, in the words of `_VALUES`.

    After Ctrl-C before a command starts, it says that nothing was written.
    """

    def make_context(self, *arguments: Any, **options: Any) -> Any:
        """Parses the words of the group."""
        with announced():
            return super().make_context(*arguments, **options)

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """Parses the words of a command, checks its files and runs it."""
        with announced():
            return super().invoke(ctx)

    def get_params(self, ctx: typer.Context) -> list[Any]:  # type: ignore[override]
        """All parameters; the options of groups are flags."""
        parameters = super().get_params(ctx)
        _without_types(parameters, {})
        return parameters
