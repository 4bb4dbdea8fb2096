"""Several server processes over one PostgreSQL: any of them answers for any table."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection

from tamaya.errors import ClosedError
from tamaya.web.live.forwarded_http import HolderRequest
from tamaya.web.storage.database import opened
from tests.ports import reserved_ports
from tests.truth import ROOT
from tests.web.pages import Frame, agent, begin, page, person, serving
from tests.web.process import SECONDS, Server, Site, act, frame
from tests.web.study.test_proxy import program

TWO_PEOPLE = {"seats": [{"kind": "human"}, {"kind": "human"}]}
AGENTS = {"seats": [{"kind": "agent", "agent": name} for name in ("piers", "iggi")]}


def answered(response: bytes) -> list[Message]:
    """The messages that a forwarded response becomes."""
    messages: list[Message] = []

    async def send(message: Message) -> None:
        messages.append(message)

    async def holder(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"GET /x HTTP/1.1\r\nhost: ")
        writer.write(response)
        writer.close()

    async def forward() -> None:
        server = await asyncio.start_server(holder, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        request = await HolderRequest.open(f"http://127.0.0.1:{port}")
        await request.forward("GET /x HTTP/1.1", {"cookie": "a=b"}, b"", send)
        server.close()

    asyncio.run(forward())
    return messages


@pytest.mark.parametrize(
    "response",
    [
        b"HTTP/1.1 200 OK\r\nX-A: b\r\nContent-Length: 5\r\n\r\nab\r\nc",
        b"HTTP/1.1 200 OK\r\nx-a: b\r\ntransfer-encoding: chunked\r\n\r\n"
        b"3\r\nab\r\r\n2\r\n\nc\r\n0\r\n\r\n",
    ],
)
def test_a_response_is_passed_on_whole_or_in_pieces(response: bytes) -> None:
    start, *pieces = answered(response)
    assert start["status"] == 200
    assert (b"x-a", b"b") in start["headers"]
    assert b"".join(piece["body"] for piece in pieces) == b"ab\r\nc"
    assert [piece["more_body"] for piece in pieces][-1] is False


def test_a_process_that_ends_before_it_responds_is_reported() -> None:
    with pytest.raises(ClosedError, match="has ended: try again"):
        answered(b"")


@contextmanager
def cluster(database: str, folder: Path) -> Iterator[list[Server]]:
    """Two processes over one database. They end with the block."""

    def started(port: int) -> Server:
        options = ("--port", str(port), "--address", f"http://127.0.0.1:{port}", "--pace", "0")
        return Server(database, *options, folder=folder)

    with reserved_ports(2) as ports:
        with ThreadPoolExecutor() as threads:
            servers = list(threads.map(started, ports))
        try:
            yield servers
        finally:
            for server in servers:
                if server.running:
                    server.kill()


def acknowledged_until_closed(socket: ClientConnection) -> list[Any]:
    """Log entries that a page receives before its connection ends."""
    entries = []
    try:
        while True:
            message = json.loads(socket.recv(timeout=SECONDS))
            entries += [message["entry"]] if message["t"] == "event" else []
    except ConnectionClosed:
        return entries


def shown_by(site: Site, game: str, **join: str) -> dict[str, Any]:
    """The table as a new page sees it."""
    with site.page(game, **join) as connection:
        return frame(connection, "snapshot")


def watch_to_the_end(site: Site, game: str) -> None:
    with site.page(game) as watcher:
        while "end" not in frame(watcher, "snapshot", "event")["table"]:
            pass


@pytest.mark.slow
def test_a_killed_process_loses_nothing_and_another_continues(
    postgres: str, tmp_path: Path
) -> None:
    with cluster(postgres, tmp_path.parent) as (first, second):
        new_game = first.post("/api/games", TWO_PEOPLE)
        game, tokens = new_game["game"], [seat["token"] for seat in new_game["tokens"]]
        watched = first.post("/api/games", {**AGENTS, "watchable": True})["game"]
        with first.page(game, token=tokens[0]) as ann, second.page(game, token=tokens[1]) as bob:
            latest = [frame(page, "snapshot") for page in (ann, bob)]
            log = []
            for turn in range(6):  # Bob's moves and what he sees pass through the second process
                act((ann, bob)[turn % 2], latest[turn % 2]["table"])
                latest = [frame(page, "event") for page in (ann, bob)]
                assert latest[0]["entry"]["move"] == latest[1]["entry"]["move"]
                log.append(latest[1]["entry"])
            status, body, _ = second.get(f"/api/games/{watched}/events")
            assert status == 200
            assert json.loads(body)["frames"]
            act(ann, latest[0]["table"])
            killed = time.monotonic()
            first.kill()
            log += acknowledged_until_closed(bob)
        snapshot = until(lambda: shown_by(second, game, token=tokens[1]))
        print(f"the table moved after {time.monotonic() - killed:.2f} s")
        assert snapshot["log"][: len(log)] == log
        assert len(snapshot["log"]) - len(log) in (0, 1)  # Ann's last move was not confirmed
        until(lambda: watch_to_the_end(second, watched))  # it plays on until the game is over


@pytest.mark.slow
def test_a_process_that_loses_its_lock_closes_its_tables_and_holds_them_again(
    postgres: str, tmp_path: Path
) -> None:
    with serving(tmp_path, database=postgres, address="http://127.0.0.1:1") as client:
        game = begin(client, person(), agent())["game"]
        with page(client, game) as ann:
            before = ann.receive("snapshot")
            engine = opened(postgres)
            with engine.connect() as connection:
                connection.exec_driver_sql(
                    "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
                )
            engine.dispose()
            with pytest.raises(WebSocketDisconnect) as closed:
                ann.receive("nothing")
            assert closed.value.code == 1012

        def again() -> Frame:
            with page(client, game) as ann:
                return ann.receive("snapshot")

        assert until(again)["table"] == before["table"]


def caddy_file(proxy: int, ports: list[int]) -> str:
    """The documented file without TLS, for these ports."""
    page = (ROOT / "docs" / "web.md").read_text()
    block = re.search(r"```text\n(play\.example\.org \{\n.*?)```", page, re.DOTALL)
    assert block is not None
    text = block[1].replace("play.example.org {", f"http://127.0.0.1:{proxy} {{")
    for documented, port in zip((8001, 8002), ports, strict=True):
        assert f":{documented}" in text
        text = text.replace(f":{documented}", f":{port}")
    return "{\nadmin off\n}\n" + text


def until(attempt: Callable[[], Any], seconds: float = SECONDS) -> Any:
    """The result of the first attempt that succeeds."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            return attempt()
        except (OSError, ConnectionClosed, InvalidHandshake, WebSocketDisconnect):
            assert time.monotonic() < deadline
            time.sleep(0.1)


