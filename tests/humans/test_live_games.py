"""Games of hanab.live become games of people whose names are hidden."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import tamaya as ty
from tamaya import hanab_live, humans
from tamaya.cli.app import app
from tamaya.humans.live_games import Names
from tests.test_hanab_live import LINK

NAMES = Names("a secret")


def exported(deal: int, *players: str, **more: object) -> dict[str, Any]:
    """A game as the site exports it."""
    transcript = ty.play(*["piers"] * len(players), seed=deal).transcript
    body: dict[str, Any] = json.loads(hanab_live.to_json(replace(transcript, players=players)))
    return body | more


def write(path: Path, body: object) -> Path:
    path.write_text(json.dumps(body))
    return path


def test_people_are_called_by_a_hash_and_computers_by_name(tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", exported(3, "Ann", "Bot-Full", "Cid", id=77, seed="p3v0s5"))
    (game,) = humans.gather([path], NAMES).games
    assert (game.source, game.deal) == ("hanab.live", "p3v0s5")
    assert game.id == NAMES.hidden("game 77")  # by its number one would find the names
    assert game.people == (NAMES.person("ann"), None, NAMES.person("Cid"))
    assert game.partners == ("Bot-Full",)
    assert game.transcript.moves == ty.play("piers", "piers", "piers", seed=3).transcript.moves
    assert len(set(game.people)) == 3
    assert {decision.person for decision in humans.decisions([game])} == {
        game.people[0],
        game.people[2],
    }


def test_the_hash_depends_on_the_salt_and_a_computer_can_be_named() -> None:
    assert Names("x").person("Ann") != NAMES.person("Ann")
    assert Names("x", frozenset(["will"])).person("will") is None


def test_a_real_game_of_the_site_is_imported() -> None:
    real = hanab_live.from_link(LINK).transcript
    text = json.dumps(json.loads(hanab_live.to_json(real)))
    from tamaya.humans import live_games

    (game,) = live_games.parse(text, "real", NAMES).games
    assert game.transcript.replay().score == 24
    assert len(list(humans.decisions([game]))) == 53


def test_lists_lines_and_folders_hold_several_games(tmp_path: Path) -> None:
    games = [exported(seed, "Ann", "Bob", id=seed) for seed in range(1, 7)]
    write(tmp_path / "list.json", games[:2])
    (tmp_path / "lines.jsonl").write_text("".join(json.dumps(game) + "\n" for game in games[2:5]))
    write(tmp_path / "one.json", games[5])
    result = humans.gather([tmp_path], NAMES)
    assert result.skipped == ()
    ids = {NAMES.hidden(f"game {number}") for number in range(1, 7)}
    assert {game.id for game in result.games} == ids


BAD = [
    ({"players": ["Ann", "Bob"]}, "deck: 'None' (expected a list)"),
    (
        exported(1, "Ann", "Bob", options={"variant": "Rainbow (5 Suits)"}),
        "cannot play variant 'Rainbow (5 Suits)' of hanab.live",
    ),
    (exported(1, "Bot-1", "Bot-2"), "all players are computers"),
    (exported(1, "Ann", "Bob", actions=[]), "the game has no moves"),
    (
        exported(1, "Ann", "Bob", actions=[{"type": 0, "target": 9, "value": 0}]),
        "turn 1 of the game: seat 0 does not hold card 9",
    ),
    (17, "not a game of hanab.live: '17' (expected an object)"),
]


@pytest.mark.parametrize(("body", "why"), BAD, ids=lambda value: str(value)[:30])
def test_a_bad_game_is_skipped_in_one_line_and_the_rest_goes_on(
    body: object, why: str, tmp_path: Path
) -> None:
    path = write(tmp_path / "a.json", [body, exported(2, "Ann", "Bob")])
    result = humans.gather([path], NAMES)
    assert len(result.games) == 1
    ((place, reason),) = result.skipped
    assert place == "a.json, game 1"
    assert reason.startswith(why)
    assert "\n" not in reason


def test_a_cut_off_file_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(exported(2, "Ann", "Bob"))[:-30])
    with pytest.raises(ty.TamayaError, match="not a game of hanab.live"):
        humans.gather([path], NAMES)


def test_import_writes_no_name_of_a_person(tmp_path: Path) -> None:
    source = write(
        tmp_path / "a.json", exported(2, "Annabel", "Bartleby", notes=[["Bartleby!"], []])
    )
    out = tmp_path / "people.jsonl"
    words = ["humans", "import", str(source), "--out", str(out)]
    texts = []
    for salt in (["--salt", "x"], ["--salt", "x"], []):
        assert CliRunner().invoke(app, [*words, *salt]).exit_code == 0
        texts.append(out.read_text())
    assert texts[0] == texts[1] != texts[2]
    assert not any(name in text for text in texts for name in ("Annabel", "Bartleby"))
    assert len(humans.read(out)) == 1


def test_other_commands_do_not_read_names(tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", exported(2, "Ann", "Bob"))
    with pytest.raises(ty.TamayaError, match="contains real names: import it with"):
        humans.read(path)


def test_heavy_players_are_counted_in_every_seat(tmp_path: Path) -> None:
    games = [exported(seed, "Ann", f"other {seed}", id=seed) for seed in range(4)]
    human_games = humans.gather([write(tmp_path / "a.json", games)], NAMES).games
    assert len(humans.capped(human_games, 2)) == 2
    assert humans.without_heavy(human_games, 3) == []
