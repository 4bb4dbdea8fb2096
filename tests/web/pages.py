"""A server in this process and pages that talk to it, for tests."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from tamaya.web.app import create_app
from tamaya.web.config import ServerConfig
from tamaya.web.http.static_pages import STATIC

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from fastapi.testclient import TestClient
    from starlette.testclient import WebSocketTestSession

Frame = dict[str, Any]
HOST = "127.0.0.1"
QUICK = ServerConfig(
    database="",
    delay=0.0,
    pace=0.0,
    workers=1,
    seconds=120.0,
    messages_per_second=1e6,
    games_per_minute=1e6,
)
"""agents may think for long: on a busy machine even a quick one can take seconds"""


@contextmanager
def serving(folder: Path, static: Path = STATIC, **changes: Any) -> Iterator[TestClient]:
    """A server that stores its games in a folder."""
    config = replace(QUICK, **{"database": f"sqlite:///{folder}/games.db", **changes})
    with TestClient(create_app(config, static), base_url=f"http://{HOST}") as client:
        yield client


def person(name: str = "Ann") -> dict[str, str]:
    return {"kind": "human", "name": name}


def agent(name: str = "piers") -> dict[str, str]:
    return {"kind": "agent", "agent": name}


def begin(client: TestClient, *seats: dict[str, str], **wishes: Any) -> Frame:
    """Begins a game."""
    answer = client.post("/api/games", json={"seats": list(seats), **wishes})
    assert answer.status_code == 200, answer.text
    game: Frame = answer.json()
    return game


class Page:
    """One page at a table."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.frames: list[Frame] = []

    def send(self, **frame: Any) -> None:
        self.socket.send_text(json.dumps({"v": 1, **frame}))

    def receive(self, *kinds: str) -> Frame:
        """The next frame of one of these kinds."""
        while True:
            frame: Frame = json.loads(self.socket.receive_text())
            self.frames.append(frame)
            if not kinds or frame["t"] in kinds:
                return frame

    def act(self, table: Frame, move: str, cid: str) -> None:
        self.send(t="act", turn=table["turn"], move=move, cid=cid)


@contextmanager
def page(client: TestClient, game: str, **join: Any) -> Iterator[Page]:
    """A page that has joined a table; without a token, the cookie identifies the player."""
    with client.websocket_connect(f"ws://{HOST}/ws/games/{game}") as socket:
        page = Page(socket)
        page.send(t="join", **join)
        yield page


Choose = Callable[[Frame], str]


def last_choice(table: Frame) -> str:
    """A hint if there is one, otherwise a discard."""
    move: str = table["choices"][-1]["move"]
    return move


def first_choice(table: Frame) -> str:
    """Plays or discards the oldest card."""
    move: str = table["choices"][0]["move"]
    return move


def play_on(page: Page, choose: Choose = last_choice, moves: int = 1000) -> Frame | None:
    """Makes up to so many moves, beginning with the page's last frame that shows the table.

    Returns the frame with the last turn, or None if the game is not over.
    """
    latest = next((frame for frame in reversed(page.frames) if "table" in frame), None)
    latest = latest or page.receive("snapshot", "event")
    while True:
        table = latest["table"]
        if "end" in table:
            return latest
        if table.get("choices"):
            if moves == 0:
                return None
            moves -= 1
            page.act(table, choose(table), f"turn {table['turn']}")
        latest = page.receive("snapshot", "event")
