"""Every block of `console` in the documentation is executed, with less work."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import urllib.request
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from unittest import mock

import pytest

from tests.docs.consoles import CONSOLES, Console
from tests.docs.story import blocks_of, commands_of, run_command
from tests.truth import ROOT
from tests.web.process import SECONDS, TAMAYA

DOCS = ROOT / "docs"


def printed() -> list[tuple[str, list[str]]]:
    """The page and the commands of every block."""
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("**/*.md"))]
    return [
        (os.path.relpath(page, DOCS), commands_of(block.text))
        for page in pages
        for block in blocks_of(page)
        if block.language == "console"
    ]


def is_of(console: Console, page: str, commands: list[str]) -> bool:
    return (
        console.page == page
        and len(console.commands) == len(commands)
        and all(map(str.startswith, commands, console.commands))
    )


def treatments(page: str, commands: list[str]) -> list[str]:
    """The lines of the table for a block."""
    return [console.name for console in CONSOLES if is_of(console, page, commands)]


def test_every_block_is_executed() -> None:
    blocks = printed()
    unclear = {block[0]: block for page, block in blocks if len(treatments(page, block)) != 1}
    assert unclear == {}, "expected one line in tests/docs/consoles.py"
    assert len(blocks) == len(CONSOLES), "some are no longer printed"


def test_a_block_that_is_in_no_table_is_noticed() -> None:
    commands = dict(printed())["vector.md"]
    assert treatments("vector.md", commands)
    assert treatments("vector.md", [*commands, "tamaya rules"]) == []
    assert treatments("web.md", commands) == []


def execute(command: str) -> None:
    """Runs a command in the current folder; a server must answer, and end with Ctrl-C."""
    program, *words = shlex.split(command)
    if program == "export":
        shown = subprocess.check_output(["bash", "-c", f"{command}; env -0"], text=True)
        pairs = (line.partition("=") for line in shown.rstrip("\0").split("\0"))
        os.environ.update({name: value for name, _, value in pairs})
    elif "serve" in words:
        serve(words)
    elif program in ("tamaya", "python"):
        run_command(command)
    else:
        subprocess.run(["bash", "-euo", "pipefail", "-c", command], check=True)


def serve(words: list[str]) -> None:
    process = subprocess.Popen([TAMAYA, *words], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        address = next(
            match[0] for line in process.stdout if (match := re.search(r"http://\S+:\d+/\w*", line))
        )
        with urllib.request.urlopen(address, timeout=SECONDS) as answer:
            assert b"<html" in answer.read()
        process.send_signal(signal.SIGINT)
        process.stdout.close()
        assert process.wait(SECONDS) in (0, 130)
    finally:
        process.kill()


@pytest.mark.slow
@pytest.mark.parametrize(
    "console",
    [
        pytest.param(c, marks=[pytest.mark.exhaustive] if c.exhaustive else [], id=c.name)
        for c in CONSOLES
    ],
)
def test_a_block_runs(console: Console, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if console.needs and not (shutil.which(console.needs) or find_spec(console.needs)):
        pytest.skip(f"{console.needs} is not installed")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAMAYA_CACHE", str(tmp_path / "cache"))
    commands = next(block for page, block in printed() if is_of(console, page, block))
    with contextlib.ExitStack() as stack:
        replaced = {
            text: other
            for stand_in in console.stand_ins
            for text, other in stack.enter_context(stand_in(tmp_path)).items()
        }
        stack.enter_context(mock.patch.dict(os.environ))
        for command in console.before:
            execute(command)
        for command, added in zip(commands, console.commands.values(), strict=True):
            execute(f"{with_replaced(command, replaced)} {added}")


def with_replaced(command: str, replaced: Mapping[str, str]) -> str:
    for text, other in replaced.items():
        command = command.replace(text, other)
    return command
