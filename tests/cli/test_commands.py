"""The command line, as a person uses it."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

import tamaya as ty
from tamaya import signature
from tamaya.cli import speed
from tamaya.cli.app import app
from tamaya.cli.you import Quit, You, move_text, parse_move
from tamaya.position import position
from tests.cli.program import tamaya


def run(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(app, list(words), input=typed)


def test_play_prints_the_whole_game() -> None:
    result = run("play", "legal_random", "--seed", "7")
    assert result.exit_code == 0
    game = ty.play("legal_random", "legal_random", seed=7)
    for event in game.final.events:
        assert str(event) in result.output
    assert f"score {game.score} of 25" in result.output


def test_play_writes_a_transcript_that_replays(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    result = run("play", "legal_random", "--seed", "7", "--out", str(file))
    assert result.exit_code == 0
    game = ty.play("legal_random", "legal_random", seed=7)
    assert ty.Transcript.parse(file.read_text()) == game.transcript


def test_you_can_take_a_seat_and_play_to_the_end() -> None:
    typed = "?\nmoves\nhint nobody red\nhint alice red\nfly\nplay 9\nh 1\n" + "play 0\n" * 20
    result = run("play", "--you", "--seed", "7", typed=typed)
    assert result.exit_code == 0
    assert "you can type:" in result.output
    assert "no player 'nobody'" in result.output
    assert "you cannot hint yourself" in result.output
    assert "not a move: 'fly'" in result.output
    assert "game over" in result.output


def test_your_own_cards_are_never_shown() -> None:
    result = run("play", "--you", "--seed", "7", typed="quit\n")
    alice = next(line for line in result.output.splitlines() if line.startswith("> alice"))
    assert alice.split() == [">", "alice", "??", "??", "??", "??", "??"]
    assert "you left the table" in result.output
    assert result.exit_code == 1


def test_you_are_told_the_seed_of_your_game_and_each_has_its_own() -> None:
    games = [run("play", "--you", typed="quit\n").output for _ in range(2)]
    seeds = [output.splitlines()[0] for output in games]
    assert seeds[0] != seeds[1]
    again = run("play", "--you", "--seed", seeds[0].removeprefix("seed "), typed="quit\n").output
    assert again == games[0]


def test_slots_are_oldest_first_only_where_hands_close_up() -> None:
    shift = run("play", "--you", typed="quit\n").output
    in_place = run("play", "--you", "--setup", "competition", typed="quit\n").output
    assert "your slots, oldest first: 0" in shift
    assert "your slots: 0" in in_place


def test_moves_are_listed_as_people_type_them() -> None:
    view = ty.State.deal(7, ty.Setup.standard(3)).view(0)
    for move in view.legal_moves():
        assert parse_move(move_text(move, view), view) == move
    output = run("play", "--you", "--players", "3", "--seed", "7", typed="moves\nquit\n").output
    assert ", ".join(move_text(move, view) for move in view.legal_moves()) in output
    assert "hint +" not in output


def test_help_is_not_printed_as_an_error() -> None:
    console = Console(record=True, force_terminal=True, file=io.StringIO())
    typed = iter(["?", "fly", "quit"])
    console.input = lambda *_, **__: next(typed)  # type: ignore[method-assign]
    with pytest.raises(Quit):
        You(console).act(ty.State.deal(7).view(0))
    red = [line for line in console.export_text(styles=True).splitlines() if "[31m" in line]
    assert any("not a move" in line for line in red)
    assert not any("play your card" in line or "you can type" in line for line in red)


def test_a_set_up_with_players_fills_the_seats_as_the_option_does() -> None:
    by_setup = run("match", "--setup", "standard players=3", "--games", "50")
    assert by_setup.output == run("match", "--players", "3", "--games", "50").output
    you = run("play", "--you", "--seed", "1", "--setup", "standard players=4", typed="quit\n")
    assert "donald" in you.output


def test_a_path_is_printed_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "[bold]game[/bold].txt"
    file.parent.mkdir(parents=True, exist_ok=True)
    result = run("play", "--seed", "7", "--out", str(file))
    assert f"wrote {file}" in result.output


@pytest.mark.parametrize("words", [["play"], ["match", "--games", "9"], ["--version"]])
def test_a_full_disk_is_one_line_and_not_a_traceback(words: list[str]) -> None:
    program = Path(sys.executable).with_name("tamaya")
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [str(program), *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert result.returncode == 1
    assert result.stderr == "error: [Errno 28] No space left on device\n"


def test_speed_rows_stay_whole_on_narrow_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    matchup = ty.match("legal_random", "legal_random", games=1)
    console = io.StringIO()
    with contextlib.redirect_stdout(console):
        speed.print_speed([signature.Workload(matchup, 1.0)], "0" * 16)
    _, row, _ = console.getvalue().splitlines()
    assert row.split()[:2] == ["legal_random", "1"]
    assert len(row.split()) == 5


def test_leaving_by_end_of_input_is_polite() -> None:
    result = run("play", "--you", typed="")
    assert result.exit_code == 1
    assert "you left the table" in result.output


def test_stray_bytes_are_a_typing_error_and_not_the_end_of_the_game() -> None:
    program = Path(sys.executable).with_name("tamaya")
    words = [str(program), "play", "--you", "--seed", "7"]
    typed = b"\xff\xfe\nquit\n"
    result = subprocess.run(words, input=typed, capture_output=True, check=False)
    assert b"not a move" in result.stdout
    assert b"you left the table" in result.stdout
    assert result.stderr == b""


def test_what_people_type_is_understood() -> None:
    view = position("""
        fireworks r0 y0 g0 w0 b0
        alice  ??  ??  ??  ??  ??
        bob    r1  y1  g1  w1  b1
        cathy  r3  y3  g3  w3  b3
    """).view(0)
    assert parse_move("p 0", view) == ty.Move("play 0")
    assert parse_move("hint bob red", view) == ty.Move("hint +1 r")
    assert parse_move("h cathy 3", view) == ty.Move("hint +2 3")
    with pytest.raises(ty.TamayaError, match="not legal now"):
        parse_move("d 0", view)
    with pytest.raises(ty.TamayaError, match="not a hint: 'red' .expected a player"):
        parse_move("h red", view)


def test_match_prints_mean_error_and_scoring_rule() -> None:
    result = run("match", "--games", "500", "--players", "3")
    assert result.exit_code == 0
    assert "±" in result.output
    assert "points kept" in result.output
    assert "standard players=3" in result.output


def test_match_prints_json_for_machines() -> None:
    result = tamaya("match", "--games", "500", "--json")
    body = json.loads(result.stdout)
    assert body["games"] == 500 == sum(body["kept"]) + sum(body["bombed"])
    assert body["score"]["sem"] > 0


def test_the_error_of_a_single_game_is_null_in_json() -> None:
    result = tamaya("match", "--games", "1", "--json")

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    body = json.loads(result.stdout, parse_constant=refuse)
    assert body["score"]["sem"] is None
    assert body["strict_score"]["sem"] is None


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("match", "nobody"), "error: no agent 'nobody'"),
        (("match", "--games", "-3"), "error: games = -3"),
        (("match", "--setup", "poker"), "error: no preset 'poker'"),
        (("match", "--players", "9"), "error: bad set-up: players = 9"),
        (("play", "--seed", "-1"), "error: not a seed: -1"),
        (("play", "--you", "--seat", "5"), "error: no seat 5"),
        (("play", "--players", "1"), "error: bad set-up: players = 1 (expected 2 to 5)"),
        (("play", "--you", "--players", "1"), "error: bad set-up: players = 1 (expected 2 to 5)"),
        (("play", *["legal_random"] * 3, "--players", "2"), "error: 3 agents for 2"),
        (("play", "--seat", "1"), "error: --seat 1 needs --you"),
        (("play", "--setup", ""), "error: not a set-up: '' (expected a preset and fields"),
        (("play", "--setup", "standard players=3", "--players", "2"), "error: --players 2, but"),
        (("play", "--out", "/nowhere/game.txt"), "error: cannot write"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_two(words: tuple[str, ...], complaint: str) -> None:
    result = tamaya(*words)
    assert result.returncode == 2
    assert result.stderr.startswith(complaint)
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", [(), ("play",), ("match",), ("speed",)])
def test_help_teaches_with_an_example(command: tuple[str, ...]) -> None:
    result = run(*command, "--help")
    assert result.exit_code == 0
    assert "Example" in result.output or not command


def test_speed_prints_the_recorded_signature() -> None:
    result = tamaya("speed", "--check", "--json")
    assert result.returncode == 0
    assert json.loads(result.stdout)["signature"] == signature.EXPECTED


def test_the_old_name_bench_is_a_hidden_alias_of_speed() -> None:
    assert "--check" in run("bench", "--help").output
    assert " bench " not in run("--help").output
    assert " speed " in run("--help").output


def wait_for_cpu_seconds(program: subprocess.Popen[str], seconds: float) -> None:
    """Until a program has worked so long, however busy the machine is."""
    ticks, stat = seconds * os.sysconf("SC_CLK_TCK"), Path(f"/proc/{program.pid}/stat")
    while sum(map(int, stat.read_text().split()[13:15])) < ticks:
        assert program.poll() is None
        time.sleep(0.05)


def test_ctrl_c_keeps_what_was_finished() -> None:
    program = Path(sys.executable).with_name("tamaya")
    words = [str(program), "match", "--games", "50000000"]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ
    ) as match:
        wait_for_cpu_seconds(match, 4.0)
        match.send_signal(signal.SIGINT)
        out, err = match.communicate(timeout=300)
    assert "interrupted after" in err
    assert "points kept" in out
