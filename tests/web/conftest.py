"""A PostgreSQL server for tests of storage."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from benchmarks.own_postgres import missing, own_postgres


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """URL of a PostgreSQL server for these tests, if PostgreSQL is installed."""
    if reason := missing():
        pytest.skip(reason)
    with own_postgres() as url:
        yield url
