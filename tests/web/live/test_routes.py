"""The HTTP API: the OpenAPI document describes it, and no request breaks it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
import schemathesis
from fastapi import FastAPI
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable

from tamaya import hanab_live
from tamaya.errors import NotAllowedError
from tamaya.web.live.hub import Hub
from tests.web.pages import agent, begin, first_choice, page, person, play_on, serving

LINK = (  # a game of hanab.live with 53 turns that ends with 24 points
    "415vpsfbqucuuqondkak-xxibwavnagyftkghmppd-slcjfmwrhelri,03lcag-ajaopbxdbiapaagdlbau-"
    "abafxbbwadahxaanavoc-aroba0a1xdbzb5a6atb2-bxocbkbsaCbesbaEgcaG-xdam1caIalaBa3pcodxa-lb,0"
)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with serving(tmp_path_factory.mktemp("games")) as client:
        yield client


@pytest.mark.parametrize("examples", [2, pytest.param(20, marks=pytest.mark.exhaustive)])
def test_no_request_that_the_document_allows_breaks_the_server(
    client: TestClient, examples: int
) -> None:
    """Nor does one that it forbids: every answer has a status that the document names."""
    document = client.get("/api/openapi.json").json()
    answered: dict[str, set[int]] = {}
    for result in schemathesis.openapi.from_dict(document).get_all_operations():
        operation = result.ok()  # type: ignore[union-attr]
        for mode in schemathesis.GenerationMode:

            @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
            @given(operation.as_strategy(generation_mode=mode))
            def ask(case: schemathesis.Case[Any]) -> None:
                request = case.as_transport_kwargs(base_url="http://127.0.0.1")
                arguments = {key: request[key] for key in _SENT if request.get(key) is not None}
                answer = client.request(**arguments, content=request.get("data"))
                responses = document["paths"][case.operation.path][case.method.lower()]["responses"]
                allowed = {
                    *map(int, responses),
                    404,
                    405,
                }  # a path may be cut short by an empty part
                assert answer.status_code in allowed, f"{request} {answer.text}"
                answered.setdefault(case.operation.label, set()).add(answer.status_code)

            with contextlib.suppress(Unsatisfiable):  # some requests cannot be wrong
                ask()
    assert len(answered) >= len(ROUTES)
    assert {200, 422} <= set().union(*answered.values())


ROUTES = (
    "health",
    "agents",
    "games",
    "create",
    "claim",
    "follow",
    "events",
    "move",
    "reasons",
    "export",
    "import",
)
_SENT = ("method", "url", "json", "headers", "params")


def test_a_finished_game_is_exported_and_an_unfinished_one_is_not(client: TestClient) -> None:
    new_game = begin(client, person("Ann"), agent("piers"), deck={"kind": "seed", "seed": 5})
    address = f"/api/games/{new_game['game']}"
    for path in ("export", "reasons"):
        refused = client.get(f"{address}/{path}")
        assert (refused.status_code, refused.json()) == (409, {"error": "the game is not over"})
    with page(client, new_game["game"]) as ann:
        ann.send(t="note", key="0-0", text="a five?", mark="keep", cid="n")
        ann.receive("note")
        last = play_on(ann)
    assert last is not None
    exported = client.get(f"{address}/export").json()
    game = hanab_live.from_link(exported["link"]).transcript
    assert game.replay().score == last["table"]["score"]
    assert exported["json"]["players"] == ["Ann", "Piers"]
    own_notes, reasons = exported["json"]["notes"]
    deck = exported["json"]["deck"]
    assert [note for note in own_notes if note] == ["keep a five?"]
    assert own_notes[0] == "keep a five?"
    moved = [action["target"] for action in exported["json"]["actions"][1::2] if action["type"] < 2]
    assert moved
    assert [place for place in range(len(deck)) if reasons[place]] == sorted(moved)
    client.cookies.clear()
    other_notes = client.get(f"{address}/export").json()["json"]["notes"]
    assert not any(other_notes[0])


def test_a_game_comes_from_hanab_live_and_goes_back(client: TestClient) -> None:
    link = f"https://hanab.live/replay-json/{LINK}"
    game = client.post("/api/import", json={"text": link}).json()["game"]
    exported = client.get(f"/api/games/{game}/export").json()
    assert exported["link"] == link
    again = client.post("/api/import", json={"text": json.dumps(exported["json"])}).json()["game"]
    assert client.get(f"/api/games/{again}/export").json()["link"] == link
    with page(client, game) as anybody:
        snapshot = anybody.receive("snapshot")
    assert (snapshot["table"]["turn"], snapshot["table"]["score"]) == (53, 24)
    assert snapshot["reveal"]["deck"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nonsense", "not a game of hanab.live"),
        ("{}", "players"),
        ("tamaya transcript 1", "transcript"),
        ('{"players":["a","b"],"options":{"variant":"Duck (5 Suits)"}}', "Duck"),
    ],
)
def test_what_is_no_game_is_refused_with_a_reason(
    client: TestClient, text: str, reason: str
) -> None:
    answer = client.post("/api/import", json={"text": text})
    assert answer.status_code == 422
    assert reason in answer.json()["error"]


def test_lists_show_games_to_whom_they_concern(tmp_path: Path) -> None:
    with serving(tmp_path, pace=30.0) as client:
        mine = begin(client, person("Ann"), agent("piers"))["game"]
        agents = begin(client, agent("piers"), agent("iggi"))["game"]

        def listed(filter: str) -> list[str]:
            return [game["game"] for game in client.get(f"/api/games?{filter}").json()["games"]]

        assert (listed("mine"), listed("watchable"), listed("finished")) == ([mine], [agents], [])
        client.cookies.clear()
        assert listed("mine") == []
        assert client.get("/api/games").status_code == 422


def test_an_invitation_gives_a_seat_and_a_name(client: TestClient) -> None:
    new_game = begin(client, person("Ann"), {"kind": "human"})
    client.cookies.clear()
    body = {"token": new_game["tokens"][1]["token"], "name": "Bob <b>"}
    seat = client.post(f"/api/games/{new_game['game']}/seat", json=body)
    assert seat.json() == {"game": new_game["game"], "seat": 1}
    with page(client, new_game["game"]) as bob:
        snapshot = bob.receive("snapshot")
    assert (snapshot["seat"], snapshot["table"]["seats"][1]["name"]) == (1, "Bob <b>")
    wrong = client.post(f"/api/games/{new_game['game']}/seat", json={"token": "x" * 20})
    assert wrong.status_code == 403


def test_an_invitation_belongs_to_the_first_who_accepts_it(client: TestClient) -> None:
    new_game = begin(client, person("Ann"), {"kind": "human"})
    game, token = new_game["game"], new_game["tokens"][1]["token"]
    client.cookies.clear()
    bob = client.post(f"/api/games/{game}/seat", json={"token": token, "name": "Bob"})
    again = client.post(f"/api/games/{game}/seat", json={"token": token})
    assert (bob.status_code, again.status_code) == (200, 200)
    client.cookies.clear()
    third = client.post(f"/api/games/{game}/seat", json={"token": token, "name": "Eve"})
    assert third.status_code == 403
    assert "somebody has accepted it" in third.json()["error"]
    client.cookies.clear()
    with page(client, game, token=token) as eve:
        assert eve.receive()["code"] == "not_allowed"


def test_invitations_accepted_at_the_same_time_give_each_seat_to_one_browser(
    client: TestClient,
) -> None:
    new_game = begin(client, person("Ann"), {"kind": "human"}, {"kind": "human"})
    game, (_, bob, cem) = new_game["game"], [seat["token"] for seat in new_game["tokens"]]
    hub: Hub = cast(FastAPI, client.app).state.hub

    async def accept() -> list[int | BaseException]:
        pairs = ((bob, "bob's browser"), (bob, "eve's browser"), (cem, "cem's browser"))
        claims = (hub.claim(game, token, session, None) for token, session in pairs)
        return await asyncio.gather(*claims, return_exceptions=True)

    assert client.portal is not None
    first, refused, last = client.portal.call(accept)
    assert (first, last) == (1, 2)
    assert isinstance(refused, NotAllowedError)
    sessions = ("bob's browser", "eve's browser", "cem's browser")
    seats = [client.portal.call(hub.seat_of, game, None, session) for session in sessions]
    assert seats == [1, None, 2]


def test_the_same_deck_with_another_partner_needs_no_friend(client: TestClient) -> None:
    new_game = begin(client, person("Ann"), person("Bob"))
    tokens = [seat["token"] for seat in new_game["tokens"]]
    with (
        page(client, new_game["game"], token=tokens[0]) as ann,
        page(client, new_game["game"], token=tokens[1]) as bob,
    ):
        pages = [ann, bob]
        tables = [page.receive("snapshot")["table"] for page in pages]
        while "end" not in tables[0]:
            seat = tables[0]["current"]
            pages[seat].act(tables[seat], first_choice(tables[seat]), f"{tables[0]['turn']}")
            tables = [page.receive("event")["table"] for page in pages]
    wish = {"how": "same_deck", "agents": ["piers"], "token": tokens[0]}
    following = client.post(f"/api/games/{new_game['game']}/next", json=wish).json()
    with page(client, following["game"], token=tokens[0]) as ann:
        seats = ann.receive("snapshot")["table"]["seats"]
    assert [(seat["kind"], seat["name"]) for seat in seats] == [
        ("human", "Ann"),
        ("agent", "Piers"),
    ]


def test_text_is_sent_gzipped_to_browsers_that_accept_it(client: TestClient) -> None:
    plain, packed = (
        client.get("/api/agents", headers={"Accept-Encoding": coding}) for coding in ("", "gzip")
    )
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert plain.json() == packed.json()
    index = client.get("/", headers={"Accept-Encoding": "gzip"})
    assert index.headers["content-encoding"] == "gzip"
    assert index.headers["content-type"].startswith("text/html")
    script = re.search(r"/assets/[\w-]+\.js", index.text)
    assert script
    texts = [client.get(script[0], headers={"Accept-Encoding": coding}) for coding in ("", "gzip")]
    assert texts[0].content == texts[1].content
    assert int(texts[1].headers["content-length"]) < len(texts[0].content) / 2
    assert texts[1].headers["content-type"].startswith("text/javascript")


def test_a_link_that_only_names_a_game_says_how_to_get_the_game(client: TestClient) -> None:
    body = {"text": "https://hanab.live/replay/12345"}
    answer = client.post("/api/import", json=body)
    assert answer.status_code == 422
    assert "https://hanab.live/export/12345" in answer.json()["error"]


def test_decks_of_a_name_and_of_a_day_are_the_same_for_all(client: TestClient) -> None:
    for deck in ({"kind": "named", "name": "Sakura"}, {"kind": "daily"}):
        hands = []
        for _ in range(2):
            new_game = begin(client, person("Ann"), person("Bob"), deck=deck)
            with page(client, new_game["game"]) as ann:
                hands.append([c["card"] for c in ann.receive()["table"]["seats"][1]["hand"]])
        assert hands[0] == hands[1]


def test_pages_are_served_and_addresses_of_pages_lead_to_them(tmp_path: Path) -> None:
    built = tmp_path / "static"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html><title>here</title>")
    (built / "assets" / "app-1a2b.js").write_text("1")
    with serving(tmp_path, static=built) as client:
        for address in ("/", "/g/abc", "/replay/abc/7?seat=1", "/map", "/../../etc/passwd"):
            answer = client.get(address)
            assert "<title>here" in answer.text
            assert answer.headers["cache-control"] == "no-cache"
        script = client.get("/assets/app-1a2b.js")
        assert "immutable" in script.headers["cache-control"]
        assert client.get("/assets/gone.js").status_code == 404
        assert client.get("/api/gone").json() == {"error": "no address '/api/gone'"}


def test_missing_pages_are_said_to_be_missing(tmp_path: Path) -> None:
    with serving(tmp_path, static=tmp_path / "nothing") as client:
        answer = client.get("/")
    assert answer.status_code == 503
    assert "npm run build" in answer.text


@pytest.mark.parametrize("change", [{"options": {"variant": []}}, {"players": ["\ud800", "Bob"]}])
def test_an_import_of_a_bad_variant_or_name_is_refused(
    client: TestClient, change: dict[str, object]
) -> None:
    game = json.loads(hanab_live.to_json(hanab_live.from_link(LINK).transcript))
    answer = client.post("/api/import", json={"text": json.dumps({**game, **change})})
    assert answer.status_code == 422
    assert "variant" in answer.json()["error"] or "players" in answer.json()["error"]
