"""Playing over the real protocol."""

from __future__ import annotations

from pathlib import Path

import pytest

import tamaya as ty
from tamaya import hanab_live
from tests.web.pages import agent, begin, page, person, play_on, serving


def test_a_person_plays_a_whole_game_with_an_agent(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        new_game = begin(client, person(), agent("piers"))
        with page(client, new_game["game"], token=new_game["tokens"][0]["token"]) as ann:
            last = play_on(ann)
            assert last is not None
            reasons = ann.receive("explain")["reasons"]
        turns = last["table"]["turn"]
        assert [reason["turn"] for reason in reasons] == list(range(1, turns, 2))
        assert all(reason["agent"] == "piers" for reason in reasons)
        assert [frame["seq"] for frame in ann.frames if frame["t"] == "event"] == list(
            range(1, turns + 1)
        )
        assert last["reveal"]["agents"] == ["", "piers"]
        exported = client.get(f"/api/games/{new_game['game']}/export").json()
    again = ty.Transcript.parse(exported["transcript"]).replay()
    assert again.score == last["table"]["score"]
    assert hanab_live.from_link(exported["link"]).transcript.replay().score == again.score
    assert list(map(str, again.full_deck)) == last["reveal"]["deck"]


def test_the_agent_moves_as_it_does_in_the_arena(tmp_path: Path) -> None:
    """Both seats are agents, so the arena can play the same game."""
    with serving(tmp_path) as client:
        new_game = begin(client, agent("piers"), agent("iggi"), deck={"kind": "seed", "seed": 5})
        with page(client, new_game["game"]) as watcher:
            play_on(watcher)
        exported = client.get(f"/api/games/{new_game['game']}/export").json()
    transcript = ty.Transcript.parse(exported["transcript"])
    assert transcript.deck == tuple(ty.State.deal(5).full_deck)
    assert transcript.moves == ty.play("piers", "iggi", seed=5).transcript.moves


def test_two_people_play_with_each_other(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        new_game = begin(client, person("Ann"), person("Bob"))
        first, second = (seat["token"] for seat in new_game["tokens"])
        with (
            page(client, new_game["game"], token=first) as ann,
            page(client, new_game["game"], token=second) as bob,
        ):
            anns, bobs = ann.receive("snapshot"), bob.receive("snapshot")
            assert (anns["seat"], bobs["seat"]) == (0, 1)
            assert all("card" not in card for card in anns["table"]["seats"][0]["hand"])
            assert all("card" in card for card in anns["table"]["seats"][1]["hand"])
            assert "choices" not in bobs["table"]
            ann.act(anns["table"], "hint +1 5", "a") if any(
                choice["move"] == "hint +1 5" for choice in anns["table"]["choices"]
            ) else ann.act(anns["table"], "play 0", "a")
            assert ann.receive("event")["cid"] == "a"
            assert "cid" not in bob.receive("event")


@pytest.mark.parametrize("sequel", ["again", "same_deck"])
def test_after_the_end_the_table_goes_on(tmp_path: Path, sequel: str) -> None:
    with serving(tmp_path) as client:
        new_game = begin(client, person(), agent("piers"))
        address = f"/api/games/{new_game['game']}/next"
        assert client.post(address, json={"how": sequel}).status_code == 409
        with page(client, new_game["game"]) as ann:
            last = play_on(ann)
        assert last is not None
        request = {"how": sequel, "agents": ["iggi"]} if sequel == "same_deck" else {"how": sequel}
        following = client.post(address, json=request).json()
        assert following["seat"] == 0
        if sequel == "again":
            assert client.post(address, json=request).json()["game"] == following["game"]
        with page(client, following["game"], token=new_game["tokens"][0]["token"]) as ann:
            fresh = ann.receive("snapshot")
            assert fresh["number"] == (2 if sequel == "again" else 1)
            end = play_on(ann)
        assert end is not None
        assert (end["reveal"]["deck"] == last["reveal"]["deck"]) == (sequel == "same_deck")
        assert end["reveal"]["agents"] == ["", "piers" if sequel == "again" else "iggi"]
