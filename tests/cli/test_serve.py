"""`tamaya serve`: what it refuses. Servers that run are tested in tests/web."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest

from tamaya import TamayaError
from tamaya.cli.serve import serve


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"host": "0.0.0.0"}, r"host '0\.0\.0\.0' can be reached by other machines"),
        ({"database": "nonsense"}, "not a database: 'nonsense'"),
        ({"agent": ["nobody"]}, "no agent 'nobody'"),
        ({"runs": ["nodir"]}, r"no runs in 'nodir' \(expected pool\.json there or below\)"),
    ],
)
def test_what_cannot_be_served_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: dict[str, Any], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TamayaError, match=message):
        serve(**options)


def test_an_address_that_is_taken_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        with pytest.raises(TamayaError, match=f"cannot listen at 127.0.0.1:{port}"):
            serve(port=port)
