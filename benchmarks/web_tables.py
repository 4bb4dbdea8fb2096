"""Measures how long a server takes to deliver a move, with many tables at once and without agents.

    python -m benchmarks.web_tables --tables 300 --seconds 20

Each table has two simulated people who move every few seconds over their own WebSockets. The server
is one process on one core; all pages are a second process. The delay is the time from sending a
move until the other player's page receives it, including the commit to the database.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect


def main() -> None:
    """Runs the benchmark and prints percentiles."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=20.0, help="seconds to measure")
    parser.add_argument("--think", type=float, default=3.0, help="mean seconds between moves")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server, port = _server(folder)
        try:
            delays, used = asyncio.run(
                _measure(server.pid, port, args.tables, args.seconds, args.think)
            )
        finally:
            server.terminate()
            server.wait()
    delays.sort()
    print(f"{args.tables} tables, {len(delays)} moves in {args.seconds:g} s")
    for percent in (50, 95, 99):
        print(f"p{percent} {1000 * delays[len(delays) * percent // 100]:.1f} ms")
    print(f"server CPU {1000 * used / max(1, len(delays)):.2f} ms per move")


def _server(folder: str) -> tuple[subprocess.Popen[str], int]:
    tamaya = str(Path(sys.executable).with_name("tamaya"))
    command = [
        tamaya,
        "serve",
        "--port",
        "0",
        "--database",
        f"sqlite:///{folder}/games.db",
        "--workers",
        "1",
        "--games-per-minute",
        "100000",
    ]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    address = re.search(r":(\d+)/", server.stdout.readline())
    assert address is not None
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(server.pid, {cores[0]})
    return server, int(address[1])


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _measure(
    pid: int, port: int, tables: int, seconds: float, think: float
) -> tuple[list[float], float]:
    """Delays of all moves, and the CPU seconds of the server, after everybody has joined."""
    delays: list[float] = []
    begun = asyncio.Event()
    games = [await asyncio.to_thread(_begin, port) for _ in range(tables)]
    players = [_Players(port, game, tokens, think, delays) for game, tokens in games]
    tasks = [asyncio.create_task(pair.play(begun)) for pair in players]
    await asyncio.gather(*(pair.ready.wait() for pair in players))
    before = _cpu(pid)
    begun.set()
    await asyncio.sleep(seconds)
    used = _cpu(pid) - before
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
        async with connect(self._address) as first, connect(self._address) as second:
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
        await _frame(mover, "event")
        return seen["table"]


async def _frame(page: ClientConnection, kind: str) -> dict[str, object]:
    while True:
        text = await page.recv()
        if f'"t":"{kind}"' in str(text)[:20]:
            frame: dict[str, object] = json.loads(text)
            return frame


if __name__ == "__main__":
    main()
