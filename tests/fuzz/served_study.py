"""Everything that participants and strangers can send to the server of a study."""

from __future__ import annotations

import json
import re
import tempfile
from functools import cache
from pathlib import Path

from fastapi.routing import APIRoute
from fastapi.testclient import TestClient

from tamaya.web.study import operator_routes, routes
from tests.fuzz.mutate import from_seeds
from tests.fuzz.target import RESOURCES, Refused, Target, register
from tests.web.pages import HOST
from tests.web.study.participants import TOKEN, Participant, running
from tests.web.study.test_flow import SHORT

KINDS = ("nobody", "participant", "operator")
"""who sends a request: the first word of an input"""
BODIES = (
    b'{"language":"en","parameters":{"PROLIFIC_PID":"p1"}}',
    b'{"step":0,"language":"en","answers":{"agree":"yes"},"draft":false}',
    b'{"step":1,"clicks":[{"age":0.5,"kind":"click","target":"agree"}]}',
    b'{"delete":true}',
    b'{"token":"abcdefghijklmnopqrstuv"}',
    b'{"paused":true}',
)


@cache
def client() -> TestClient:
    """A server of a study in this process, shared by all inputs of a run."""
    folder = RESOURCES.enter_context(tempfile.TemporaryDirectory())
    return RESOURCES.enter_context(running(Path(folder), text=SHORT))


def _session() -> str:
    """The session of somebody who takes part; a new one if an input ended the last."""
    global _person  # noqa: PLW0603
    if _person is None or _person.request("GET", "state").status_code != 200:
        headers = {"authorization": f"Bearer {TOKEN}"}
        client().post("/api/study/operator/pause", json={"paused": False}, headers=headers)
        _person = Participant(client()).arrive()
    return _person.session or ""


_person: Participant | None = None


def _seeds() -> list[bytes]:
    """Every address of studies, asked by everybody with every body."""
    lines = [
        f"{method} {re.sub(r'{[^}]*}', 'x', route.path)}"
        for router in (routes.router, operator_routes.router)
        for route in router.routes
        if isinstance(route, APIRoute)
        for method in sorted((route.methods or set()) & {"GET", "POST"})
    ]
    return [
        f"{kind} {line}\n".encode() + body
        for kind in KINDS
        for line in lines
        for body in (BODIES if line.startswith("POST") else (b"",))
    ]


def _ask(data: bytes) -> None:
    line, _, body = data.partition(b"\n")
    kind, _, request = line.decode("latin-1").partition(" ")
    method, _, path = request.partition(" ")
    path = "".join(c for c in path if 32 < ord(c) < 127)
    if kind not in KINDS or method not in ("GET", "POST") or not path.startswith("/"):
        raise Refused
    session = _session() if kind == "participant" else ""
    client().cookies.clear()
    if session:
        client().cookies.set("tamaya_session", session)
    headers = {"Content-Type": "application/json"}
    if kind == "operator":
        headers["Authorization"] = f"Bearer {TOKEN}"
    answer = client().request(method, f"http://{HOST}{path}", content=body, headers=headers)
    assert answer.status_code < 500 or answer.status_code == 503, answer.text
    if kind != "operator" and path.startswith("/api/study/operator"):
        assert answer.status_code >= 400, "only the operator may ask"
    for secret in ("piers", "iggi", "Traceback"):
        assert kind == "operator" or secret not in answer.text, "agents stay secret"
    if answer.status_code >= 400:
        if path.startswith("/api/") and answer.status_code not in (404, 405):
            assert json.loads(answer.text)["error"], "a refusal says why"
        raise Refused


register(
    Target(
        "study requests",
        "every request to a study is answered, no answer is a 500, and agents stay secret",
        from_seeds("study requests", _seeds()),
        _ask,
    )
)
