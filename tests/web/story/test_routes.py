"""Stories over HTTP: only after the end, computed once, with the thoughts of agents."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from fastapi.testclient import TestClient

import tamaya as ty
from tamaya.errors import AgentFailedError, BusyError
from tamaya.web.live.agent_turns import AgentTurns
from tamaya.web.story.desk import StoryDesk
from tamaya.web.story.protocol import Story
from tamaya.web.story.worker import StoryTask, computed
from tests.web.pages import agent, begin, first_choice, page, person, play_on, serving

asked: list[StoryTask] = []


async def quickly(task: StoryTask) -> Story:
    """Computes a story in this process, with few imagined games."""
    asked.append(task)
    return msgspec.structs.replace(task, haste=40).telling().story()


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with serving(tmp_path) as client:
        client.app.state.stories = StoryDesk(quickly)  # type: ignore[attr-defined]
        asked.clear()
        yield client


def played_game(client: TestClient, **wishes: object) -> str:
    """A game of a person who always plays the oldest card."""
    game: str = begin(client, person(), agent("piers"), **wishes)["game"]
    with page(client, game) as table:
        assert play_on(table, first_choice)
    return game


def test_there_is_no_story_before_the_end(client: TestClient) -> None:
    game = begin(client, person(), agent("piers"))["game"]
    for address in (f"/api/stories/{game}", f"/api/stories/{game}/board"):
        answer = client.get(address)
        assert (answer.status_code, answer.json()) == (409, {"error": "the game is not over"})
    assert client.get("/api/stories/nothing").status_code == 404
    assert not asked


def test_the_story_of_an_own_game_has_the_callers_seat_and_the_partners_thoughts(
    client: TestClient,
) -> None:
    game = played_game(client, deck={"kind": "seed", "seed": 7})
    answer = client.get(f"/api/stories/{game}")
    assert answer.status_code == 200, answer.text
    story = answer.json()
    assert (story["seat"], story["people"]) == (0, [True, False])
    assert story["points"]
    reasons = {r["turn"]: r for r in client.get(f"/api/games/{game}/reasons").json()["reasons"]}
    for point in story["points"]:
        thought = point["thought"]
        if thought is not None:
            assert thought["text"] == reasons[thought["turn"]]["text"]
            assert point["turn"] <= thought["turn"] <= point["turn"] + 1
    assert client.get(f"/api/stories/{game}").json() == story
    assert len(asked) == 1  # computed once
    assert client.get(f"/api/stories/{game}?seat=4").status_code == 422


def test_a_story_marks_the_moves_of_stand_ins_and_gives_them_no_thoughts(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise AgentFailedError("cannot decide")

    monkeypatch.setattr(AgentTurns, "_ask", fail)
    game = played_game(client, deck={"kind": "seed", "seed": 7})
    story = client.get(f"/api/stories/{game}").json()
    entries = client.get(f"/api/replays/{game}").json()["log"]
    late = [(turn, entry["seat"]) for turn, entry in enumerate(entries) if entry.get("late")]
    assert [(move["turn"], move["seat"]) for move in story["stand_ins"]] == late
    assert {seat for _, seat in late} == {1}
    assert story["points"]
    assert all(point["thought"] is None for point in story["points"])


def test_a_board_counts_first_tries_only(client: TestClient) -> None:
    daily = {"kind": "daily"}
    first, again = played_game(client, deck=daily), played_game(client, deck=daily)
    client.cookies.clear()
    other = played_game(client, deck=daily)
    rows = client.get(f"/api/stories/{other}/board").json()
    assert rows["daily"] is True
    assert len(rows["rows"]) == 2  # the second game of the first person is left out
    assert [row["yours"] for row in rows["rows"]].count(True) == 1
    assert rows["rows"][0]["partners"] == ["Piers"]
    own = client.get(f"/api/stories/{again}/board").json()["rows"]
    assert len(own) == 3  # but it is shown to those who look at it
    assert "Ann" not in str(rows)
    assert first != again


def test_a_demonstration_game_has_a_story_and_no_board(client: TestClient) -> None:
    replay = client.post("/api/replays", json={"agents": ["piers", "iggi"], "seed": 5}).json()
    story = client.get(f"/api/stories/{replay['replay']}").json()
    assert story["people"] == [False, False]
    assert story["exact"] == [True, True]
    board = client.get(f"/api/stories/{replay['replay']}/board").json()
    assert board == {"rows": [], "daily": False}


def test_a_story_that_takes_too_long_is_ended() -> None:
    transcript = str(ty.play("piers", "piers", seed=1).transcript)
    task = StoryTask("game", transcript, ("piers", "piers"), 0, 1, "")
    with pytest.raises(BusyError, match=r"longer than 0\.2 s"):
        asyncio.run(computed(task, seconds=0.2))


@pytest.mark.slow
def test_the_worker_process_tells_the_same_story() -> None:
    transcript = str(ty.play("piers", "piers", seed=1).transcript)
    task = StoryTask("game", transcript, ("piers", "piers"), 0, 1, "", haste=40)
    assert asyncio.run(computed(task)) == task.telling().story()
