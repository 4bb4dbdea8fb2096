"""Everything that anybody can send to a server: HTTP requests and socket frames."""

from __future__ import annotations

import json
import re
import tempfile
from functools import cache
from pathlib import Path

from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tamaya import hanab_live
from tamaya.web.app import routers
from tamaya.web.puzzles.puzzle import all_puzzles
from tests.fuzz.mutate import from_seeds
from tests.fuzz.parsers import GAME
from tests.fuzz.target import RESOURCES, Refused, Target, register
from tests.web.pages import HOST, begin, person, serving


@cache
def client() -> TestClient:
    """A server in this process, shared by all inputs of a run."""
    folder = RESOURCES.enter_context(tempfile.TemporaryDirectory())
    return RESOURCES.enter_context(serving(Path(folder)))


@cache
def game() -> str:
    """A table of two people that waits for the first move."""
    return str(begin(client(), person("Ann"), person("Bob"))["game"])


def _import(text: str) -> bytes:
    return b"POST /api/import\n" + json.dumps({"text": text}).encode()


PUZZLE = next(iter(all_puzzles()))
REQUESTS = (
    _import(hanab_live.to_json(GAME)),
    _import(hanab_live.to_link(GAME)),
    _import(str(GAME)),
    b'POST /api/games\n{"seats":[{"kind":"human","name":"Ann"},{"kind":"agent","agent":"piers"}],'
    b'"deck":{"kind":"seed","seed":5},"setup":"standard","help":"negative","blind":true}',
    b'POST /api/games/GAME/seat\n{"token":"abc","name":"Bob"}',
    b'POST /api/games/GAME/next\n{"how":"again","agents":["piers"],"token":null}',
    b'POST /api/games/GAME/moves\n{"v":1,"t":"act","turn":0,"move":"play 0","cid":"a"}',
    b"GET /api/games/GAME/events?after=0\n",
    b"GET /api/games/GAME/reasons\n",
    b"GET /api/games/GAME/export\n",
    b"GET /api/games/GAME/belief?seat=0\n",
    b"GET /api/replays/GAME/trace?turn=1\n",
    b"GET /api/replays/GAME/beliefs?turn=1&seat=0\n",
    b'POST /api/replays/GAME/ask\n{"turn":1,"agents":["piers"]}',
    b'POST /api/replays/GAME/try\n{"turn":1,"move":"play 0","seed":7}',
    b"GET /api/stories/GAME?seat=1\n",
    b"GET /api/stories/GAME/board\n",
    f"GET /api/puzzles/{PUZZLE}\n".encode(),
    f"GET /api/puzzles/{PUZZLE}/hints/1\n".encode(),
    f'POST /api/puzzles/{PUZZLE}/answer\n{{"move":"play 0","hints":1}}'.encode(),
    b"GET /api/progress?after=1\n",
    b"GET /api/progress/export\n",
    b'POST /api/progress/join\n{"code":"abcdefghijklmnopqrstuv"}',
    b"GET /api/maps\n",
    b"GET /api/maps/canaan2020-1/cells/2,3\n",
    b"GET /api/maps/canaan2020-1/compare?first=2,3&second=3,3\n",
    b"GET /api/agents\n",
)


def _addresses() -> list[bytes]:
    """A request for every address of the server, so that new ones are tried too."""
    return [
        f"{method} {re.sub(r'{[^}]*}', 'GAME', route.path)}\n{{}}".encode()
        for router in routers()
        for route in router.routes
        if isinstance(route, APIRoute) and not route.path.endswith("/stream")  # has no end
        for method in sorted((route.methods or set()) & {"GET", "POST"})
    ]


def _ask(data: bytes) -> None:
    line, _, body = data.partition(b"\n")
    method, _, path = line.decode("latin-1").partition(" ")
    path = "".join(c for c in path.replace("GAME", game()) if 32 < ord(c) < 127)
    if method not in ("GET", "POST") or not path.startswith("/"):
        raise Refused
    answer = client().request(
        method, f"http://{HOST}{path}", content=body, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code < 500 or answer.status_code == 503, answer.text
    if answer.status_code >= 400:
        if path.startswith("/api/") and answer.status_code not in (404, 405):
            assert answer.json()["error"], "a refusal says why"
        raise Refused


register(
    Target(
        "http",
        "every request is answered, and no answer is a 500",
        from_seeds("http", [*REQUESTS, *_addresses()]),
        _ask,
    )
)

FRAMES = (
    b'{"v":1,"t":"act","turn":0,"move":"play 0","cid":"a"}',
    b'{"v":1,"t":"note","key":"0-1","text":"a five?","mark":"keep","cid":"b"}',
    b'{"v":1,"t":"join"}',
    b'{"v":1,"t":"think","think":true}',
)


def _frames(data: bytes) -> None:
    """Each line is a frame; afterwards the table must still answer."""
    created = begin(client(), person("Ann"), person("Bob"))
    try:
        with client().websocket_connect(f"ws://{HOST}/ws/games/{created['game']}") as socket:
            token = created["tokens"][0]["token"]
            socket.send_text(json.dumps({"v": 1, "t": "join", "token": token}))
            for line in data.splitlines()[:20]:
                socket.send_text(line.decode("utf-8", "replace"))
            socket.send_text('{"v":1,"t":"act","turn":0,"move":"play 1","cid":"last"}')
            while json.loads(socket.receive_text()).get("cid") != "last":
                pass
    except WebSocketDisconnect:
        raise Refused from None
    answer = client().get(f"http://{HOST}/api/games/{created['game']}/events?after=0")
    assert answer.status_code < 500, answer.text


register(
    Target(
        "sockets",
        "a table continues, whatever a page sends to it",
        from_seeds("sockets", [*FRAMES, b"\n".join(FRAMES)]),
        _frames,
    )
)
