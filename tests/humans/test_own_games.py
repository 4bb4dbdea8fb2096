"""Games that our own server exported are imported as games of people."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tamaya.humans import gather
from tamaya.humans.live_games import Names

pytest.importorskip("fastapi", reason="needs the extra [web]")

from tests.web.pages import agent, begin, page, person, play_on, serving

NAMES = Names("a salt")


@pytest.fixture(scope="module")
def export(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    with serving(tmp_path_factory.mktemp("games")) as client:
        new_game = begin(client, person("Ann"), agent("piers"))
        with page(client, new_game["game"]) as ann:
            play_on(ann)
        body: dict[str, object] = client.get(f"/api/games/{new_game['game']}/export").json()
        return body


def test_a_game_of_our_server_is_read_with_its_person_hidden(
    export: dict[str, object], tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(export))
    (game,) = gather([file], NAMES).games
    assert game.people == (NAMES.person("Ann"), None)
    assert game.partners == ("piers",)
    assert (game.id, game.source) == (export["game"], "tamaya")
    assert "Ann" not in str(game.transcript)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"agents": ["piers", "iggi"]}, "no player is a person"),
        ({"agents": ["piers"]}, "expected 2 names"),
        ({"transcript": 7}, "without a transcript"),
        ({"transcript": "nonsense"}, "not a transcript"),
    ],
)
def test_a_damaged_export_is_skipped_and_named(
    export: dict[str, object], change: dict[str, object], message: str, tmp_path: Path
) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(export))
    bad.write_text(json.dumps({**export, **change}))
    read = gather([good, bad], NAMES)
    assert len(read.games) == 1
    assert read.skipped[0][0] == "bad.json"
    assert message in read.skipped[0][1]
