"""`tamaya serve`: what it refuses, in one line. Servers that run are tested in tests/web."""

from __future__ import annotations

import socket
import subprocess
from pathlib import Path

import pytest

from tests.web.process import TAMAYA


def refused(folder: Path, *options: str) -> str:
    command = [TAMAYA, "serve", *options]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--host", "0.0.0.0"], "host '0.0.0.0' can be reached from elsewhere"),
        (["--database", "nonsense"], "not a database: 'nonsense'"),
        (["--agent", "nobody"], "no agent 'nobody'"),
    ],
)
def test_what_cannot_be_served_is_refused(tmp_path: Path, options: list[str], told: str) -> None:
    assert told in refused(tmp_path, *options)


def test_an_address_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"cannot listen at 127.0.0.1:{port}" in refused(tmp_path, "--port", str(port))
