"""The command line, as a person uses it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import tamaya as ty
from tamaya import signature
from tamaya.cli.app import app
from tamaya.cli.you import understood
from tamaya.position import position


def run(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(app, list(words), input=typed)


def tamaya(*words: str) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).with_name("tamaya")
    return subprocess.run([str(program), *words], capture_output=True, text=True, check=False)


def test_play_prints_the_whole_game() -> None:
    result = run("play", "--seed", "7")
    assert result.exit_code == 0
    game = ty.play("legal_random", "legal_random", seed=7)
    for event in game.final.events:
        assert str(event) in result.output
    assert f"score {game.score} of 25" in result.output


def test_play_writes_a_transcript_that_replays(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    result = run("play", "--seed", "7", "--transcript", str(file))
    assert result.exit_code == 0
    game = ty.play("legal_random", "legal_random", seed=7)
    assert ty.Transcript.parse(file.read_text()) == game.transcript


def test_you_can_take_a_seat_and_play_to_the_end() -> None:
    typed = "?\nmoves\nhint nobody red\nhint alice red\nfly\nplay 9\nh 1\n" + "play 0\n" * 20
    result = run("play", "--you", "--seed", "7", typed=typed)
    assert result.exit_code == 0
    assert "you can type:" in result.output
    assert "nobody here is called 'nobody'" in result.output
    assert "you cannot hint yourself" in result.output
    assert "not a move: 'fly'" in result.output
    assert "game over" in result.output


def test_your_own_cards_are_never_shown() -> None:
    result = run("play", "--you", "--seed", "7", typed="quit\n")
    alice = next(line for line in result.output.splitlines() if line.startswith("> alice"))
    assert alice.split() == [">", "alice", "??", "??", "??", "??", "??"]
    assert "you left the table" in result.output
    assert result.exit_code == 1


def test_leaving_by_end_of_input_is_polite() -> None:
    result = run("play", "--you", typed="")
    assert result.exit_code == 1
    assert "you left the table" in result.output


def test_stray_bytes_are_a_typing_error_and_not_the_end_of_the_game() -> None:
    program = Path(sys.executable).with_name("tamaya")
    words = [str(program), "play", "--you", "--seed", "7"]
    typed = b"\xff\xfe\nquit\n"
    done = subprocess.run(words, input=typed, capture_output=True, check=False)
    assert b"not a move" in done.stdout
    assert b"you left the table" in done.stdout
    assert done.stderr == b""


def test_what_people_type_is_understood() -> None:
    view = position("""
        fireworks r0 y0 g0 w0 b0
        alice  ??  ??  ??  ??  ??
        bob    r1  y1  g1  w1  b1
        cathy  r3  y3  g3  w3  b3
    """).view(0)
    assert understood("p 0", view) == ty.Move("play 0")
    assert understood("hint bob red", view) == ty.Move("hint +1 r")
    assert understood("h cathy 3", view) == ty.Move("hint +2 3")
    with pytest.raises(ty.TamayaError, match="not legal now"):
        understood("d 0", view)
    with pytest.raises(ty.TamayaError, match="whom do you hint"):
        understood("h red", view)


def test_match_prints_mean_error_and_scoring_rule() -> None:
    result = run("match", "--games", "500", "--players", "3")
    assert result.exit_code == 0
    assert "±" in result.output
    assert "points kept" in result.output
    assert "standard players=3" in result.output


def test_match_prints_json_for_machines() -> None:
    done = tamaya("match", "--games", "500", "--json")
    found = json.loads(done.stdout)
    assert found["games"] == 500 == sum(found["kept"]) + sum(found["bombed"])
    assert found["score"]["sem"] > 0


def test_the_error_of_a_single_game_is_null_in_json() -> None:
    done = tamaya("match", "--games", "1", "--json")

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    found = json.loads(done.stdout, parse_constant=refuse)
    assert found["score"]["sem"] is None
    assert found["strict_score"]["sem"] is None


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("match", "nobody"), "error: no agent 'nobody'"),
        (("match", "--games", "-3"), "error: games = -3"),
        (("match", "--setup", "poker"), "error: no preset 'poker'"),
        (("match", "--players", "9"), "error: bad set-up: players = 9"),
        (("play", "--seed", "-1"), "error: not a seed: -1"),
        (("play", "--you", "--seat", "5"), "error: no seat 5"),
        (("play", "legal_random", "legal_random", "--players", "1"), "error: 2 agents for 1"),
        (("play", "--transcript", "/nowhere/game.txt"), "error: cannot write"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_two(words: tuple[str, ...], complaint: str) -> None:
    done = tamaya(*words)
    assert done.returncode == 2
    assert done.stderr.startswith(complaint)
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", [(), ("play",), ("match",), ("bench",)])
def test_help_teaches_with_an_example(command: tuple[str, ...]) -> None:
    result = run(*command, "--help")
    assert result.exit_code == 0
    assert "Example" in result.output or not command


def test_bench_prints_the_recorded_signature() -> None:
    done = tamaya("bench", "--check", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["signature"] == signature.EXPECTED


def test_ctrl_c_keeps_what_was_finished() -> None:
    program = Path(sys.executable).with_name("tamaya")
    words = [str(program), "match", "--games", "50000000"]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ
    ) as match:
        time.sleep(2.5)
        match.send_signal(signal.SIGINT)
        out, err = match.communicate(timeout=10)
    assert "interrupted after" in err
    assert "points kept" in out
