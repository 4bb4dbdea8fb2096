"""Logins, broken connections, and people who come and go."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import pytest

from tamaya.errors import LiveError, UnknownNameError
from tamaya.live import Credentials, LiveSettings
from tamaya.live.client import _Client
from tests.live.running_bot import RunningBot
from tests.live.stand_in.people import silent
from tests.live.stand_in.server import StandIn
from tests.live.test_live_games import assert_clean, finish, said, start_game


def test_the_account_comes_from_the_environment_only() -> None:
    account = Credentials.from_environment(
        {"TAMAYA_LIVE_USER": "robin", "TAMAYA_LIVE_PASSWORD": "x y"}
    )
    assert (account.user, account.password) == ("robin", "x y")
    with pytest.raises(LiveError, match="for the bot: TAMAYA_LIVE_PASSWORD not set"):
        Credentials.from_environment({"TAMAYA_LIVE_USER": "robin"})


@pytest.mark.parametrize(
    "server",
    [
        "hanab.live",
        "ftp://hanab.live",
        "http://hanab.live",
        "",
        "https://[",
        "https://hanab.live:x",
        "https://hanab.live:99999",
        "https://hanab .live",
    ],
)
def test_bad_and_unencrypted_addresses_are_refused(server: str) -> None:
    with pytest.raises(LiveError, match="https://"):
        LiveSettings(server=server)


def test_the_socket_has_the_address_of_the_server() -> None:
    assert LiveSettings(server="https://hanab.live").socket_url == "wss://hanab.live/ws"
    assert LiveSettings(server="http://localhost:81/").socket_url == "ws://localhost:81/ws"


def refused(stand_in: StandIn, **changes: object) -> str:
    with RunningBot(stand_in.url, **changes) as bot:  # type: ignore[arg-type]
        bot.wait()
    assert isinstance(bot.error, LiveError)
    return str(bot.error)


def test_a_wrong_password_ends_the_bot_with_the_servers_words(stand_in: StandIn) -> None:
    with RunningBot(stand_in.url):
        stand_in.wait(lambda: stand_in.is_online("robin"))
    text = refused(stand_in, password="wrong-one")
    assert "refuses the login of 'robin' (status 401)" in text
    assert "wrong-one" not in text


def test_a_banned_address_ends_the_bot(stand_in: StandIn) -> None:
    stand_in.ban()
    assert "status 401" in refused(stand_in)


@pytest.mark.slow
def test_a_ban_during_a_game_ends_the_bot(stand_in: StandIn) -> None:
    with RunningBot(stand_in.url) as bot:
        stand_in.wait(lambda: stand_in.is_online("robin"))
        stand_in.ban()
        stand_in.cut("robin")
        bot.wait()
    assert isinstance(bot.error, LiveError)


def test_an_unreachable_server_is_reported_at_once() -> None:
    with RunningBot("http://127.0.0.1:9") as bot:
        bot.wait()
    assert isinstance(bot.error, LiveError)
    assert "cannot reach http://127.0.0.1:9" in str(bot.error)


@pytest.mark.slow
def test_a_busy_server_is_asked_again(stand_in: StandIn) -> None:
    stand_in.refuse_logins((429, "slow down"), (503, "restarting"))
    with RunningBot(stand_in.url):
        stand_in.wait(lambda: stand_in.is_online("robin"))


@pytest.mark.slow
def test_an_expired_cookie_leads_to_a_new_login(stand_in: StandIn) -> None:
    with RunningBot(stand_in.url):
        stand_in.wait(lambda: stand_in.is_online("robin"))
        stand_in.log_out("robin")
        stand_in.cut("robin")
        stand_in.wait(lambda: len(stand_in.sent("robin", "welcome")) == 2)


def test_a_bot_that_loses_the_connection_joins_its_table_again(stand_in: StandIn) -> None:
    stand_in.settings.seats = ("alice", "robin")
    with RunningBot(stand_in.url):
        alice = stand_in.person("alice")
        stand_in.wait(lambda: stand_in.is_online("robin"))
        number = alice.create_table(options={"variantName": "3 Suits"})
        alice.invite("robin")
        stand_in.wait(lambda: len(stand_in.table(number).players) == 2)
        stand_in.cut("robin")
        stand_in.wait(lambda: len(stand_in.received("robin", "tableJoin")) == 2)
        stand_in.wait(lambda: len(stand_in.table(number).players) == 2)
        alice.start()
        finish(stand_in, number)
    assert_clean(stand_in)


@pytest.mark.parametrize("players", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_a_bot_that_loses_the_connection_resumes_its_game(stand_in: StandIn, players: int) -> None:
    with RunningBot(stand_in.url):
        number = start_game(stand_in, players, variantName="3 Suits")
        for connections, turn in ((2, 4), (3, 9)):
            stand_in.wait(lambda t=turn: stand_in.table(number).live.state.turn >= t)  # type: ignore[misc]
            stand_in.cut("robin")
            stand_in.wait(lambda n=connections: len(stand_in.sent("robin", "welcome")) == n)  # type: ignore[misc]
        finish(stand_in, number)
    assert_clean(stand_in)


@pytest.mark.slow
def test_a_new_process_resumes_the_game_of_the_old_one(stand_in: StandIn) -> None:
    with RunningBot(stand_in.url, delay=0.05):
        number = start_game(stand_in, 2, variantName="3 Suits")
        stand_in.wait(lambda: stand_in.table(number).live.state.turn >= 6)
    with RunningBot(stand_in.url):
        finish(stand_in, number)
    assert_clean(stand_in)


def test_the_bot_leaves_when_the_person_who_invited_it_leaves(stand_in: StandIn) -> None:
    with RunningBot(stand_in.url):
        alice = stand_in.person("alice")
        stand_in.wait(lambda: stand_in.is_online("robin"))
        number = alice.create_table()
        alice.invite("robin")
        stand_in.wait(lambda: len(stand_in.table(number).players) == 2)
        alice.tell("tableLeave", tableID=number)
        stand_in.wait(lambda: stand_in.received("robin", "tableLeave") != [])
    assert_clean(stand_in)


@pytest.mark.slow
def test_the_bot_leaves_when_a_player_asks(stand_in: StandIn) -> None:
    with RunningBot(stand_in.url):
        alice = stand_in.person("alice")
        stand_in.wait(lambda: stand_in.is_online("robin"))
        number = alice.create_table()
        alice.invite("robin")
        stand_in.wait(lambda: len(stand_in.table(number).players) == 2)
        alice.tell("chatPM", msg="/leave", recipient="robin", room="lobby")
        stand_in.wait(lambda: len(stand_in.table(number).players) == 1)
    assert_clean(stand_in)


@pytest.mark.slow
def test_a_person_who_comes_back_finds_the_game_going_on(stand_in: StandIn) -> None:
    with RunningBot(stand_in.url):
        stand_in.settings.seats = ("alice", "robin")
        alice = stand_in.person("alice", pace=0.02)
        stand_in.wait(lambda: stand_in.is_online("robin"))
        number = alice.create_table(options={"variantName": "3 Suits"})
        alice.invite("robin")
        stand_in.wait(lambda: len(stand_in.table(number).players) == 2)
        alice.start()
        stand_in.wait(lambda: stand_in.table(number).live.state.turn >= 4)
        alice.disconnect()
        alice.reconnect()
        finish(stand_in, number)
    assert_clean(stand_in)


def kinds_of_actions(stand_in: StandIn) -> set[str]:
    records = stand_in.sent("robin", "gameAction")
    return {record.data["action"]["type"] for record in records}


@pytest.mark.slow
def test_a_game_that_ends_idle_leaves_the_bot_free(stand_in: StandIn) -> None:
    stand_in.settings.seats = ("alice", "robin")
    with RunningBot(stand_in.url):
        alice = stand_in.person("alice", silent)
        stand_in.wait(lambda: stand_in.is_online("robin"))
        number = alice.create_table()
        alice.invite("robin")
        stand_in.wait(lambda: len(stand_in.table(number).players) == 2)
        alice.start()
        stand_in.wait(lambda: all(player.present for player in stand_in.table(number).players))
        stand_in.end_idle(number)
        stand_in.wait(lambda: "gameOver" in kinds_of_actions(stand_in))
        bob = stand_in.person("bob")
        other = bob.create_table()
        bob.invite("robin")
        stand_in.wait(lambda: len(stand_in.table(other).players) == 2)
    assert_clean(stand_in)


@pytest.mark.parametrize("variant", ["Black (6 Suits)", "Rainbow (6 Suits)"])
def test_variants_that_the_engine_does_not_know_are_refused(
    stand_in: StandIn, variant: str
) -> None:
    with RunningBot(stand_in.url):
        alice = stand_in.person("alice")
        stand_in.wait(lambda: stand_in.is_online("robin"))
        alice.create_table(options={"variantName": variant})
        alice.invite("robin")
        stand_in.wait(lambda: "cannot play variant" in said(stand_in))
    assert f"I cannot play variant '{variant}'" in said(stand_in)
    assert stand_in.received("robin", "tableJoin") == []


def test_the_bot_leaves_a_table_that_changes_to_an_unknown_variant(stand_in: StandIn) -> None:
    with RunningBot(stand_in.url):
        alice = stand_in.person("alice")
        stand_in.wait(lambda: stand_in.is_online("robin"))
        number = alice.create_table()
        alice.invite("robin")
        stand_in.wait(lambda: len(stand_in.table(number).players) == 2)
        alice.tell("tableSetVariant", tableID=number, options={"variantName": "Black (6 Suits)"})
        stand_in.wait(lambda: len(stand_in.table(number).players) == 1)
    assert "I leave, because I cannot play variant 'Black (6 Suits)'" in said(stand_in, "chat")
    assert_clean(stand_in)


@pytest.mark.slow
def test_tables_with_a_password_are_joined_with_it(stand_in: StandIn) -> None:
    with RunningBot(stand_in.url):
        alice = stand_in.person("alice")
        stand_in.wait(lambda: stand_in.is_online("robin"))
        number = alice.create_table(password="a&b <c>")
        alice.tell("chatPM", msg="/join a&b <c>", recipient="robin", room="lobby")
        stand_in.wait(lambda: len(stand_in.table(number).players) == 2)
    assert_clean(stand_in)


def test_whoever_has_no_table_is_told_what_to_do(stand_in: StandIn) -> None:
    with RunningBot(stand_in.url):
        alice = stand_in.person("alice")
        stand_in.wait(lambda: stand_in.is_online("robin"))
        alice.tell("chatPM", msg="/join", recipient="robin", room="lobby")
        alice.tell("chatPM", msg="hello", recipient="robin", room="lobby")
        stand_in.wait(lambda: "/why [TURN]" in said(stand_in))
    assert "Please create or join a table first" in said(stand_in)
    assert_clean(stand_in)


def test_a_bot_whose_agent_cannot_be_made_does_not_start(stand_in: StandIn) -> None:
    with RunningBot(stand_in.url, agent="no-such-agent") as bot:
        bot.wait()
    assert isinstance(bot.error, UnknownNameError)
    assert not stand_in.is_online("robin")


@pytest.mark.slow
def test_a_bot_that_another_program_displaces_does_not_fight(stand_in: StandIn) -> None:
    with RunningBot(stand_in.url, longest_wait=600.0):
        stand_in.wait(lambda: stand_in.is_online("robin"))
        with RunningBot(stand_in.url):
            stand_in.wait(lambda: len(stand_in.sent("robin", "welcome")) == 2)
            time.sleep(1.0)
            assert len(stand_in.sent("robin", "welcome")) == 2


class _Frames:
    """Frames of a server that then closes the connection, some seconds apart."""

    def __init__(self, frames: list[str], seconds: float, clock: list[float]) -> None:
        self._frames, self._seconds, self._clock = frames, seconds, clock

    async def __aiter__(self) -> AsyncIterator[str]:
        for frame in self._frames:
            yield frame
            self._clock[0] += self._seconds


ERROR = 'error {"error":"Something went wrong."}'
OTHER = 'userLeft {"userID":7}'


@pytest.mark.parametrize("seconds", [0.0, 10.0])
@pytest.mark.parametrize(
    ("frames", "wait"), [([OTHER, ERROR], 600.0), ([ERROR, OTHER], 0.05), ([OTHER], 0.05)]
)
def test_a_server_that_says_an_error_last_is_left_alone_however_long_it_takes(
    monkeypatch: pytest.MonkeyPatch, frames: list[str], wait: float, seconds: float
) -> None:
    settings = LiveSettings(server="http://localhost:81", first_wait=0.05, longest_wait=600.0)
    link = _Client(settings, Credentials("robin", "x"))
    clock = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    asyncio.run(link._listen(_Frames(frames, seconds, clock)))  # type: ignore[arg-type]
    assert link._wait == wait
