"""Pages of the command line, written from the commands themselves."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

import typer

from tamaya.cli.app import app
from website.generated import Section

# Typer brings its own copy of Click, whose classes have no stable import path.
Command = Any
_FOLDER = "reference/cli"


def section() -> Section:
    """One page per command of `tamaya`, and an overview."""
    commands: dict[str, Command] = {
        name: command
        for name, command in typer.main.get_command(app).commands.items()  # type: ignore[attr-defined]
        if not command.hidden
    }
    pages = {f"{_FOLDER}/{name}.md": _page(name, command) for name, command in commands.items()}
    pages[f"{_FOLDER}/index.md"] = _overview(commands)
    navigation: list[str | dict[str, str]] = [f"{_FOLDER}/index.md"]
    navigation += [{f"tamaya {name}": f"{_FOLDER}/{name}.md"} for name in commands]
    return Section(name="cli", pages=pages, navigation=navigation)


def _overview(commands: dict[str, Command]) -> str:
    panels: defaultdict[str, list[str]] = defaultdict(list)
    for name, command in commands.items():
        about = _plain(command.help).split("\n\n")[0]
        panels[command.rich_help_panel].append(f"| [`tamaya {name}`]({name}.md) | {about} |")
    lines = [
        "# Command line",
        "These pages are generated from the commands. `tamaya COMMAND --help` prints the same.",
        "An error prints one line and ends with exit code 2; add `--traceback` to any command to",
        "see where it was raised.",
    ]
    for title, rows in panels.items():
        lines += ["", f"## {title}", "| command | what it does |", "|---|---|", *rows]
    return "\n".join(lines) + "\n"


def _page(name: str, command: Command) -> str:
    lines = [f"# tamaya {name}", *_described(f"tamaya {name}", command)]
    for sub, subcommand in getattr(command, "commands", {}).items():
        if not subcommand.hidden:
            lines += [f"## tamaya {name} {sub}", *_described(f"tamaya {name} {sub}", subcommand)]
    return "\n".join(lines) + "\n"


def _described(name: str, command: Command) -> list[str]:
    lines = [_plain(command.help), ""]
    if hasattr(command, "commands"):
        return lines
    context = command.make_context(name, [], resilient_parsing=True)
    usage = command.get_usage(context).removeprefix("Usage: ")
    lines += ["```text", " ".join(usage.split()), "```", ""]
    parameters = [param for param in command.get_params(context) if not param.hidden]
    groups = {
        "argument": [_row(param) for param in parameters if param.param_type_name == "argument"],
        "option": [_row(param) for param in parameters if param.param_type_name == "option"],
    }
    for title, rows in groups.items():
        if rows:
            lines += [f"| {title} | what it is | default |", "|---|---|---|", *rows, ""]
    return lines


def _row(param: Any) -> str:
    if param.param_type_name == "argument":
        names = f"`{param.metavar or param.name.upper()}`"
    else:
        names = ", ".join(f"`{option}`" for option in [*param.opts, *param.secondary_opts])
    about = _plain(getattr(param, "help", "") or "").replace("\n", " ")
    return f"| {names} | {_cell(about)} | {_cell(_default(param))} |"


def _default(param: Any) -> str:
    shown = param.show_default
    if param.required:
        return "required"
    if isinstance(shown, str):
        return shown
    if shown is False or param.default in (None, False, (), []) or callable(param.default):
        return ""
    return f"`{getattr(param.default, 'value', param.default)}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _plain(text: str | None) -> str:
    """Help without Rich markup: bold examples become code, names in capitals stay as they are."""
    bold = re.sub(r"\[bold\](.*?)\[/(?:bold)?\]", r"`\1`", text or "", flags=re.S)
    return bold.replace("\\[", "[").replace("<", "&lt;")
