"""A PostgreSQL server for tests of storage, and rate limits that stand still."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from benchmarks.own_postgres import missing, own_postgres


@pytest.fixture
def limits_at_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rate limits of servers that start now never recover, however long a test takes."""
    from tamaya.web import app
    from tamaya.web.http.rate_limits import Bucket, Buckets
    from tamaya.web.live import socket_routes

    monkeypatch.setattr(app, "Buckets", partial(Buckets, clock=lambda: 0.0))
    monkeypatch.setattr(socket_routes, "Bucket", partial(Bucket, clock=lambda: 0.0))


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """URL of a PostgreSQL server for these tests, if PostgreSQL is installed."""
    if reason := missing():
        pytest.skip(reason)
    with own_postgres() as url:
        yield url
