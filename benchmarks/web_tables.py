"""Measures how long a server takes to deliver a move, with many tables at once and without agents.

    python -m benchmarks.web_tables --tables 300 --seconds 20
    python -m benchmarks.web_tables --tables 600 --processes 2

Each table has two simulated people who move every few seconds over their own WebSockets. The server
is one process on one core with SQLite, or several processes, each on its core, with a PostgreSQL
that is started for the benchmark. All pages are one more process, which chooses a table's server
process by a hash of its id, as a proxy does. The delay is the time from sending a move until the
other player's page receives it, including the commit to the database.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.own_postgres import own_postgres


def main() -> None:
    """Runs the benchmark and prints percentiles."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=20.0, help="seconds to measure")
    parser.add_argument("--think", type=float, default=3.0, help="mean seconds between moves")
    parser.add_argument("--processes", type=int, default=1, help="server processes")
    args = parser.parse_args()
    busy = os.getloadavg()[0]
    delays, used = measured(args.tables, args.seconds, args.think, args.processes)
    print(f"{args.tables} tables, {args.processes} processes, {len(delays)} moves")
    for percent in (50, 95, 99):
        print(f"p{percent} {1000 * percentile(delays, percent):.1f} ms")
    print(f"server CPU {1000 * used / max(1, len(delays)):.2f} ms per move")
    print(f"load of the machine before: {busy:.1f}")


def percentile(delays: list[float], percent: int) -> float:
    """A percentile of sorted delays."""
    return delays[len(delays) * percent // 100]


def measured(
    tables: int, seconds: float, think: float = 3.0, processes: int = 1
) -> tuple[list[float], float]:
    """Sorted delays of all moves in seconds, and the CPU seconds of all server processes."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database = f"sqlite:///{folder}/games.db"
        if processes > 1:
            database = stack.enter_context(own_postgres(safe=True))
        servers = [
            stack.enter_context(_server(database, core, shared=processes > 1))
            for core in range(processes)
        ]
        delays, used = asyncio.run(_measure(servers, tables, seconds, think))
    return sorted(delays), used


@dataclass(frozen=True)
class _Server:
    pid: int
    port: int


@contextmanager
def _server(database: str, core: int, *, shared: bool) -> Iterator[_Server]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    tamaya = str(Path(sys.executable).with_name("tamaya"))
    options = f"--port {port} --workers 1 --games-per-minute 100000".split()
    options += ["--address", f"http://127.0.0.1:{port}"] if shared else []
    command = [tamaya, "serve", "--database", database, *options]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        assert str(port) in server.stdout.readline(), "the server did not start"
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(server.pid, {cores[core % len(cores)]})
        yield _Server(server.pid, port)
    finally:
        server.terminate()
        server.wait()


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _measure(
    servers: list[_Server], tables: int, seconds: float, think: float
) -> tuple[list[float], float]:
    """Delays of all moves, and the CPU seconds of the servers, after everybody has joined."""
    delays: list[float] = []
    begun = asyncio.Event()
    games = [await asyncio.to_thread(_begin, servers[0].port) for _ in range(tables)]
    players = []
    for game, tokens in games:
        port = servers[zlib.crc32(game.encode()) % len(servers)].port
        players.append(_Players(port, game, tokens, think, delays))
    tasks = [asyncio.create_task(pair.play(begun)) for pair in players]
    await asyncio.gather(*(pair.ready.wait() for pair in players))
    before = sum(_cpu(server.pid) for server in servers)
    begun.set()
    await asyncio.sleep(seconds)
    used = sum(_cpu(server.pid) for server in servers) - before
    for task in tasks:
        task.cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        if isinstance(result, Exception):
            raise result
    return delays, used


def _begin(port: int) -> tuple[str, list[str]]:
    body = json.dumps({"seats": [{"kind": "human"}, {"kind": "human"}]}).encode()
    address, kind = f"http://127.0.0.1:{port}/api/games", {"Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(address, body, kind), timeout=30) as answer:
        created = json.load(answer)
    return created["game"], [seat["token"] for seat in created["tokens"]]


class _Players:
    """Two simulated people at one table who make the last legal move of the list."""

    def __init__(
        self, port: int, game: str, tokens: list[str], think: float, delays: list[float]
    ) -> None:
        self._address = f"ws://127.0.0.1:{port}/ws/games/{game}"
        self._tokens, self._think, self._delays = tokens, think, delays
        self.ready = asyncio.Event()

    async def play(self, begun: asyncio.Event) -> None:
        async with (
            connect(self._address, compression=None) as first,
            connect(self._address, compression=None) as second,
        ):
            pages = (first, second)
            for page, token in zip(pages, self._tokens, strict=True):
                await page.send(json.dumps({"v": 1, "t": "join", "token": token}))
            table = (await _frame(first, "snapshot"))["table"]
            await _frame(second, "snapshot")
            self.ready.set()
            await begun.wait()
            while isinstance(table, dict) and "end" not in table:
                table = await self._turn(pages, table)

    async def _turn(
        self, pages: tuple[ClientConnection, ClientConnection], table: dict[str, object]
    ) -> object:
        await asyncio.sleep(random.uniform(0, 2 * self._think))
        mover, other = pages if table["current"] == 0 else pages[::-1]
        choices = table["choices"]
        assert isinstance(choices, list)
        move = choices[-1]["move"]
        sent = time.perf_counter()
        turn = table["turn"]
        await mover.send(
            json.dumps({"v": 1, "t": "act", "turn": turn, "move": move, "cid": str(turn)})
        )
        seen = await _frame(other, "event")
        self._delays.append(time.perf_counter() - sent)
        await _text(mover, "event")
        return seen["table"]


async def _frame(page: ClientConnection, kind: str) -> dict[str, object]:
    frame: dict[str, object] = msgspec.json.decode(await _text(page, kind))
    return frame


async def _text(page: ClientConnection, kind: str) -> bytes:
    """The next frame of a kind, not decoded: pages of this benchmark must not be the bottleneck."""
    while True:
        text = await page.recv(decode=False)
        if f'"t":"{kind}"'.encode() in text[:20]:
            return text


if __name__ == "__main__":
    main()
