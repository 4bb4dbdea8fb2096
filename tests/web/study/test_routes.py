"""No request breaks the server of a study."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable

from tests.web.study.participants import TOKEN, Participant, running
from tests.web.study.test_flow import SHORT

_SENT = ("method", "url", "json", "headers", "params")


def test_every_answer_has_a_status_that_the_document_names(tmp_path: Path) -> None:
    seen: dict[str, set[int]] = {}
    with running(tmp_path, text=SHORT) as client:
        person = Participant(client).arrive().submit(agree="yes")
        token = {"authorization": f"Bearer {TOKEN}"}
        for session, headers in ((None, {}), (person.session, token)):
            for label, statuses in asked(client, session, headers).items():
                seen.setdefault(label, set()).update(statuses)
    assert len(seen) == 13
    assert {200, 403, 409, 422} <= set().union(*seen.values())


def asked(client: TestClient, session: str | None, headers: dict[str, str]) -> dict[str, set[int]]:
    """Sends requests that the document allows, and some that it forbids, to every address."""
    document = client.app.openapi()  # type: ignore[attr-defined]
    document["paths"] = {p: v for p, v in document["paths"].items() if "/study" in p}
    seen: dict[str, set[int]] = {}
    for result in schemathesis.openapi.from_dict(document).get_all_operations():
        operation = result.ok()  # type: ignore[union-attr]
        for mode in schemathesis.GenerationMode:

            @settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
            @given(operation.as_strategy(generation_mode=mode))
            def ask(case: schemathesis.Case[Any]) -> None:
                client.cookies.clear()
                if session is not None:
                    client.cookies.set("tamaya_session", session)
                sent = case.as_transport_kwargs(base_url="http://127.0.0.1")
                wanted = {key: sent[key] for key in _SENT if sent.get(key) is not None}
                wanted["headers"] = {**wanted.get("headers", {}), **headers}
                answer = client.request(**wanted, content=sent.get("data"))
                place = document["paths"][case.operation.path][case.method.lower()]
                allowed = {*map(int, place["responses"]), 404, 405}
                assert answer.status_code in allowed, f"{sent} {answer.text}"
                seen.setdefault(case.operation.label, set()).add(answer.status_code)

            with contextlib.suppress(Unsatisfiable):
                ask()
    return seen
