"""Ctrl-C: every command says what was kept and how to go on, and exits with code 130."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from tamaya.arena import match_in_chunks
from tamaya.cli import app as command_line
from tamaya.cli import command_words, meta_grow, pool_metrics, reproduce
from tamaya.cli import match as match_command
from tamaya.cli.interruption import announcing, keeps, kept_text
from tests.study.files import SMALL
from tests.truth import ROOT

START = f"""
import sys
sys.path.insert(0, {str(ROOT / "src")!r})
class Interrupter:
    def find_spec(self, name, *_):
        if name.startswith("tamaya."):
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupter())
from tamaya_command import main
main()
"""


def test_ctrl_c_during_start_up_is_one_line() -> None:
    result = subprocess.run(
        [sys.executable, "-c", START], capture_output=True, text=True, check=False
    )
    assert result.returncode == 130
    assert result.stderr == "interrupted during start-up: nothing was written\n"


SIMULATE = """
import os, signal, sys
from tamaya.web.simulated import own_server
own_server._wait = lambda *_: os.killpg(0, signal.SIGINT)
from tamaya.cli.app import app
app(["study", "simulate", sys.argv[1]])
"""
"""presses Ctrl-C as soon as the server of a simulation starts"""


@pytest.mark.slow
def test_ctrl_c_while_the_server_of_a_simulation_starts_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(SMALL)
    result = subprocess.run(
        [sys.executable, "-c", SIMULATE, str(tmp_path / "small.toml")],
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,
    )
    assert result.returncode == 130
    assert result.stderr == "interrupted: nothing was written; the same command starts again\n"


def test_ctrl_c_never_reaches_a_child_process() -> None:
    """A child that starts or thinks would print a traceback, or end before its parent asks."""
    started = 0
    for file in (ROOT / "src").rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text())):
            name = isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2]
            if isinstance(call, ast.Call) and name in ("Popen", "create_subprocess_exec"):
                started += 1
                options = {word.arg: ast.unparse(word.value) for word in call.keywords}
                assert options.get("start_new_session") == "True", f"{file}:{call.lineno}"
    assert started >= 5


def small_app() -> typer.Typer:
    app = typer.Typer()

    @app.command()
    @announcing
    @keeps("games are in {out}; the same command resumes")
    def long(out: Path | None = None) -> None:
        raise KeyboardInterrupt

    @app.command()
    @announcing
    def short() -> None:
        raise KeyboardInterrupt

    @app.command()
    @announcing
    @keeps("the network is in {out}", file="{out}/network")
    def learn(out: Path) -> None:
        raise KeyboardInterrupt

    return app


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("long", "--out", "runs/a"), "games are in runs/a; the same command resumes"),
        (("long",), "nothing was written; the same command starts again"),
        (("short",), "nothing was written; the same command starts again"),
    ],
)
def test_an_interrupted_command_says_what_it_kept(words: tuple[str, ...], message: str) -> None:
    result = CliRunner().invoke(small_app(), list(words))
    assert result.exit_code == 130
    assert result.stderr == f"interrupted: {message}\n"


def test_a_run_that_saved_nothing_yet_does_not_promise_a_network(tmp_path: Path) -> None:
    result = CliRunner().invoke(small_app(), ["learn", str(tmp_path)])
    assert result.stderr == "interrupted: nothing was written; the same command starts again\n"
    (tmp_path / "network").touch()
    result = CliRunner().invoke(small_app(), ["learn", str(tmp_path)])
    assert result.stderr.replace("\n", "") == f"interrupted: the network is in {tmp_path}"


@pytest.mark.parametrize("command", [meta_grow.grow, pool_metrics.metrics, reproduce.reproduce])
def test_a_command_without_a_file_in_its_folder_yet_kept_nothing(
    command: Callable[..., None], tmp_path: Path
) -> None:
    folder = tmp_path / "results"
    assert kept_text(command, {"out": folder}).startswith("nothing was written")
    folder.mkdir()
    assert kept_text(command, {"out": folder}).startswith("nothing was written")
    (folder / "games").mkdir()
    (folder / "games" / "games.npz").touch()
    assert kept_text(command, {"out": folder}).startswith("finished ")


def test_ctrl_c_before_a_command_starts_is_one_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks of files import libraries, which takes a second."""

    def interrupted(path: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command_words, "check_plot", interrupted)
    for words in (["table", "piers"], ["learn", "show", "runs/a"]):
        result = CliRunner().invoke(command_line.app, [*words, "--plot", "a.png"])
        assert result.exit_code == 130
        assert result.stderr == "interrupted: nothing was written; the same command starts again\n"


def test_ctrl_c_while_a_library_defines_a_class_is_ctrl_c() -> None:
    class Field:
        def __set_name__(self, owner: type, name: str) -> None:
            raise KeyboardInterrupt

    @announcing
    def imports() -> None:
        type("Registry", (), {"field": Field()})  # Python 3.11 raises a RuntimeError here

    @announcing
    def fails() -> None:
        raise RuntimeError("no idea")

    app = typer.Typer()
    app.command()(imports)
    app.command()(fails)
    assert CliRunner().invoke(app, ["imports"]).exit_code == 130
    assert str(CliRunner().invoke(app, ["fails"]).exception) == "no idea"


def commands(group: typer.Typer) -> Iterator[object]:
    yield from (command.callback for command in group.registered_commands)
    for subgroup in group.registered_groups:
        assert subgroup.typer_instance is not None
        yield from commands(subgroup.typer_instance)


def test_all_commands_announce_an_interruption() -> None:
    callbacks = list(commands(command_line.app))
    assert len(callbacks) > 50
    for callback in callbacks:
        assert callback is not None
        assert callback.__code__.co_filename.endswith("interruption.py"), callback  # type: ignore[attr-defined]


def test_an_interrupted_match_prints_the_games_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    chunks = match_in_chunks

    def interrupted(*agents: object, **options: object) -> Iterator[object]:
        yield from chunks(*agents, **(options | {"games": 3}))  # type: ignore[arg-type]
        raise KeyboardInterrupt

    monkeypatch.setattr(match_command, "match_in_chunks", interrupted)
    result = CliRunner().invoke(command_line.app, ["match", "piers", "--games", "10"])
    assert result.exit_code == 130
    assert "interrupted after 3 games" in result.stderr
    assert "3 (seeds 0 to 2)" in result.stdout
