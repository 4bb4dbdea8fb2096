"""Progress over HTTP: history, statistics, linked browsers, export and deletion."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import tamaya as ty
from tamaya.transcript import Transcript
from tests.web.given_decks import SESSION, begin_with_deck
from tests.web.hidden import random_deal
from tests.web.pages import Frame, agent, begin, first_choice, page, person, play_on, serving


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with serving(tmp_path) as client:
        yield client


def finished(client: TestClient, partner: str = "piers", seed: int = 7) -> str:
    seats, deck = (person(), agent(partner)), {"kind": "seed", "seed": seed}
    game: str = begin(client, *seats, deck=deck)["game"]
    with page(client, game) as table:
        assert play_on(table, first_choice)
    return game


def progress(client: TestClient, after: int = 0) -> Frame:
    answer = client.get(f"/api/progress?after={after}")
    assert answer.status_code == 200, answer.text
    body: Frame = answer.json()
    return body


def as_nobody(client: TestClient) -> None:
    client.cookies.clear()


def test_a_new_browser_has_an_empty_history(client: TestClient) -> None:
    body = progress(client)
    assert (body["games"], body["total"], body["partners"], body["devices"]) == ([], 0, [], 1)
    assert body["streaks"] == {"days": 0, "kept": 0, "longest_kept": 0, "best": 0}


def test_finished_games_stay_and_known_decks_are_practice(client: TestClient) -> None:
    first, again = finished(client), finished(client)
    begin(client, person(), agent("iggi"))  # a running game is not listed
    body = progress(client)
    assert [game["game"] for game in body["games"]] == [again, first]
    assert [game["practice"] for game in body["games"]] == [True, False]
    (record,) = body["partners"]
    assert (record["partner"], record["name"], record["games"]) == ("piers", "Piers", 1)
    assert record["scores"] == [body["games"][1]["score"]]
    assert progress(client, after=1)["games"] == body["games"][1:]
    assert "iggi" not in str(body)
    as_nobody(client)
    assert progress(client)["total"] == 0


def test_statistics_follow_time_by_partner(client: TestClient) -> None:
    for seed in (1, 2, 3):
        finished(client, "piers", seed)
    finished(client, "iggi", 4)
    body = progress(client)
    records = {record["partner"]: record for record in body["partners"]}
    scores = [game["score"] for game in reversed(body["games"])]
    assert records["piers"]["scores"] == scores[:3]
    assert records["piers"]["mean"] == pytest.approx(sum(scores[:3]) / 3, abs=0.01)
    assert records["iggi"]["error"] is None
    assert body["streaks"]["best"] == max(scores)
    assert body["streaks"]["days"] == 1


def test_another_browser_joins_once_and_brings_its_games(client: TestClient) -> None:
    finished(client, seed=1)
    code = client.post("/api/progress/link").json()["code"]
    phone = {"cookies": dict(client.cookies)}
    as_nobody(client)
    finished(client, seed=2)
    joined = client.post("/api/progress/join", json={"code": code})
    assert joined.json() == {"games": 2}
    assert (progress(client)["total"], progress(client)["devices"]) == (2, 2)
    refused = client.post("/api/progress/join", json={"code": code})
    assert refused.status_code == 403
    as_nobody(client)
    client.cookies.update(phone["cookies"])
    assert progress(client)["total"] == 2


def test_a_linked_browser_continues_a_running_game(client: TestClient) -> None:
    game = begin(client, person(), agent("piers"))["game"]
    with page(client, game) as table:
        play_on(table, moves=2)
    code = client.post("/api/progress/link").json()["code"]
    as_nobody(client)
    client.post("/api/games", json={"seats": [person("Eve"), agent("piers")]})
    assert client.get(f"/api/games/{game}/events").status_code == 403
    assert client.post("/api/progress/join", json={"code": code}).status_code == 200
    summaries = client.get("/api/games?mine").json()["games"]
    (listed,) = [summary for summary in summaries if summary["game"] == game]
    assert (listed["seat"], listed["turn"], "over" in listed) == (0, 4, False)
    with page(client, game) as table:
        assert play_on(table, first_choice)
    assert progress(client)["total"] == 1


def test_a_linked_browser_opens_no_game_of_a_study(client: TestClient) -> None:
    client.cookies.set("tamaya_session", SESSION)
    begin_with_deck(client, "game", random_deal(0), 0, study="study")
    assert client.get("/api/games/game/events").status_code == 200
    code = client.post("/api/progress/link").json()["code"]
    as_nobody(client)
    assert client.post("/api/progress/join", json={"code": code}).status_code == 200
    assert client.get("/api/games/game/events").status_code == 403
    assert client.get("/api/games?mine").json()["games"] == []


def test_a_made_up_code_opens_nothing(client: TestClient) -> None:
    answer = client.post("/api/progress/join", json={"code": "x" * 22})
    assert answer.status_code == 403
    assert client.post("/api/progress/join", json={"code": "short"}).status_code == 422


def test_the_export_holds_whole_finished_games_only(client: TestClient) -> None:
    game = finished(client)
    running = begin(client, person(), agent("piers"))["game"]
    answer = client.get("/api/progress/export")
    assert "attachment" in answer.headers["content-disposition"]
    body = answer.json()
    assert [entry["game"] for entry in body["games"]] == [game]
    assert body["running"] == [running]
    transcript = Transcript.parse(body["games"][0]["transcript"])
    assert transcript.replay().score == body["games"][0]["score"]
    assert transcript.deck == tuple(ty.State.deal(7).full_deck)


def test_deletion_removes_own_games_and_names_in_games_with_others(client: TestClient) -> None:
    alone = finished(client)
    created = begin(client, person("Ann"), person("Ben"))
    token = created["tokens"][1]["token"]
    client.post("/api/progress/link")
    ann = dict(client.cookies)
    as_nobody(client)
    address = f"/api/games/{created['game']}"
    assert client.post(f"{address}/seat", json={"token": token}).status_code == 200
    ben = dict(client.cookies)
    as_nobody(client)
    client.cookies.update(ann)
    assert client.delete("/api/progress").json() == {"games": 1}
    assert progress(client)["total"] == 0
    assert client.get(f"/api/replays/{alone}").status_code == 404
    as_nobody(client)
    client.cookies.update(ann)  # the old key opens no seat any more
    assert client.get(f"{address}/events").status_code == 403
    as_nobody(client)
    client.cookies.update(ben)
    table = client.get(f"{address}/events").json()["frames"][-1]["table"]
    assert [seat["name"] for seat in table["seats"]] == ["Player 1", "Ben"]
    assert client.delete("/api/progress").json() == {"games": 1}
