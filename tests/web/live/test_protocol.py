"""How a table answers the frames that pages send, good and bad."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.websockets import WebSocketDisconnect

from tamaya.web.live import table as tables
from tamaya.web.live.hub import Hub
from tests.web.pages import HOST, Page, agent, begin, page, person, play_on, serving


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with serving(tmp_path_factory.mktemp("games")) as client:
        yield client


@pytest.fixture
def table(client: TestClient) -> Iterator[tuple[Page, dict[str, Any]]]:
    """A person's page at a table of two people, and its first snapshot."""
    new_game = begin(client, person("Ann"), person("Bob"))
    with page(client, new_game["game"], token=new_game["tokens"][0]["token"]) as ann:
        yield ann, ann.receive("snapshot")


def test_a_stale_turn_changes_nothing(table: tuple[Page, dict[str, Any]]) -> None:
    ann, snapshot = table
    ann.send(t="act", turn=3, move="play 0", cid="x")
    refused = ann.receive("err")
    assert (refused["code"], refused["turn"], refused["cid"]) == ("stale_turn", 0, "x")
    ann.act(snapshot["table"], "play 0", "y")
    assert ann.receive("event")["entry"]["turn"] == 0


def test_the_same_frame_twice_moves_once(table: tuple[Page, dict[str, Any]]) -> None:
    ann, snapshot = table
    for _ in range(2):
        ann.act(snapshot["table"], "play 0", "same")
    first, second = ann.receive("event"), ann.receive("event")
    assert first == second
    ann.send(t="act", turn=1, move="play 0", cid="next")
    assert ann.receive("err")["code"] == "not_your_turn"


@pytest.mark.parametrize("move", ["play 7", "hint +1 x", "hint +0 1", "discard 0", "", "r1", "⚀"])
def test_moves_that_are_not_legal_are_refused(
    table: tuple[Page, dict[str, Any]], move: str
) -> None:
    ann, snapshot = table
    ann.act(snapshot["table"], move, "x")
    assert ann.receive("err", "event")["code"] == "bad_move"


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "nonsense",
        "[]",
        "null",
        "{}",
        '{"t":"act"}',
        '{"v":2,"t":"act","turn":0,"move":"play 0","cid":"a"}',
        '{"v":1,"t":"act","turn":0,"move":"play 0","cid":"a","more":1}',
        '{"v":1,"t":"act","turn":-1,"move":"play 0","cid":"a"}',
        '{"v":1,"t":"act","turn":1e99,"move":"play 0","cid":"a"}',
        '{"v":1,"t":"act","turn":0,"move":["play 0"],"cid":"a"}',
        '{"v":1,"t":"note","key":"../x","cid":"a"}',
        '{"v":1,"t":"join"}',
        '{"v":1,"t":"snapshot"}',
        "[" * 4000,
        '"' + "x" * 5000 + '"',
    ],
)
def test_bad_frames_are_refused_and_the_table_goes_on(
    table: tuple[Page, dict[str, Any]], sent: str
) -> None:
    ann, snapshot = table
    ann.socket.send_text(sent)
    assert ann.receive("err")["code"] == "bad_frame"
    ann.act(snapshot["table"], "play 0", "y")
    assert ann.receive("event")["cid"] == "y"


def test_bytes_are_refused(table: tuple[Page, dict[str, Any]]) -> None:
    ann, _ = table
    ann.socket.send_bytes(b"\xff\x00")
    assert ann.receive("err")["code"] == "bad_frame"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
frames = st.dictionaries(
    st.sampled_from(["v", "t", "turn", "move", "cid", "key", "text", "mark", "think", "token"]),
    json_values | st.sampled_from([1, 0, "act", "note", "join", "play 0", "0-1", "keep"]),
)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(frames.map(json.dumps) | st.text(max_size=60), max_size=12))
def test_no_sequence_of_frames_breaks_a_table(client: TestClient, sent: list[str]) -> None:
    new_game = begin(client, person("Ann"), person("Bob"))
    with page(client, new_game["game"], token=new_game["tokens"][0]["token"]) as ann:
        snapshot = ann.receive("snapshot")
        for text in sent:
            ann.socket.send_text(text)
        ann.act(snapshot["table"], "play 1", "last")
        while (answer := ann.receive("event", "err")).get("cid") != "last":
            assert answer["t"] in ("err", "event")


def test_the_first_frame_must_join(client: TestClient) -> None:
    new_game = begin(client, person("Ann"), person("Bob"))
    with client.websocket_connect(f"ws://{HOST}/ws/games/{new_game['game']}") as socket:
        stranger = Page(socket)
        stranger.send(t="act", turn=0, move="play 0", cid="x")
        assert stranger.receive()["code"] == "not_joined"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text()


