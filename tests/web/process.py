"""A server as a process of its own, as users run it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

TAMAYA = str(Path(sys.executable).with_name("tamaya"))
SECONDS = 120.0
"""seconds for what must happen on a busy machine"""


class Site:
    """A server or proxy at a port of this machine."""

    def __init__(self, port: int) -> None:
        self.port = port

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}",
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            answer_body: dict[str, Any] = json.load(answer)
        return answer_body

    def get(self, path: str) -> tuple[int, bytes, dict[str, str]]:
        address = f"http://127.0.0.1:{self.port}{path}"
        with urllib.request.urlopen(address, timeout=SECONDS) as answer:
            return answer.status, answer.read(), dict(answer.headers)

    @contextmanager
    def page(self, game: str, **join: Any) -> Iterator[ClientConnection]:
        address = f"ws://127.0.0.1:{self.port}/ws/games/{game}"
        with connect(
            address, open_timeout=SECONDS, close_timeout=1, ping_interval=None
        ) as connection:
            connection.send(json.dumps({"v": 1, "t": "join", **join}))
            yield connection


class Server(Site):
    """A running `tamaya serve`."""

    def __init__(self, database: str, *options: str, folder: Path | None = None) -> None:
        command = [
            TAMAYA,
            "serve",
            "--port",
            "0",
            "--database",
            database,
            "--delay",
            "0",
            "--workers",
            "1",
            "--seconds",
            str(SECONDS),
            *options,
        ]
        # Servers train a detective in their working folder; all tests of a run share it.
        shared = folder or Path(database.removeprefix("sqlite:///")).parent.parent
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=shared)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        match = re.search(r"http://localhost:(\d+)/", line)
        assert match, f"no address in {line!r}"
        super().__init__(int(match[1]))

    def kill(self) -> None:
        """As `kill -9` does."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """As Ctrl-C does."""
        return self._end(signal.SIGINT)

    def _end(self, number: int) -> int:
        os.kill(self._process.pid, number)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return self._process.wait(timeout=SECONDS)

    @property
    def running(self) -> bool:
        return self._process.poll() is None


@contextmanager
def served(database: str, *options: str) -> Iterator[Server]:
    """Runs a server, and kills it afterwards if it still runs."""
    server = Server(database, *options)
    try:
        yield server
    finally:
        if server.running:
            server.kill()


def frame(connection: ClientConnection, *kinds: str) -> dict[str, Any]:
    """The next frame of one of these kinds."""
    while True:
        message: dict[str, Any] = json.loads(connection.recv(timeout=SECONDS))
        if message["t"] in kinds:
            return message
        assert message["t"] != "err", message


def act(connection: ClientConnection, table: dict[str, Any], move: str = "") -> None:
    """Makes a move, or the last one that the table offers."""
    move = move or table["choices"][-1]["move"]
    turn = table["turn"]
    body = {"v": 1, "t": "act", "turn": turn, "move": move, "cid": f"t{turn}"}
    connection.send(json.dumps(body))
