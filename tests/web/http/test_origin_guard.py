"""Who may use a server, and how much."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from starlette.websockets import WebSocketDisconnect

from tamaya import TamayaError
from tamaya.web.config import ServerConfig
from tamaya.web.http import tokens
from tamaya.web.http.rate_limits import Bucket, Buckets
from tests.web.pages import HOST, Page, agent, begin, page, person, serving

FOREIGN = {"Origin": "https://evil.example"}
WISH = {"seats": [person(), agent()]}


def test_pages_of_other_origins_change_nothing(tmp_path: Path) -> None:
    with serving(tmp_path, origins=("https://friend.example",)) as client:
        assert client.post("/api/games", json=WISH, headers=FOREIGN).status_code == 403
        assert client.post("/api/games", json=WISH, headers={"Origin": "null"}).status_code == 403
        new_game = begin(client, *WISH["seats"])
        address = f"ws://{HOST}/ws/games/{new_game['game']}"
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(address, headers=FOREIGN):
            pass
        for origin in (f"http://{HOST}", "https://friend.example"):
            with client.websocket_connect(address, headers={"Origin": origin}) as socket:
                page = Page(socket)
                page.send(t="join")
                assert page.receive("snapshot")["seat"] == 0


def test_a_local_server_answers_to_local_names_only(tmp_path: Path) -> None:
    with serving(tmp_path, hosts=("tamaya.example",)) as client:
        for host, status in (
            ("localhost:8787", 200),
            ("tamaya.example", 200),
            ("[::1]:80", 200),
            ("evil.example", 403),
            ("", 403),
            ("[", 403),
        ):
            assert client.get("/api/health", headers={"Host": host}).status_code == status


def test_a_public_address_needs_a_secret() -> None:
    with pytest.raises(TamayaError, match=r"'0\.0\.0\.0' can be reached by other machines"):
        ServerConfig(host="0.0.0.0")
    with pytest.raises(TamayaError, match="too short"):
        ServerConfig(host="0.0.0.0", secret="short")
    ServerConfig(host="0.0.0.0", secret="long enough to be one")
    ServerConfig(host="::1")


def test_every_answer_keeps_the_page_to_itself(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        for path in ("/", "/api/health", "/api/nothing", "/assets/none.js"):
            headers = client.get(path).headers
            assert "default-src 'self'" in headers["content-security-policy"]
            assert "script-src" not in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"


def test_a_body_must_be_json_and_small(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        form = client.post("/api/games", data={"seats": "x"})
        assert form.status_code == 415
        large = client.post("/api/import", json={"text": "x" * 100_000})
        assert large.status_code == 413
        odd = client.post("/api/games", json={**WISH, "admin": True})
        assert (odd.status_code, "admin" in odd.text) == (422, True)


def test_secrets_are_kept_as_hashes(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        new_game = begin(client, *WISH["seats"])
        session = client.cookies["tamaya_session"]
    cookie = new_game["tokens"][0]["token"]
    dump = "\n".join(sqlite3.connect(tmp_path / "games.db").iterdump())
    assert session not in dump
    assert cookie not in dump
    assert tokens.hashed(cookie) in dump


def test_the_cookie_is_for_the_server_alone(tmp_path: Path) -> None:
    with serving(tmp_path, https=True) as client:
        sent = client.post("/api/games", json=WISH).headers["set-cookie"]
    for word in ("HttpOnly", "SameSite=lax", "Secure", "Path=/"):
        assert word in sent


@pytest.mark.usefixtures("limits_at_rest")
def test_too_many_frames_are_refused_and_then_the_page_is_left(tmp_path: Path) -> None:
    with serving(tmp_path, messages_per_second=2.0) as client:
        new_game = begin(client, *WISH["seats"])
        with page(client, new_game["game"]) as ann:
            ann.receive("snapshot")
            for number in range(3):
                ann.send(t="note", key="0-0", cid=f"first {number}", text="x")
                ann.receive("note")
            for number in range(80):
                ann.send(t="note", key="0-0", cid=f"{number}", text="x")
            with pytest.raises(WebSocketDisconnect):
                ann.receive("nothing more")
        codes = [frame.get("code", frame["t"]) for frame in ann.frames]
        assert codes.count("note") < 10  # some notes are stored but not confirmed before the end
        assert codes.count("too_fast") == 50


@pytest.mark.usefixtures("limits_at_rest")
def test_one_address_begins_so_many_games(tmp_path: Path) -> None:
    with serving(tmp_path, games_per_minute=3.0) as client:
        statuses = [client.post("/api/games", json=WISH).status_code for _ in range(5)]
    assert statuses == [200, 200, 200, 429, 429]


def test_a_bucket_fills_again() -> None:
    now = [0.0]
    bucket = Bucket(2.0, 3.0, lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] += 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    buckets = Buckets(1.0, 1.0, lambda: now[0])
    assert [buckets.take(address) for address in ("a", "b", "a")] == [True, True, False]


@pytest.mark.parametrize(
    "name",
    [
        "my_bot.py:MyBot",
        "limited(1, piers)",
        "elite:/etc/passwd#1,1",
        "meta:/tmp/x",
        "elite:../pools/tamaya-1#0,0",
        "noisy(10, piers)",
        "nobody",
    ],
)
def test_only_agents_of_the_roster_can_be_asked_for(tmp_path: Path, name: str) -> None:
    with serving(tmp_path) as client:
        answer = client.post("/api/games", json={"seats": [person(), agent(name)]})
    assert answer.status_code == 422
    assert "no agent" in answer.json()["error"]
