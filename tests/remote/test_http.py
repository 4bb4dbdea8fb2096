"""Programs that play over HTTP."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

import tamaya as ty
from tamaya.remote import agent as remote_agent

Respond = Callable[[BaseHTTPRequestHandler, dict[str, object]], None]


@pytest.fixture(autouse=True)
def patient_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_agent, "START_SECONDS", 120.0)


def reply(handler: BaseHTTPRequestHandler, body: bytes, status: int = 200) -> None:
    handler.send_response(status)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)


@contextmanager
def server(respond: Respond) -> Iterator[str]:
    """Serves on a free port, and gives its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            respond(self, json.loads(self.rfile.read(length)))

        def log_message(self, *args: object) -> None:
            """Prints nothing."""

    running = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    running.daemon_threads = True
    thread = threading.Thread(target=running.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{running.server_address[1]}/play?bot=1"
    finally:
        running.shutdown()
        thread.join()
        running.server_close()


def first_move(handler: BaseHTTPRequestHandler, message: dict[str, object]) -> None:
    legal = message.get("legal_moves")
    answer = {"move": legal[0]} if isinstance(legal, list) else {}
    reply(handler, json.dumps(answer).encode())


class First:
    """Makes the first legal move, like the server."""

    def act(self, view: ty.View) -> ty.Move:
        return view.legal_moves()[0]


def test_a_server_plays_the_same_games_as_a_class_and_hears_of_every_game() -> None:
    seen: list[tuple[object, object, str]] = []

    def respond(handler: BaseHTTPRequestHandler, message: dict[str, object]) -> None:
        seen.append((message["player"], message["type"], handler.path))
        first_move(handler, message)

    with server(respond) as address:
        matchup = ty.match(f"remote:{address}", f"remote:{address}", games=2)
    assert matchup.scores.tolist() == ty.match(First, First, games=2).scores.tolist()
    players = {player for player, _, _ in seen}
    assert len(players) == 2
    for player in players:
        kinds = [kind for who, kind, _ in seen if who == player and kind != "act"]
        assert kinds == ["episode", "game", "end", "game", "end"]
    assert {path for _, _, path in seen} == {"/play?bot=1"}


def be_silent(handler: BaseHTTPRequestHandler, over: threading.Event) -> None:
    """Answers nothing until the test is over."""
    over.wait()


def drip(handler: BaseHTTPRequestHandler, over: threading.Event) -> None:
    """Sends a header letter by letter, each in time for a socket's own time-out."""
    with suppress(OSError):
        while not over.wait(0.05):
            handler.wfile.write(b"H")


@pytest.mark.parametrize(
    ("respond", "reason"),
    [
        (lambda handler, message: reply(handler, b"{}"), "expected a line like"),
        (lambda handler, message: reply(handler, b"down", 503), "HTTP status 503"),
        (lambda handler, message: reply(handler, b"", 302), "HTTP status 302"),
        (lambda handler, message: reply(handler, b"x" * 1_100_000), "more than 1,000,000 bytes"),
        (lambda handler, message: handler.connection.close(), "RemoteDisconnected|OSError|Reset"),
    ],
)
def test_a_server_that_fails_loses_the_game(respond: Respond, reason: str) -> None:
    with server(respond) as address:
        matchup = ty.match(f"remote:{address}", "piers", games=1)
    assert re.search(reason, matchup.lost[0])


@pytest.mark.parametrize("respond", [be_silent, drip])
def test_a_server_that_is_too_slow_loses_the_game(
    respond: Callable[[BaseHTTPRequestHandler, threading.Event], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(remote_agent, "START_SECONDS", 0.2)
    over = threading.Event()
    with server(lambda handler, _: respond(handler, over)) as address:
        matchup = ty.match(f"remote:{address}(seconds=0.2)", "piers", games=1)
        over.set()
    assert "took longer than" in matchup.lost[0]


def test_a_server_that_is_not_there_loses_the_game() -> None:
    with server(first_move) as address:
        pass
    matchup = ty.match(f"remote:{address}", "piers", games=1)
    assert "ConnectionRefusedError" in matchup.lost[0]


def test_a_host_name_that_cannot_exist_loses_the_game() -> None:
    matchup = ty.match(f"remote:http://{'a' * 70}.invalid/", "piers", games=1)
    assert "UnicodeError" in matchup.lost[0]
