"""`--json`: every command that prints a result can print it for programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import tamaya as ty
from tamaya.agents.cyclone_terms import FREE, vector_of
from tamaya.agents.families.cyclone import read_weights
from tamaya.cli.app import app
from tests.cli.test_words import COMMANDS, options

FILES_ONLY = {
    "tamaya benchmark entry",
    "tamaya humans import",
    "tamaya learn distill",
    "tamaya learn export",
    "tamaya learn other-play",
    "tamaya learn response",
    "tamaya learn resume",
    "tamaya learn self-play",
    "tamaya meta grow",
    "tamaya study export",
    "tamaya study new",
    "tamaya study redeem",
    "tamaya study withdraw",
}
"""commands that print one line: a hash, or what they wrote or deleted"""
SERVERS = {"tamaya live", "tamaya serve", "tamaya study serve"}
POOLS = {"tamaya pool filter", "tamaya pool merge", "tamaya pool sample", "tamaya pool widen"}
"""commands that print a pool, which is JSON already"""


def printed(*words: object) -> Any:
    done = CliRunner().invoke(app, [*map(str, words), "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_every_command_that_prints_a_result_can_print_it_as_json() -> None:
    without = {name for name, command in COMMANDS.items() if "--json" not in options(command)}
    assert without == FILES_ONLY | SERVERS | POOLS


def test_a_game_as_json_can_be_played_again(tmp_path: Path) -> None:
    body = printed("play", "piers", "iggi", "--seed", 7, "--out", tmp_path / "game.txt")
    assert body["agents"] == ["piers", "iggi"]
    state = ty.State.deal(7)
    for text in body["moves"]:
        state.apply(ty.Move.parse(text))
    assert (body["score"], body["end"]) == (state.score, state.end)
    assert body["events"] == list(map(str, state.events))
    assert ty.Transcript.parse((tmp_path / "game.txt").read_text()).deck == tuple(
        map(ty.Card, body["deck"])
    )


def test_who_plays_needs_the_table_and_not_json() -> None:
    done = CliRunner().invoke(app, ["play", "--you", "--json"])
    assert "--json and --you exclude each other" in str(done.exception)


def test_experiments_are_listed_and_measured_as_json(tmp_path: Path) -> None:
    names = [entry["name"] for entry in printed("reproduce")]
    assert "canaan2020_table1" in names
    words = ("canaan2020_table1", "--scale", "tiny", "--no-plot", "--out", tmp_path)
    (result,) = printed("reproduce", *words)
    saved = json.loads((tmp_path / "canaan2020_table1.json").read_text())
    assert result.pop("verdicts") == [
        "no verdict at scale tiny: too few games to compare with the paper"
    ]
    assert result == saved


def test_a_trained_meta_agent_as_json(tmp_path: Path) -> None:
    file = tmp_path / "known.meta"
    body = printed("meta", "train", "canaan2020-1", "--games", 2, "--out", file)
    assert body["generalist"] == ty.Experience.read(file).generalist
    assert body == printed("meta", "show", file)


def test_trained_weights_as_json(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    settings = ("--vectors", 81, "--games", 2, "--method", "factorial")
    body = printed("cyclone", "train", "--objective", "self-play", *settings, "--out", file)
    saved = dict(zip(FREE, vector_of(read_weights(file)), strict=True))
    assert body["weights"] == pytest.approx(saved)
    assert body["tests"]["on other decks with itself"]["games"] == 10_000
    assert printed("cyclone", "show", file)["weights"] == pytest.approx(saved)


def test_a_grown_partner_as_json(tmp_path: Path) -> None:
    file = tmp_path / "helper.json"
    settings = ("--generations", 1, "--children", 5, "--survivors", 2, "--games", 20)
    body = printed("humans", "partner", "iggi", "piers", *settings, "--out", file)
    assert body["genome"] == str(ty.pool(str(file)).elites[0].genome)
    assert body["tests"]["piers"]["score"]["games"] == 20
