"""Executes a page of the documentation from top to bottom, in a folder of its own.

- A block with a title, such as ```` ```python title="my_bot.py" ````, is written to that file.
- Blocks of Python share their variables. Lines of `sh` are commands.
- A block of `text` right after one of these shows its output: the lines must be printed in this
  order, and `...` matches anything.
- Blocks of `console` show commands that take long. Here the parser must accept them;
  `test_consoles.py` executes them with less work.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import re
import shlex
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import typer
from typer.testing import CliRunner

from tamaya.cli.app import app
from tests.truth import ROOT

_FENCE = re.compile(r'^```(\w*)(?: title="([^"]+)")?[^\n]*\n(.*?)^```', re.M | re.S)
_EXECUTED = ("python", "sh")
_TAMAYA = typer.main.get_command(app)


@dataclass(frozen=True)
class Block:
    """A block of code on a page."""

    language: str
    title: str
    """the file that it is written to; empty if there is none"""
    text: str
    follows: bool
    """whether it stands right after another block, so that it can be the output of it"""


def blocks_of(page: Path) -> list[Block]:
    """All blocks of a page in order."""
    text = page.read_text()
    matches = list(_FENCE.finditer(text))
    ends = [0, *(match.end() for match in matches)]
    return [
        Block(match[1], match[2] or "", match[3], not text[end : match.start()].strip())
        for match, end in zip(matches, ends, strict=False)
    ]


def missing_lines(promised: list[str], printed: list[str]) -> list[str]:
    """Promised lines that were not printed in this order; `...` matches anything."""
    rest, missing = iter(printed), []
    for line in promised:
        pattern = ".*".join(re.escape(part.strip()) for part in line.split("..."))
        if not any(re.fullmatch(pattern, line_printed.strip()) for line_printed in rest):
            missing.append(line)
    return missing


def commands_of(text: str) -> list[str]:
    """Commands of a block of `sh` or `console`, without prompts and comments."""
    lines = text.replace("\\\n", " ").splitlines()
    commands = [re.sub(r"^\$ |\s+#.*$", "", line).strip() for line in lines]
    return [command for command in commands if command and not command.startswith("#")]


def tell(page: Path) -> None:
    """Executes a page in the current folder; fails at the first output that differs."""
    names: dict[str, object] = {"__name__": "__main__"}
    output, executed = "", False
    for block in blocks_of(page):
        if block.language == "text" and block.follows and executed:
            promised = [line for line in block.text.splitlines() if line.strip(" .")]
            missing = missing_lines(promised, output.splitlines())
            assert not missing, f"{page.name} promises {missing}, but got:\n{output}"
        elif block.title:
            Path(block.title).write_text(block.text)
        elif block.language == "python":
            output = run_python(block.text, names)
        elif block.language == "sh":
            output = "".join(run_command(command) for command in commands_of(block.text))
        elif block.language == "console":
            for command in commands_of(block.text):
                check_command(command)
        executed = block.language in _EXECUTED and not block.title


def run_python(code: str, names: dict[str, object]) -> str:
    """Output of a block of Python."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(code, "<page>", "exec"), names)
    return output.getvalue()


def run_command(command: str) -> str:
    """Output of a command. Those that install something are only checked."""
    program, *words = shlex.split(command)
    if program == "tamaya":
        for module in [name for name in sys.modules if name.startswith("tamaya_agent_")]:
            del sys.modules[module]  # a new process would read changed files again
        result = CliRunner().invoke(app, words)
        assert result.exit_code == 0, f"{command}: {result.output}{result.exception!r}"
        return result.output
    if program == "python":
        done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{command}: {done.stderr}"
        return done.stdout
    check_command(command)
    return ""


def check_command(command: str) -> None:
    """Fails if a command does not exist or gets options that it does not have."""
    program, *words = shlex.split(re.sub(r"\$\(.*\)", "", command))  # what the shell would insert
    if program == "tamaya":
        accepted(words)
    elif program == "exec" or "tamaya" in words:  # what another program starts, like kubectl
        accepted(words[words.index("tamaya") + 1 :])
    elif program == "python" and words[0] == "-m":
        assert importlib.util.find_spec(words[1]) is not None, command
    elif program == "make":
        makefile = (ROOT / "Makefile").read_text()
        assert all(f"\n{goal}:" in makefile for goal in words), command
    elif program == "pip":
        project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
        for extras in re.findall(r"\[(.*?)\]", command):
            assert {*extras.split(",")} <= project["optional-dependencies"].keys(), command
    else:
        known = ("git", "cd", "export", "ls", "mkdir", "python", "ray", "read", ".")
        assert program in known, f"cannot check {command!r}"


def unknown_words(command: str) -> list[str]:
    """Words of a command in running text that name no command of `tamaya` or none of its options.

    It may leave out arguments, so the parser cannot check it.
    """
    group, words = _TAMAYA, command.split()[1:]
    while hasattr(group, "commands") and words and not words[0].startswith("-"):
        if words[0] not in group.commands:
            return words[:1]
        group, words = group.commands[words[0]], words[1:]
    known = {"--help", "--traceback"}.union(*(p.opts + p.secondary_opts for p in group.params))
    options = {word.partition("=")[0] for word in words if re.match("--[a-z]", word)}
    return sorted(options - known)


def accepted(words: list[str]) -> None:
    """Parses a command of `tamaya` without running it; fails if the parser does."""
    command = _TAMAYA
    name = "tamaya"
    while hasattr(command, "commands"):
        assert "".join(words[:1]) in command.commands, f"no command {name} {' '.join(words)}"
        name, command, words = f"{name} {words[0]}", command.commands[words[0]], words[1:]
    if "--help" not in words:  # which would print the help and exit
        command.make_context(name, list(words))
