"""HTTP bodies that all routes share: errors, and the state of the server."""

from __future__ import annotations

from msgspec import Struct


class Problem(Struct, frozen=True):
    """An error response."""

    error: str
    """a message for people"""


class Health(Struct, frozen=True):
    """The state of the server."""

    version: str
    protocol: int
    tables: int
    """tables in memory"""