@pytest.mark.parametrize(
    ("join", "code"), [({"token": "x" * 22}, "not_allowed"), ({"shadows": 1}, "not_allowed")]
)
def test_strangers_stay_outside(client: TestClient, join: dict[str, Any], code: str) -> None:
    new_game = begin(client, person("Ann"), person("Bob"))
    client.cookies.clear()
    with page(client, new_game["game"], **join) as stranger:
        assert stranger.receive()["code"] == code


def test_a_game_that_is_not_there(client: TestClient) -> None:
    with page(client, "nowhere") as lost:
        assert lost.receive()["code"] == "no_game"


def test_who_plays_cannot_watch_another_seat(client: TestClient) -> None:
    new_game = begin(client, person("Ann"), person("Bob"), watchable=True)
    with page(client, new_game["game"], watch=True, shadows=1) as ann:
        snapshot = ann.receive("snapshot")
        assert snapshot["seat"] == 0
        assert all("card" not in card for card in snapshot["table"]["seats"][0]["hand"])


def test_who_watches_shadows_a_seat_and_cannot_move(client: TestClient) -> None:
    new_game = begin(client, person("Ann"), person("Bob"), watchable=True)
    client.cookies.clear()
    with page(client, new_game["game"], shadows=1) as watcher:
        snapshot = watcher.receive("snapshot")
        assert snapshot["shadows"] == 1
        assert "seat" not in snapshot
        assert all("card" not in card for card in snapshot["table"]["seats"][1]["hand"])
        watcher.act(snapshot["table"], "play 0", "x")
        assert watcher.receive("err")["code"] == "not_allowed"


def test_notes_are_for_oneself(client: TestClient) -> None:
    new_game = begin(client, person("Ann"), person("Bob"))
    first, second = (seat["token"] for seat in new_game["tokens"])
    with (
        page(client, new_game["game"], token=first) as ann,
        page(client, new_game["game"], token=second) as bob,
    ):
        bob.receive("snapshot")
        table = ann.receive("snapshot")["table"]
        ann.send(t="note", key="0-1", text="a five", mark="keep", cid="n")
        stored = ann.receive("note")
        assert stored["note"] == {"key": "0-1", "text": "a five", "mark": "keep"}
        ann.act(table, "play 0", "x")
        assert (ann.receive("event")["seq"], bob.receive("event", "note")["seq"]) == (2, 1)
    with page(client, new_game["game"], token=first) as ann:
        assert ann.receive("snapshot")["notes"] == [stored["note"]]


def test_events_by_http_are_those_of_the_socket(client: TestClient) -> None:
    new_game = begin(client, person("Ann"), agent("iggi"))
    address, token = f"/api/games/{new_game['game']}", new_game["tokens"][0]["token"]
    bearer = {"Authorization": f"Bearer {token}"}
    with page(client, new_game["game"], token=token) as ann:
        play_on(ann, moves=3)
        events = [frame for frame in ann.frames if frame["t"] == "event"]
    answer = client.get(f"{address}/events?after=0", headers=bearer).json()
    assert [{**frame, "cid": ""} for frame in answer["frames"]] == [
        {**frame, "cid": ""} for frame in events
    ]
    body = {"v": 1, "t": "act", "turn": answer["seq"], "move": "play 0", "cid": "h"}
    moved = client.post(f"{address}/moves", json=body, headers=bearer)
    assert moved.json()["frames"][0]["entry"]["kind"] == "play"
    stale = client.post(f"{address}/moves", json={**body, "cid": "i"}, headers=bearer)
    assert stale.status_code == 409
    assert "stale" in stale.text or "has passed" in stale.text


def test_after_a_long_absence_a_snapshot_comes(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MAX_GAP", 10)
    new_game = begin(client, person("Ann"), agent("piers"), deck={"kind": "seed", "seed": 5})
    token = new_game["tokens"][0]["token"]
    with page(client, new_game["game"], token=token) as ann:
        play_on(ann)
    turns = ann.frames[-1]["table"]["turn"]
    assert turns > 20
    for after, kind in ((0, "snapshot"), (turns - 5, "event"), (turns + 1, "snapshot")):
        with page(client, new_game["game"], token=token, after=after) as ann:
            assert ann.receive()["t"] == kind


def test_a_move_that_could_not_be_kept_was_not_made(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_game = begin(client, person("Ann"), person("Bob"))
    hub: Hub = client.app.state.hub  # type: ignore[attr-defined]

    async def full(*_: object) -> None:
        raise OSError("no space left on device")

    with page(client, new_game["game"]) as ann:
        table = ann.receive("snapshot")["table"]
        with monkeypatch.context() as patched:
            patched.setattr(hub.store, "add", full)
            ann.act(table, "play 0", "x")
            with pytest.raises(WebSocketDisconnect) as closed:
                ann.receive("event")
    assert closed.value.code == 1012
    with page(client, new_game["game"], after=0) as ann:
        ann.act(table, "play 0", "x")
        assert ann.receive("event")["seq"] == 1
