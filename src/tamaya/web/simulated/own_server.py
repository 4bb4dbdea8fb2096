"""A server that is started for bots only."""

from __future__ import annotations

import pickle
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from tamaya.errors import TamayaError
from tamaya.web.config import ServerConfig
from tamaya.web.http import tokens
from tamaya.web.server import serve
from tamaya.web.study.protocol import MoveTimes, OperatorView

_START_SECONDS = 300.0
_UNLIMITED = 1e9


@dataclass(frozen=True)
class OwnServer:
    """A running server."""

    address: str
    token: str
    """of its operator"""

    def move_times(self) -> MoveTimes:
        """How quickly it confirmed moves, from a page's frame to its own."""
        request = urllib.request.Request(
            f"{self.address}/api/study/operator", headers={"Authorization": f"Bearer {self.token}"}
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return msgspec.json.decode(answer.read(), type=OperatorView).moves


@contextmanager
def own_server(study: Path, database: str) -> Iterator[OwnServer]:
    """A server in a process of its own, without waiting times and rate limits.

    It ends with the block.

    :raises TamayaError: if it does not start
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    token = tokens.fresh()
    config = ServerConfig(
        operator=token,
        study=str(study),
        database=database,
        port=port,
        delay=0,
        games_per_minute=_UNLIMITED,
        messages_per_second=_UNLIMITED,
    )
    process = _started(config)
    try:
        _wait(f"http://127.0.0.1:{port}/api/study", process)
        yield OwnServer(f"http://127.0.0.1:{port}", token)
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _started(config: ServerConfig) -> subprocess.Popen[bytes]:
    """Starts this module. Its standard output is dropped, since the output is the command's."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tamaya.web.simulated.own_server"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C is for the command, which then ends this process
    )
    assert process.stdin is not None
    with process.stdin:
        pickle.dump(config, process.stdin)
    return process


def _wait(address: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            time.sleep(0.1)
    raise TamayaError("the server for the simulation did not start")


if __name__ == "__main__":
    serve(pickle.load(sys.stdin.buffer))
