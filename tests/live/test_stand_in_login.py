"""The stand-in's login, cookies, bans and limits."""

from __future__ import annotations

import math

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.live.stand_in.raw import Raw, login
from tests.live.stand_in.server import PATIENCE, StandIn

GOOD = {"username": "robin", "password": "secret", "version": "bot"}


def test_a_login_gives_a_cookie_that_opens_the_websocket(stand_in: StandIn) -> None:
    with Raw(stand_in, "robin") as robin:
        assert robin.read()[0] == "welcome"
        assert [robin.read()[0] for _ in range(4)] == [
            "userList",
            "tableList",
            "chatList",
            "gameHistory",
        ]
        assert robin.log[0][1]["username"] == "robin"
        assert robin.log[0][1]["playingAtTables"] == []


def test_a_second_login_needs_the_password_of_the_first(stand_in: StandIn) -> None:
    assert login(stand_in, **GOOD)[0] == 200
    status, text, cookie = login(stand_in, **{**GOOD, "password": "wrong"})
    assert (status, cookie) == (401, "")
    assert "password" in text


@pytest.mark.parametrize(
    "change",
    [
        {"username": ""},
        {"password": ""},
        {"version": ""},
        {"version": "17"},
        {"username": "x"},
        {"username": "a" * 16},
        {"username": "a b"},
        {"username": "a/b"},
        {"username": "Hanabi"},
    ],
)
def test_bad_forms_are_refused(stand_in: StandIn, change: dict[str, str]) -> None:
    status, text, cookie = login(stand_in, **{**GOOD, **change})
    assert (status, cookie) == (401, "")
    assert text


def test_names_that_differ_only_in_capitals_are_refused(stand_in: StandIn) -> None:
    assert login(stand_in, **GOOD)[0] == 200
    assert login(stand_in, **{**GOOD, "username": "Robin"})[0] == 401


def test_an_outage_answers_the_next_logins_only(stand_in: StandIn) -> None:
    stand_in.refuse_logins((429, "slow down"), (503, "busy"))
    assert [login(stand_in, **GOOD)[0] for _ in range(3)] == [429, 503, 200]


def test_a_banned_address_can_neither_log_in_nor_connect(stand_in: StandIn) -> None:
    _, _, cookie = login(stand_in, **GOOD)
    stand_in.ban()
    assert login(stand_in, **GOOD)[0] == 401
    with pytest.raises(InvalidStatus, match="401"):
        connect(stand_in.ws_url, additional_headers={"Cookie": cookie}, open_timeout=PATIENCE)


def test_no_cookie_and_an_expired_cookie_are_refused(stand_in: StandIn) -> None:
    with pytest.raises(InvalidStatus, match="401"):
        connect(stand_in.ws_url, open_timeout=PATIENCE)
    _, _, cookie = login(stand_in, **GOOD)
    stand_in.log_out("robin")
    with pytest.raises(InvalidStatus, match="401"):
        connect(stand_in.ws_url, additional_headers={"Cookie": cookie}, open_timeout=PATIENCE)


def test_a_flood_of_messages_bans_the_address(stand_in: StandIn) -> None:
    def flood() -> None:
        for _ in range(500):
            robin.send("inactive", inactive=False)
        robin.wait("nothing")

    stand_in.settings.window_seconds = math.inf  # however long the sending takes
    with Raw(stand_in, "robin") as robin, pytest.raises(ConnectionClosed):
        flood()
    assert login(stand_in, **GOOD)[0] == 401


def test_a_second_connection_ends_the_first(stand_in: StandIn) -> None:
    with Raw(stand_in, "robin") as first, Raw(stand_in, "robin") as second:
        assert first.wait("error")["error"]
        with pytest.raises(ConnectionClosed):
            first.read()
        second.send("chat", msg="here", room="lobby")
        assert second.wait("chat", lambda line: line["who"] == "robin")["msg"] == "here"


@pytest.mark.parametrize(
    "text",
    ["nonsense {}", "tableJoin", "tableJoin {", "tableJoin []", 'tableJoin {"tableID": "1"}'],
)
def test_messages_that_make_no_sense_are_only_recorded(stand_in: StandIn, text: str) -> None:
    with Raw(stand_in, "robin") as robin:
        robin.socket.send(text)
        robin.send("chat", msg="still here", room="lobby")
        robin.wait("chat", lambda line: line["msg"] == "still here")
        assert [name for name, _ in robin.log if name == "warning"] == []
    assert stand_in.hub.unknown == [("robin", text)]
