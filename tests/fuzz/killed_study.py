"""A study whose server is killed at random moments has every answer that it acknowledged."""

from __future__ import annotations

import json
import random
import tempfile
from pathlib import Path
from typing import Any

import httpx

from tests.fuzz.target import Target, register
from tests.study.files import SMALL
from tests.web.study.test_killed import answers, play, served

_LAST_PAGE = "end"


def _draw(rng: random.Random) -> bytes:
    """How many requests each server answers before it is killed, and moves of the first game."""
    requests = [rng.randint(1, 5) for _ in range(rng.randint(1, 3))]
    return json.dumps({"requests": requests, "moves": rng.randint(0, 6)}).encode()


def _kill_study(data: bytes) -> None:
    given = json.loads(data)
    session, shown = "", dict[str, Any]()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "study.toml").write_text(SMALL)
        for requests in (*given["requests"], 1):
            with served(folder) as (client, port):
                if not session:
                    arrived = client.post("/arrive", json={"language": "en"})
                    session, shown = arrived.cookies["tamaya_session"], arrived.json()
                client.cookies.set("tamaya_session", session)
                for _ in range(requests):
                    state = client.get("/state").json()
                    assert state == shown, f"an acknowledged page is lost: {shown} is now {state}"
                    if state["page"]["kind"] == _LAST_PAGE:
                        return
                    if "game" in state["page"] and not state["page"].get("over"):
                        _play_and_stop(port, state["page"]["game"], session, int(given["moves"]))
                        shown = client.get("/state").json()
                        break  # killed in the middle of the game, or after its last move
                    shown = _submitted(client, state["page"])


def _play_and_stop(port: int, game: str, session: str, moves: int) -> None:
    before = play(port, game, session, 0)
    after = play(port, game, session, moves)
    assert after[: len(before)] == before, "an acknowledged move is lost"


def _submitted(client: httpx.Client, page: dict[str, Any]) -> dict[str, Any]:
    body = {"step": page["step"], "language": "en", "answers": answers(page)}
    answer = client.post("/submit", json=body)
    assert answer.status_code == 200, answer.text
    state: dict[str, Any] = answer.json()
    return state


register(
    Target(
        "kill study",
        "a study that was killed at any moment has every page, answer and move it acknowledged",
        _draw,
        _kill_study,
        slow=True,
        seconds=600.0,
    )
)
