"""A server that is killed on any page has lost nothing that it acknowledged."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.sampling import sampled
from tests.study.files import SMALL
from tests.web.process import SECONDS, TAMAYA, act, frame
from tests.web.study.participants import RIGHT
from tests.web.study.test_flow import KINDS

pytestmark = pytest.mark.slow


@contextmanager
def served(folder: Path) -> Iterator[tuple[httpx.Client, int]]:
    """`tamaya study serve`, killed afterwards as `kill -9` does."""
    options = ["--port", "0", "--workers", "1", "--token", "a token of sixteen", "--database"]
    command = [TAMAYA, "study", "serve", "study.toml", *options, f"sqlite:///{folder}/study.db"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder)
    try:
        assert process.stdout is not None
        address = re.search(r"http://localhost:(\d+)/study ", process.stdout.readline())
        assert address
        with httpx.Client(
            base_url=f"http://127.0.0.1:{address[1]}/api/study", timeout=SECONDS
        ) as client:
            yield client, int(address[1])
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()


def play(port: int, game: str, session: str, moves: int) -> list[dict[str, Any]]:
    """Plays the oldest card up to `moves` times; returns all turns in the log."""
    from websockets.sync.client import connect

    address = f"ws://127.0.0.1:{port}/ws/games/{game}"
    headers = {"Cookie": f"tamaya_session={session}"}
    turns: list[dict[str, Any]] = []
    with connect(
        address,
        additional_headers=headers,
        open_timeout=SECONDS,
        close_timeout=1,
        ping_interval=None,
    ) as socket:
        socket.send(json.dumps({"v": 1, "t": "join"}))
        shown = frame(socket, "snapshot")
        turns = shown["log"]
        while "end" not in shown["table"]:
            if shown["table"].get("choices"):
                if not moves:
                    break
                moves -= 1
                act(socket, shown["table"], "play 0")
            shown = frame(socket, "event")
            turns.append(shown["entry"])
    return turns


def answers(page: dict[str, Any]) -> dict[str, str]:
    if page["kind"] in ("consent", "quiz"):
        return {"agree": "yes"} if page["kind"] == "consent" else RIGHT
    return {q["id"]: q["options"][0]["code"] for q in page.get("questions", [])}


@pytest.mark.parametrize("pages", sampled((1, 3), {3}))
def test_nothing_acknowledged_is_lost_on_any_page(tmp_path: Path, pages: int) -> None:
    """The server is killed after so many pages, and in the middle of every game."""
    (tmp_path / "study.toml").write_text(SMALL)
    kinds, session, shown, part = list[str](), "", dict[str, Any](), list[dict[str, Any]]()
    while kinds[-1:] != ["end"]:
        with served(tmp_path) as (client, port):
            if not session:
                arrived = client.post("/arrive", json={"language": "en"})
                session, shown = arrived.cookies["tamaya_session"], arrived.json()
            client.cookies.set("tamaya_session", session)
            state = client.get("/state").json()
            assert state == shown, "the page that was acknowledged before the kill"
            for _ in range(pages):
                page = shown["page"]
                if "game" in page and not part:
                    part = play(port, page["game"], session, 2)
                    break  # killed in the middle of the game
                if "game" in page:
                    assert play(port, page["game"], session, 1000)[: len(part)] == part
                    part = []
                kinds.append(page["kind"])
                if page["kind"] == "end":
                    break
                body = {"step": page["step"], "language": "en", "answers": answers(page)}
                answer = client.post("/submit", json=body)
                assert answer.status_code == 200, answer.text
                shown = answer.json()
    assert kinds == KINDS
    out = subprocess.run(
        [TAMAYA, "study", "export", "study.toml", "--database", f"sqlite:///{tmp_path}/study.db"],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert out.stdout == "wrote export: 1 participants, 3 finished games\n"
