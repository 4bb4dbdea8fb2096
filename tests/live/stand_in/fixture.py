"""The pytest fixture that starts the stand-in server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.live.stand_in.server import StandIn


@pytest.fixture
def stand_in() -> Iterator[StandIn]:
    """A server on a free port of 127.0.0.1, alone for one test."""
    with StandIn() as server:
        yield server
