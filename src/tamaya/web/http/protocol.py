"""Bodies that belong to no page: refusals, and the state of the server."""

from __future__ import annotations

from msgspec import Struct


class Problem(Struct, frozen=True):
    """Why a request was refused."""

    error: str
    """for people"""


class Health(Struct, frozen=True):
    """The server is up."""

    version: str
    protocol: int
    tables: int
    """that are in memory"""
