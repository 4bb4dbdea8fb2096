"""What a player is told of a partner's belief, over HTTP."""

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
    known = (small(folder), small(folder, "detective"))
    with serving(folder, agents=known) as client:
        yield client


def believed(client: TestClient, game: str) -> Frame:
    answer = client.get(f"/api/games/{game}/belief")
    assert answer.status_code == 200, answer.text
    made: Frame = answer.json()
    return made


def test_belief_is_even_at_first_and_learned_over_games(client: TestClient) -> None:
    made = begin(client, person(), agent("meta:small.meta#published"))
    at_first = believed(client, made["game"])
    assert at_first["probabilities"] == pytest.approx([1 / len(NICHES)] * len(NICHES))
    assert (at_first["basis"], at_first["held_back"]) == ("partner", False)
    with page(client, made["game"]) as ann:
        assert play_on(ann) is not None
    after = believed(client, made["game"])
    assert after["probabilities"] != at_first["probabilities"]
    following = client.post(f"/api/games/{made['game']}/next", json={"how": "again"}).json()
    then = believed(client, following["game"])
    assert then["probabilities"] == pytest.approx(after["probabilities"])
    assert [one["number"] for one in then["games"]] == [1]
    assert then["response"] == after["response"]


def test_the_detective_is_told_by_the_players_moves_until_the_end(client: TestClient) -> None:
    made = begin(client, person(), agent("meta:small.meta#detective"))
    with page(client, made["game"]) as ann:
        assert play_on(ann, moves=4) is None
        during = believed(client, made["game"])
        assert (during["basis"], during["held_back"]) == ("moves", True)
        assert len([one for one in during["history"] if one["move"]]) == 4
        assert play_on(ann) is not None
    assert believed(client, made["game"])["basis"] == "partner"


def test_the_stream_brings_a_frame_after_each_move(client: TestClient) -> None:
    made = begin(client, person(), agent("meta:small.meta#detective"))
    with page(client, made["game"]) as ann:
        assert play_on(ann) is not None
    answer = client.get(f"/api/games/{made['game']}/belief/stream")
    assert answer.headers["content-type"].startswith("text/event-stream")
    (frame,) = [
        json.loads(line[6:]) for line in answer.text.splitlines() if line.startswith("data")
    ]
    assert frame == believed(client, made["game"])


def test_only_players_look_before_the_end(client: TestClient) -> None:
    made = begin(client, person(), agent("meta:small.meta#published"))
    cookies = dict(client.cookies)
    client.cookies.clear()
    try:
        assert client.get(f"/api/games/{made['game']}/belief").status_code == 403
    finally:
        client.cookies.update(cookies)


def test_partners_without_belief_or_with_hidden_names_have_none(client: TestClient) -> None:
    plain = begin(client, person(), agent("piers"))
    blind = begin(client, person(), agent("meta:small.meta#published"), blind=True)
    answers = [client.get(f"/api/games/{one['game']}/belief") for one in (plain, blind)]
    assert [(one.status_code, one.content) for one in answers] == [(204, b"")] * 2


def test_no_path_of_the_server_is_told(client: TestClient, tmp_path: Path) -> None:
    made = begin(client, person(), agent("meta:small.meta#published"))
    assert str(tmp_path.parent) not in json.dumps(believed(client, made["game"]))
