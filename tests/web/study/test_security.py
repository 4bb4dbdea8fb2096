"""What attackers try: other origins, another arm, codes and tokens of others, unfinished games."""

from __future__ import annotations

import hmac
import threading
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute
from starlette.websockets import WebSocketDisconnect

from tamaya.errors import TamayaError
from tamaya.study.records import Assigned
from tamaya.web.http import tokens
from tamaya.web.storage import study_store
from tamaya.web.storage.database import opened
from tamaya.web.study import operator_routes, routes
from tests.web.pages import HOST
from tests.web.study.participants import TOKEN, Participant, running
from tests.web.study.test_flow import SHORT

EVIL = {"origin": "https://evil.example"}
BEARER = {"authorization": f"Bearer {TOKEN}"}
CHANGES = [
    route.path
    for router in (routes.router, operator_routes.router)
    for route in router.routes
    if isinstance(route, APIRoute) and "POST" in (route.methods or ())
]


def assigned(folder: Path, participant: str) -> list[Assigned]:
    """All allocations that a participant ever got."""
    engine = opened(f"sqlite:///{folder}/games.db")
    with engine.connect() as connection:
        person = study_store.person(connection, "small", participant)
    engine.dispose()
    assert person is not None
    return [record for record in person.records if isinstance(record, Assigned)]


def test_no_page_of_another_origin_changes_anything(tmp_path: Path) -> None:
    assert len(CHANGES) == 7
    with running(tmp_path, text=SHORT) as client:
        person = Participant(client).arrive().submit(agree="yes")
        before = person.look()
        client.cookies.set("tamaya_session", person.session or "")
        for path in CHANGES:
            for origin in ("https://evil.example", "null", f"http://{HOST}.evil.example"):
                headers = {**BEARER, "origin": origin}
                answer = client.post(path, json={"delete": True}, headers=headers)
                assert answer.status_code == 403, path
                assert "may not use this server" in answer.json()["error"]
        address = f"ws://{HOST}/ws/games/{before['game']}"
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(address, headers=EVIL):
            pass
        assert person.look() == before


def test_forms_of_other_pages_are_no_bodies(tmp_path: Path) -> None:
    """Browsers send forms across origins without asking; some send no Origin."""
    with running(tmp_path, text=SHORT) as client:
        person = Participant(client).arrive()
        client.cookies.set("tamaya_session", person.session or "")
        for path in CHANGES:
            if path.endswith("/again"):
                continue  # has no body, and the cookie is not sent across sites
            for kind in ("text/plain", "application/x-www-form-urlencoded"):
                headers = {**BEARER, "content-type": kind}
                answer = client.post(path, content=b'{"delete":true}', headers=headers)
                assert answer.status_code == 415, path
        assert person.look()["kind"] == "consent"


def test_nothing_that_a_participant_sends_changes_the_arm(tmp_path: Path) -> None:
    with running(tmp_path, text=SHORT) as client:
        person = Participant(client).arrive(id="p1").submit(agree="yes")
        (first,) = assigned(tmp_path, person.id)
        game = person.page["game"]
        person.post("submit", step=0, language="de", answers={"agree": "yes"})
        person.arrive(id="p1")
        person.arrive()
        person.post("resume", token=person.session)
        Participant(client, person.session).look()
        other = Participant(client).request(
            "POST", "arrive", {"language": "en", "parameters": {"id": "p1"}}
        )
        assert other.status_code == 409, "the same id in another browser"
        assert person.look()["game"] == game
        assert assigned(tmp_path, person.id) == [first]
        person.finish()
        assert assigned(tmp_path, person.id) == [first]


def test_whoever_has_not_finished_has_no_code(tmp_path: Path) -> None:
    with running(tmp_path, text=SHORT) as client:
        person = Participant(client).arrive()
        while person.page["kind"] != "end":
            assert "code" not in person.page
            for step in (len(person.bodies), 50, 90_000):  # pages that were not reached
                person.post("submit", step=person.page["step"] + step, language="en")
                assert "code" not in person.page
            person.go_on()
        assert person.page["code"]


def test_of_two_who_redeem_a_code_at_once_one_is_refused(tmp_path: Path) -> None:
    with running(tmp_path, text=SHORT) as client:
        code = Participant(client).arrive().finish().page["code"]
        other = Participant(client).arrive().finish().page["code"]
    assert code != other
    engine = opened(f"sqlite:///{tmp_path}/games.db")
    start, results = threading.Barrier(4), list[str]()

    def redeem() -> None:
        start.wait()
        try:
            results.append(study_store.redeem(engine, "small", code))
        except TamayaError as error:
            results.append(str(error))

    threads = [threading.Thread(target=redeem) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    engine.dispose()
    assert sum("was used before" in text for text in results) == 3, results


def test_an_unfinished_game_is_not_read_even_by_its_player(tmp_path: Path) -> None:
    with running(tmp_path, text=SHORT) as client:
        person = Participant(client).arrive().submit(agree="yes")
        person.play(moves=2)
        game = person.page["game"]
        client.cookies.set("tamaya_session", person.session or "")
        paths = (
            f"games/{game}/export",
            f"games/{game}/reasons",
            f"games/{game}/belief",
            f"replays/{game}",
            f"replays/{game}/trace?turn=1",
            f"replays/{game}/beliefs?turn=1&seat=0",
            "study/operator",
            "study/operator/tables",
            "study/operator/export",
        )
        assert {client.get(f"/api/{path}").status_code for path in paths} == {403}
        headers = {"authorization": f"Bearer {person.session}"}
        tables = client.get("/api/study/operator/tables", headers=headers)
        assert tables.status_code == 403, "a participant's session is no operator's token"
        own = client.get(f"/api/games/{game}/events").json()["frames"][0]["table"]["seats"]
        mine = next(seat for seat in own if seat["kind"] == "human")
        assert all("card" not in card for card in mine["hand"])


def test_the_operators_token_is_compared_in_constant_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both sides are hashed, so that neither length nor common letters show in the time."""
    compared: list[tuple[Any, Any]] = []

    def compare(first: Any, second: Any) -> bool:
        compared.append((first, second))
        return hmac.compare_digest(first, second)

    with running(tmp_path, text=SHORT) as client:
        monkeypatch.setattr(
            tokens, "hmac", type("Recorded", (), {"compare_digest": staticmethod(compare)})
        )
        for token in ("x", TOKEN[:-1], TOKEN, "x" * 79):
            compared.clear()
            answer = client.get("/api/study/operator", headers={"authorization": f"Bearer {token}"})
            assert answer.status_code == (200 if token == TOKEN else 403)
            assert compared == [(tokens.hashed(token), tokens.hashed(TOKEN))]


@pytest.mark.usefixtures("limits_at_rest")
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("arrive", {"language": "en"}),
        ("resume", {"token": "x" * 22}),
        ("stop", {"delete": False}),
        ("again", None),
    ],
)
def test_costly_requests_and_guesses_have_a_rate_limit(
    path: str, body: dict[str, Any] | None, tmp_path: Path
) -> None:
    with running(tmp_path, text=SHORT, games_per_minute=3) as client:
        codes = [Participant(client).request("POST", path, body).status_code for _ in range(6)]
        assert codes[3:] == [429] * 3
        assert 429 not in codes[:3]
