"""What participants receive does not depend on the arm, and is theirs alone."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tamaya.web.http import tokens
from tests.study.files import SMALL
from tests.web.pages import page
from tests.web.study.participants import TOKEN, Participant, running
from tests.web.study.test_data import export
from tests.web.study.test_flow import SHORT


def received(folder: Path, monkeypatch: pytest.MonkeyPatch, agent: str) -> list[str]:
    """Every byte that a participant of an arm receives, with the moves of the agent made equal.

    Both arms play the same scripted moves: what is left could only come from who the agent is.
    """
    folder.mkdir()
    counter = iter(range(10**6))
    monkeypatch.setattr(
        tokens, "fresh", lambda: f"session number {next(counter):06}".replace(" ", "-")
    )
    monkeypatch.setattr(tokens, "fresh_id", lambda: f"id{next(counter):06}")
    monkeypatch.setattr(time, "time", lambda: 1_700_000_000.0)
    script = f"tests/web/study/scripted.py:{agent}"
    arms = (('agent = "piers"', f'agent = "{script}"'), ('agent = "iggi"', f'agent = "{script}"'))
    replies: list[str] = []
    with running(folder, *arms, agents=(script,), text=SHORT) as client:
        client.headers["x-test"] = "1"
        person = Participant(client).arrive().submit(agree="yes")
        game = person.page["game"]
        # Without equal delays, a page sees who is quick: both pages join after the first reply.
        table = client.app.state.hub.tables[game]  # type: ignore[attr-defined]
        while table.history.state.turn == 0:
            time.sleep(0.02)
        person.play()
        person.look()
        for path in ("events", "events?after=0", "export", "reasons", "belief", "next", "seat"):
            replies.append(client.get(f"/api/games/{game}/{path}").text)
        for path in (
            f"/api/replays/{game}",
            "/api/games?mine",
            "/api/agents",
            "/api/games?finished",
        ):
            answer = client.get(path)
            assert answer.status_code == 403
            replies.append(answer.text)
        person.submit()
        replies += person.bodies
        agents = [
            frame["entry"] for frame in person.frames if frame.get("entry", {}).get("seat") == 0
        ]
        assert len(agents) > 3
        assert [e for e in agents if e.get("think") or "late" in e] == []
    return [_without_codes(text) for text in replies]


def _without_codes(text: str) -> str:
    """Completion codes are drawn; so is how long people think."""
    return re.sub(
        r"[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}|'think': [0-9.e-]+|\"think\":[0-9.e-]+", "", text
    )


def test_all_bytes_sent_are_the_same_for_all_arms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = received(tmp_path / "quick", monkeypatch, "Quick")
    slow = received(tmp_path / "slow", monkeypatch, "Thoughtful")
    assert len(quick) > 30
    assert quick == slow
    whole = "\n".join(quick).casefold()
    for secret in ("scripted", "quick", "slow", "piers", "iggi", '"arm', "late", "seed"):
        assert secret not in whole, secret


def test_replies_come_after_the_same_time_whatever_agents_think(tmp_path: Path) -> None:
    for agent in ("Quick", "Slow"):
        folder = tmp_path / agent
        folder.mkdir()
        script = f"tests/web/study/scripted.py:{agent}"
        changes = (
            ('agent = "piers"', f'agent = "{script}"'),
            ('agent = "iggi"', f'agent = "{script}"'),
            ("reply_seconds = 0", "reply_seconds = 0.5"),
        )
        with running(folder, *changes, agents=(script,), text=SHORT) as client:
            person = Participant(client).arrive().submit(agree="yes")
            assert all(seconds >= 0.5 for seconds in _reply_times(client, person))
        _, tables = export(folder, folder / "out")
        replies = [row for row in tables.moves if row.page_seconds is None]
        assert len(replies) >= 3
        for reply in replies:  # a machine under load may think longer, and then waits no more
            expected = max(0.5, reply.think_seconds)
            assert reply.think_seconds + reply.delay_seconds == pytest.approx(expected, abs=0.002)


def _reply_times(client: TestClient, person: Participant) -> list[float]:
    client.cookies.set("tamaya_session", person.session or "")
    times: list[float] = []
    with page(client, person.page["game"]) as table:
        shown = table.receive("event")
        for _ in range(3):
            table.act(shown["table"], shown["table"]["choices"][-1]["move"], f"{len(times)}")
            mine = table.receive("event")["entry"]["at"]
            shown = table.receive("event")
            times.append(shown["entry"]["at"] - mine)
        assert not any(frame["t"] == "thinking" for frame in table.frames)
    return times


def refused(client: TestClient, game: str, session: str | None) -> list[int]:
    """What happens if somebody else wants to see or join a game."""
    client.cookies.clear()
    if session:
        client.cookies.set("tamaya_session", session)
    act = {"v": 1, "t": "act", "turn": 0, "move": "discard 0", "cid": "x"}
    answers = [
        client.get(f"/api/games/{game}/events"),
        client.post(f"/api/games/{game}/moves", json=act),
        client.get(f"/api/games/{game}/export"),
        client.post(f"/api/games/{game}/seat", json={"token": "x" * 20}),
        client.post(f"/api/games/{game}/next", json={"how": "again"}),
    ]
    with page(client, game, watch=True, shadows=1) as table:
        assert table.receive()["code"] == "not_allowed"
    return [answer.status_code for answer in answers]


def test_nobody_sees_or_joins_a_game_of_somebody_else(tmp_path: Path) -> None:
    with running(tmp_path, text=SHORT) as client:
        person = Participant(client).arrive().submit(agree="yes")
        other = Participant(client).arrive().submit(agree="yes")
        game = person.page["game"]
        for session in (None, other.session, "x" * 22):
            assert refused(client, game, session) == [403] * 5
        person.play()
        for session in (None, other.session):  # also when it is over
            assert refused(client, game, session) == [403] * 5
        assert person.look()["over"]


def test_a_server_without_the_study_does_not_show_its_games_either(tmp_path: Path) -> None:
    from tests.web.pages import serving

    with running(tmp_path, text=SHORT) as client:
        person = Participant(client).arrive().submit(agree="yes")
        person.play()
        game = person.page["game"]
    with serving(tmp_path) as client:
        client.cookies.set("tamaya_session", person.session or "")
        paths = (
            f"games/{game}/export",
            f"games/{game}/reasons",
            f"replays/{game}",
            f"games/{game}/belief",
        )
        assert [client.get(f"/api/{path}").status_code for path in paths] == [403] * 4
        assert client.post(f"/api/games/{game}/next", json={"how": "again"}).status_code == 403
        assert "piers" not in client.get(f"/api/games/{game}/events").text
        assert client.get("/api/study").status_code == 404


def test_addresses_of_other_pages_lead_to_the_study(tmp_path: Path) -> None:
    with running(tmp_path) as client:
        for path in ("/", "/learn", "/play/abc", "/study/other", "/docs"):
            answer = client.get(f"{path}?PROLIFIC_PID=p1", follow_redirects=False)
            assert (answer.status_code, path) == (307, path)
            assert answer.headers["location"] == "/study?PROLIFIC_PID=p1"
        for path in ("/study", "/study/operator", "/favicon.svg", "/api/study"):
            answer = client.get(path, follow_redirects=False)
            assert (answer.status_code, path) == (200, path)


def test_a_session_is_known_by_its_cookie_alone(tmp_path: Path) -> None:
    with running(tmp_path, text=SHORT) as client:
        person = Participant(client).arrive(id="p1")
        stranger = Participant(client)
        for path in ("state", "link"):
            assert stranger.request("GET", path).status_code == 403
        for path, body in (
            ("submit", {"step": 0, "language": "en", "answers": {"agree": "yes"}}),
            ("trace", {"step": 0, "clicks": [{"age": 0, "kind": "click"}]}),
            ("stop", {"delete": True}),
            ("again", None),
            ("resume", {"token": person.id.ljust(16, "x")}),
        ):
            assert stranger.request("POST", path, body).status_code == 403, path
        assert person.look()["kind"] == "consent"


@pytest.mark.parametrize("extra", [{"arm": "two"}, {"participant": "x"}, {"slot": 1}])
def test_nobody_chooses_an_arm(extra: dict[str, Any], tmp_path: Path) -> None:
    with running(tmp_path, text=SHORT) as client:
        body = {"language": "en", **extra}
        assert Participant(client).request("POST", "arrive", body).status_code == 422


def test_pages_of_other_origins_change_nothing(tmp_path: Path) -> None:
    with running(tmp_path, text=SHORT) as client:
        headers = {"origin": "https://evil.example"}
        answer = client.post("/api/study/arrive", json={"language": "en"}, headers=headers)
        assert answer.status_code == 403
        form = client.post("/api/study/arrive", data={"language": "en"})
        assert form.status_code == 415


def test_the_operators_page_wants_the_token(tmp_path: Path) -> None:
    with running(tmp_path, text=SHORT) as client:
        Participant(client).arrive().submit(agree="yes")
        client.cookies.clear()
        for token in (None, "", TOKEN[:-1], TOKEN + "x", "ü"):
            headers = {} if token is None else {"authorization": f"Bearer {token}".encode()}
            for path in ("", "/export", "/tables"):
                assert client.get(f"/api/study/operator{path}", headers=headers).status_code == 403
        headers = {"authorization": f"Bearer {TOKEN}".encode()}
        view = client.get("/api/study/operator", headers=headers).json()
        assert view["states"] == {"active": 1}
        assert [step for step in view["steps"] if step.startswith("game")] == ["game 1"]
        assert sum(arm["assigned"] for arm in view["arms"]) == 1
        assert "score" not in json.dumps(view)  # no outcome by arm while the study runs
        paused = client.post("/api/study/operator/pause", json={"paused": True}, headers=headers)
        assert paused.json()["paused"]
        refused = Participant(client).request("POST", "arrive", {"language": "en"})
        assert refused.json()["error"] == "the study is paused"
        archive = client.get("/api/study/operator/export", headers=headers)
        assert archive.content[:2] == b"PK"


def test_the_operator_watches_running_games_without_learning_the_arm(tmp_path: Path) -> None:
    headers = {"authorization": f"Bearer {TOKEN}".encode()}
    with running(tmp_path, text=SHORT) as client:
        person = Participant(client).arrive().submit(agree="yes")
        person.play(moves=2)
        client.cookies.clear()
        answer = client.get("/api/study/operator/tables", headers=headers)
        (shown,) = answer.json()["tables"]
        assert (shown["participant"], shown["game"]) == (person.id, person.page["game"])
        assert shown["table"]["turn"] >= 4
        hands = [card["card"] for seat in shown["table"]["seats"] for card in seat["hand"]]
        assert len(hands) == 10  # also those that their holders do not see
        assert shown["last"]["turn"] == shown["table"]["turn"] - 1
        assert not any(word in answer.text for word in ("piers", "iggi", '"arm', '"seed"'))
        view = client.get("/api/study/operator", headers=headers).json()
        assert view["moves"]["moves"] == 2
        assert 0 < view["moves"]["p50"] <= view["moves"]["most"]
        person.play()
        client.cookies.clear()
        after = client.get("/api/study/operator/tables", headers=headers).json()
        assert after == {"running": 0, "tables": []}


@pytest.mark.usefixtures("limits_at_rest")
def test_guessing_the_operators_token_is_slow(tmp_path: Path) -> None:
    with running(tmp_path, text=SHORT, games_per_minute=5) as client:
        codes = [
            client.get("/api/study/operator", headers={"authorization": "Bearer x"}).status_code
            for _ in range(8)
        ]
        assert codes == [403] * 5 + [429] * 3
        right = client.get("/api/study/operator", headers={"authorization": f"Bearer {TOKEN}"})
        assert right.status_code == 429, "a lucky guess is not told from the others"
        Participant(client).arrive()  # participants at the same address are not slowed down


@pytest.mark.usefixtures("limits_at_rest")
def test_one_browser_may_only_ask_so_often(tmp_path: Path) -> None:
    with running(tmp_path, text=SHORT, messages_per_second=1) as client:
        person = Participant(client).arrive()
        other = Participant(client).arrive()
        codes = [person.request("GET", "state").status_code for _ in range(10)]
        assert (codes[0], codes[-1]) == (200, 429)
        assert other.request("GET", "state").status_code == 200


def test_a_study_without_an_operators_token_has_no_operator(tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text(SMALL)
    from tests.web.pages import serving

    with serving(tmp_path, study=str(file)) as client:
        headers = {"authorization": "Bearer None"}
        assert client.get("/api/study/operator", headers=headers).status_code == 403
