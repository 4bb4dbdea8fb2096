"""What the server tells a player about a partner's belief."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tests.web.meta_agents import NICHES, small
from tests.web.pages import Frame, agent, begin, page, person, play_on, serving


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("belief")
    specs = (small(folder), small(folder, "detective"))
    with serving(folder, agents=specs) as client:
        yield client


def believed(client: TestClient, game: str) -> Frame:
    answer = client.get(f"/api/games/{game}/belief")
    assert answer.status_code == 200, answer.text
    belief: Frame = answer.json()
    return belief


def test_belief_is_even_at_first_and_learned_over_games(client: TestClient) -> None:
    new_game = begin(client, person(), agent("meta:small.meta#published"))
    at_first = believed(client, new_game["game"])
    assert at_first["probabilities"] == pytest.approx([1 / len(NICHES)] * len(NICHES))
    assert (at_first["basis"], at_first["held_back"]) == ("partner", False)
    with page(client, new_game["game"]) as ann:
        assert play_on(ann) is not None
    after = believed(client, new_game["game"])
    assert after["probabilities"] != at_first["probabilities"]
    following = client.post(f"/api/games/{new_game['game']}/next", json={"how": "again"}).json()
    then = believed(client, following["game"])
    assert then["probabilities"] == pytest.approx(after["probabilities"])
    assert [game["number"] for game in then["games"]] == [1]
    assert then["response"] == after["response"]


def test_the_detective_is_told_by_the_players_moves_until_the_end(client: TestClient) -> None:
    new_game = begin(client, person(), agent("meta:small.meta#detective"))
    with page(client, new_game["game"]) as ann:
        assert play_on(ann, moves=4) is None
        during = believed(client, new_game["game"])
        assert (during["basis"], during["held_back"]) == ("moves", True)
        assert len([entry for entry in during["history"] if entry["move"]]) == 4
        assert play_on(ann) is not None
    assert believed(client, new_game["game"])["basis"] == "partner"


def test_the_stream_brings_a_frame_after_each_move(client: TestClient) -> None:
    new_game = begin(client, person(), agent("meta:small.meta#detective"))
    with page(client, new_game["game"]) as ann:
        assert play_on(ann) is not None
    answer = client.get(f"/api/games/{new_game['game']}/belief/stream")
    assert answer.headers["content-type"].startswith("text/event-stream")
    (frame,) = [
        json.loads(line[6:]) for line in answer.text.splitlines() if line.startswith("data")
    ]
    assert frame == believed(client, new_game["game"])


def test_only_players_look_before_the_end(client: TestClient) -> None:
    new_game = begin(client, person(), agent("meta:small.meta#published"))
    cookies = dict(client.cookies)
    client.cookies.clear()
    try:
        assert client.get(f"/api/games/{new_game['game']}/belief").status_code == 403
    finally:
        client.cookies.update(cookies)


def test_partners_without_belief_or_with_hidden_names_have_none(client: TestClient) -> None:
    plain = begin(client, person(), agent("piers"))
    blind = begin(client, person(), agent("meta:small.meta#published"), blind=True)
    answers = [client.get(f"/api/games/{game['game']}/belief") for game in (plain, blind)]
    assert [(answer.status_code, answer.content) for answer in answers] == [(204, b"")] * 2


def test_no_path_of_the_server_is_told(client: TestClient, tmp_path: Path) -> None:
    new_game = begin(client, person(), agent("meta:small.meta#published"))
    assert str(tmp_path.parent) not in json.dumps(believed(client, new_game["game"]))
