"""Nothing that was acknowledged is lost, however a server ends."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.web.process import act, frame, served

pytestmark = pytest.mark.slow
PERSON_AND_AGENT = {"seats": [{"kind": "human"}, {"kind": "agent", "agent": "piers"}]}


def play_some(socket: Any, moves: int) -> list[dict[str, Any]]:
    """Plays some moves, and leaves the next one on its way. Gives the frames with turns."""
    shown = frame(socket, "snapshot", "event")
    seen = [shown]
    while moves:
        if shown["table"].get("choices"):
            act(socket, shown["table"])
            moves -= 1
            if not moves:
                break
        shown = frame(socket, "event")
        seen.append(shown)
    return seen


def test_a_killed_server_has_lost_no_acknowledged_move(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    with served(database) as server:
        made = server.post("/api/games", PERSON_AND_AGENT)
        game, token = made["game"], made["tokens"][0]["token"]
        with server.page(game, token=token) as loud:
            loud.send("x" * 5000)
            with pytest.raises(ConnectionClosed) as left:
                frame(loud, "nothing")
            assert left.value.rcvd is not None
            assert left.value.rcvd.code == 1009
        with server.page(game, token=token) as ann:
            seen = play_some(ann, 9)
            server.kill()
            try:
                while True:
                    last = json.loads(ann.recv(timeout=5))
                    seen += [last] if last["t"] == "event" else []
            except ConnectionClosed:
                pass
    told = [one["entry"] for one in seen if one["t"] == "event"]
    assert len(told) >= 16
    with served(database) as server:
        with server.page(game, token=token) as ann:
            again = frame(ann, "snapshot")
            assert again["log"][: len(told)] == told
        with server.page(game, token=token, after=len(told) - 3) as ann:
            missed = [frame(ann, "event") for _ in range(again["seq"] - len(told) + 3)]
            assert missed[:3] == [one for one in seen if one["t"] == "event"][-3:]
            assert missed[-1]["seq"] == again["seq"]
            shown = missed[-1]
            while "end" not in shown["table"]:
                if shown["table"].get("choices"):
                    act(ann, shown["table"], "play 0")  # blindly: the game is soon over
                shown = frame(ann, "event")
        assert server.stop() == 0
    rows = sqlite3.connect(tmp_path / "games.db").execute(
        "select seq, kind from event where game = ? order by seq", (game,)
    )
    kinds = [(seq, kind) for seq, kind in rows]
    assert [seq for seq, _ in kinds] == list(range(len(kinds)))
    assert sum(kind == "moved" for _, kind in kinds) == shown["table"]["turn"]


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