@pytest.mark.slow
def test_the_documented_proxy_keeps_tables_together_and_survives_a_kill(
    postgres: str, tmp_path: Path
) -> None:
    caddy = shutil.which("caddy")
    if caddy is None:
        pytest.skip("Caddy is not installed")
    with cluster(postgres, tmp_path.parent) as servers, reserved_ports(1) as (port,):
        (tmp_path / "Caddyfile").write_text(caddy_file(port, [server.port for server in servers]))
        run = [caddy, "run", "--config", "Caddyfile", "--adapter", "caddyfile"]
        with program(run, tmp_path, XDG_DATA_HOME=str(tmp_path), HOME=str(tmp_path)):
            proxy = Site(port)
            until(lambda: proxy.get("/api/health"))
            games = [proxy.post("/api/games", TWO_PEOPLE) for _ in range(24)]
            for game in games:
                for seat in game["tokens"]:
                    with proxy.page(game["game"], token=seat["token"]) as page:
                        frame(page, "snapshot")
            tables = [json.loads(server.get("/api/health")[1])["tables"] for server in servers]
            assert sum(tables) >= 24  # both processes hold some, and none is held twice
            assert min(tables) >= 1
            servers[0].kill()
            for game in games:
                token = game["tokens"][0]["token"]

                def snapshot(game: str = game["game"], token: str = token) -> Any:
                    return shown_by(proxy, game, token=token)

                assert until(snapshot)["game"] == game["game"]
