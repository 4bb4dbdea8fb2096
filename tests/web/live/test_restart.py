"""A server loses no acknowledged move, however it ends."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.web.process import SECONDS, act, frame, served

pytestmark = pytest.mark.slow
PERSON_AND_AGENT = {"seats": [{"kind": "human"}, {"kind": "agent", "agent": "piers"}]}


def play_moves(socket: Any, moves: int) -> list[dict[str, Any]]:
    """Makes so many moves without waiting for the answer to the last; returns the frames."""
    latest = frame(socket, "snapshot", "event")
    frames = [latest]
    while moves:
        if latest["table"].get("choices"):
            act(socket, latest["table"])
            moves -= 1
            if not moves:
                break
        latest = frame(socket, "event")
        frames.append(latest)
    return frames


def test_a_killed_server_has_lost_no_acknowledged_move(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    with served(database) as server:
        new_game = server.post("/api/games", PERSON_AND_AGENT)
        game, token = new_game["game"], new_game["tokens"][0]["token"]
        with server.page(game, token=token) as loud:
            loud.send("x" * 5000)
            with pytest.raises(ConnectionClosed) as closed:
                frame(loud, "nothing")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
        with server.page(game, token=token) as ann:
            frames = play_moves(ann, 9)
            server.kill()
            try:
                while True:
                    last = json.loads(ann.recv(timeout=SECONDS))
                    frames += [last] if last["t"] == "event" else []
            except ConnectionClosed:
                pass
    acknowledged = [event["entry"] for event in frames if event["t"] == "event"]
    assert len(acknowledged) >= 16
    with served(database) as server:
        with server.page(game, token=token) as ann:
            snapshot = frame(ann, "snapshot")
            assert snapshot["log"][: len(acknowledged)] == acknowledged
        with server.page(game, token=token, after=len(acknowledged) - 3) as ann:
            missed = [frame(ann, "event") for _ in range(snapshot["seq"] - len(acknowledged) + 3)]
            assert missed[:3] == [event for event in frames if event["t"] == "event"][-3:]
            assert missed[-1]["seq"] == snapshot["seq"]
            latest = missed[-1]
            while "end" not in latest["table"]:
                if latest["table"].get("choices"):
                    act(ann, latest["table"], "play 0")  # blindly: the game is soon over
                latest = frame(ann, "event")
        assert server.stop() == 130
    rows = sqlite3.connect(tmp_path / "games.db").execute(
        "select seq, kind from event where game = ? order by seq", (game,)
    )
    kinds = [(seq, kind) for seq, kind in rows]
    assert [seq for seq, _ in kinds] == list(range(len(kinds)))
    assert sum(kind == "moved" for _, kind in kinds) == latest["table"]["turn"]


def test_a_game_of_agents_goes_on_after_a_restart(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    seats = [{"kind": "agent", "agent": name} for name in ("piers", "iggi")]
    with served(database) as server:
        game = server.post("/api/games", {"seats": seats})["game"]
        with server.page(game) as watcher:
            frame(watcher, "event")
        server.kill()
    with served(database, "--pace", "0") as server, server.page(game) as watcher:
        assert frame(watcher, "explain")["reasons"]
