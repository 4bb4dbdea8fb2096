"""Playing with friends: phrases, the clock, and who may watch; and agents that play alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from tests.web.pages import agent, begin, page, person, play_on, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with serving(tmp_path_factory.mktemp("games"), pace=1.0) as client:
        yield client


@pytest.fixture
def client(server: TestClient) -> TestClient:
    """A browser that nobody has used."""
    server.cookies.clear()
    return server


def test_a_phrase_reaches_everybody_at_the_table(client: TestClient) -> None:
    game = begin(client, person("Ann"), person("Bob"))
    ann_token, bob_token = (token["token"] for token in game["tokens"])
    with (
        page(client, game["game"], token=ann_token) as ann,
        page(client, game["game"], token=bob_token) as bob,
    ):
        ann.receive("snapshot")
        bob.receive("snapshot")
        ann.send(t="say", phrase="hello")
        for listener in (ann, bob):
            frame = listener.receive("said")
            assert (frame["seat"], frame["phrase"]) == (0, "hello")


def test_only_fixed_phrases_of_players_are_passed_on(client: TestClient) -> None:
    game = begin(client, person("Ann"), person("Bob"), watchable=True)
    with page(client, game["game"], token=game["tokens"][0]["token"]) as ann:
        ann.receive("snapshot")
        ann.send(t="say", phrase="play your red 3")
        assert ann.receive("err", "said")["code"] == "bad_frame"
    client.cookies.clear()
    with page(client, game["game"], watch=True) as stranger:
        stranger.receive("snapshot")
        stranger.send(t="say", phrase="hello")
        assert stranger.receive("err", "said")["code"] == "not_allowed"


def test_a_rule_agent_moves_for_somebody_whose_time_ran_out(client: TestClient) -> None:
    game = begin(client, person("Ann"), agent("piers"), clock=1)
    with page(client, game["game"]) as ann:
        first = ann.receive("snapshot")
        assert first["clock"] == 1
        assert "clock_left" not in first
        play_on(ann, moves=1)
        late = ann.receive("event")["entry"]
        assert (late["seat"], late["late"]) == (0, True)


def test_a_clock_is_shown_and_stops_with_the_move(client: TestClient) -> None:
    game = begin(client, person("Ann"), agent("piers"), clock=600)
    with page(client, game["game"]) as ann:
        play_on(ann, moves=1)
    with page(client, game["game"]) as ann:
        assert 0 < ann.receive("snapshot")["clock_left"] <= 600
    assert (
        client.post("/api/games", json={"seats": [person()] * 2, "clock": 0.5}).status_code == 422
    )


def test_a_game_says_whether_others_may_watch(client: TestClient) -> None:
    closed = begin(client, person("Ann"), agent("piers"))
    opened = begin(client, person("Ann"), agent("piers"), watchable=True)
    with page(client, closed["game"]) as ann:
        assert "watchable" not in ann.receive("snapshot")
    with page(client, opened["game"]) as ann:
        assert ann.receive("snapshot")["watchable"]
        client.cookies.clear()
        with page(client, opened["game"]) as guest:
            shown = guest.receive("snapshot")
            assert shown["shadows"] == 0
            assert all("card" not in card for card in shown["table"]["seats"][0]["hand"])


def test_agents_that_play_alone_say_why_at_once(client: TestClient) -> None:
    game = begin(client, agent("piers"), agent("tamaya"))
    with page(client, game["game"]) as guest:
        guest.receive("snapshot")
        explained = guest.receive("explain")
        while not explained["reasons"]:
            explained = guest.receive("explain")
        assert explained["reasons"][-1]["text"]
        assert "end" not in [frame for frame in guest.frames if "table" in frame][-1]["table"]
