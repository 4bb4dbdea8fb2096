"""One set of words for all commands: --out, --plot and --json, in this order, last of all."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main
from typer.testing import CliRunner, Result

from tamaya.cli.app import app
from tamaya.cli.command_words import class_for, renamed
from tamaya.errors import MissingExtraError, TamayaError

SHARED = (
    *("--players", "--setup", "--games", "--first-seed", "--seed", "--strict"),
    *("--device", "--threads", "--backend", "--address", "--key"),
    *("--csv", "--latex", "--markdown", "--html", "--animation", "--out", "--plot", "--json"),
)
SERVERS = ("tamaya serve", "tamaya study serve", "tamaya live")
"""commands with an --address and --games of their own"""
OUTPUTS = ("--csv", "--latex", "--markdown", "--html", "--animation", "--out", "--plot")


def run(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def commands(command: object, name: str = "tamaya") -> Iterator[tuple[str, object]]:
    for word, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, f"{name} {word}")
    if not hasattr(command, "commands"):
        yield name, command


COMMANDS = dict(commands(typer.main.get_command(app)))


def options(command: object) -> list[str]:
    parameters = getattr(command, "params")  # noqa: B009
    return [p.opts[-1] for p in parameters if p.param_type_name == "option"]


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in SERVERS])
def test_options_of_several_commands_come_last_and_in_one_order(name: str) -> None:
    own = options(COMMANDS[name])
    expected = [option for option in SHARED if option in own]
    assert own[len(own) - len(expected) :] == expected


@pytest.mark.parametrize("name", COMMANDS)
def test_help_names_values_and_not_types_of_python(name: str) -> None:
    shown = run(*name.split()[1:], "--help").output
    assert not re.search(r"<(bool|str|int|float|path|list\[)", shown), shown
    assert "{" not in shown.partition("\n\n")[0]


def required(parameter: Any) -> list[str]:
    """Words that a parser accepts for a required parameter; the others need none."""
    option = parameter.opts[-1]
    value = "self-play" if option == "--objective" else "7"
    words = [value] if parameter.param_type_name == "argument" else [option, value]
    return words if parameter.required else []


@pytest.mark.parametrize(
    ("name", "option"),
    [(name, o) for name, command in COMMANDS.items() for o in options(command) if o in OUTPUTS],
)
def test_a_file_that_cannot_be_written_is_refused_before_the_work(
    name: str, option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other words name nothing that exists, so the command itself would fail in another way."""
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    suffix = {"--plot": ".png", "--animation": ".gif"}.get(option, "")
    place = str(tmp_path / "file" / f"inside{suffix}")
    parameters: Any = getattr(COMMANDS[name], "params")  # noqa: B009
    words = [word for p in parameters if p.opts[-1] != option for word in required(p)]
    result = run(*name.split()[1:], *words, option, place)
    assert isinstance(result.exception, TamayaError), result.output
    assert str(result.exception).startswith(f"cannot write {place!r}: ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("match", "--games", "ten"),
            "Invalid value for '--games': 'ten' (expected a whole number)",
        ),
        (("play", "--seed", "1.5"), "Invalid value for '--seed': '1.5' (expected a whole number)"),
        (
            ("live", "--seconds", "soon"),
            "Invalid value for '--seconds': 'soon' (expected a number)",
        ),
        (
            ("cyclone", "train", "--objective", "win"),
            "'--objective': 'win' is not one of 'agreement'",
        ),
    ],
)
def test_an_error_quotes_a_value_of_the_wrong_type(words: tuple[str, ...], message: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.replace("│", " ").split())


def test_pictures_have_one_option() -> None:
    others = re.compile(r"--(heatmap|strip|picture|figure|image|chart)")
    for name, command in COMMANDS.items():
        assert not [option for option in options(command) if others.match(option)], name


@pytest.mark.parametrize(
    ("words", "old", "new", "suffix"),
    [
        (("play", "piers"), "--transcript", "--out", ".txt"),
        (("table", "piers", "iggi", "--games", "1"), "--heatmap", "--plot", ".pdf"),
    ],
)
def test_former_names_still_work_and_warn(
    words: tuple[str, ...], old: str, new: str, suffix: str, tmp_path: Path
) -> None:
    file = tmp_path / f"file{suffix}"
    result = run(*words, old, str(file))
    assert result.exit_code == 0, result.output
    assert result.stderr.startswith(f"warning: {old} is now called {new}\n")
    assert file.stat().st_size > 100
    assert "warning" not in run(*words, new, str(file)).stderr


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("tamaya meta show", "--strip", "--plot"),
        ("tamaya humans map", "--out", "--plot"),
        ("tamaya reproduce", "--no-picture", "--no-plot"),
    ],
)
def test_these_commands_know_their_former_options(name: str, old: str, new: str) -> None:
    assert getattr(COMMANDS[name], "names")[old] == new  # noqa: B009


def test_a_former_name_with_an_equals_sign_and_words_after_a_double_dash() -> None:
    small = typer.Typer()

    @renamed(heatmap="plot")
    def draw(words: list[str], plot: str = "") -> None:
        typer.echo(f"{plot} {words}")

    small.command(cls=class_for(draw))(draw)
    result = CliRunner().invoke(small, ["--heatmap=a.png", "--", "--heatmap"])
    assert result.stdout == "a.png ['--heatmap']\n"


@pytest.mark.parametrize("command", ["play", "explain"])
def test_a_game_without_names_is_worth_watching(command: str) -> None:
    result = run(command)
    assert result.exit_code == 0
    score = re.search(r"score (\d+) of 25", result.stdout)
    assert score is not None
    assert int(score[1]) >= 20


@pytest.mark.parametrize(
    "words",
    [
        ("pool", "metrics", "canaan2020-1", "--out", "{}"),
        ("reproduce", "canaan2020_table1", "--scale", "tiny", "--out", "{}/r"),
        ("table", "piers", "iggi", "--plot", "{}/a.png"),
        ("evaluate", "piers", "classics", "--plot", "{}/a.png"),
    ],
)
def test_a_missing_matplotlib_is_told_before_the_games(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    result = run(*(word.format(tmp_path) for word in words))
    assert isinstance(result.exception, MissingExtraError)
    assert "pictures need Matplotlib" in str(result.exception)
    assert result.stdout == ""


@pytest.mark.parametrize("name", COMMANDS)
def test_usage_has_single_brackets_and_dots(name: str) -> None:
    command: Any = COMMANDS[name]
    usage = command.get_usage(command.context_class(command, info_name=name))
    assert not re.search(r"\[\[|\{\[|\]\]|\.\.\.\.", usage), usage
