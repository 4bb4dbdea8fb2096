"""Caches slow HTTP responses, gzipped.

Only public content is compressed. If a body mixed secrets with text that an attacker chooses, its
compressed length could reveal the secrets.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Hashable

import msgspec
from fastapi import Request, Response

from tamaya.web.http.compute_cache import ComputeCache

MOST = 400
"""most results in memory"""


def cache_of(request: Request) -> ComputeCache:
    """The cache of this server."""
    state = request.app.state
    if not hasattr(state, "cache"):
        state.cache = ComputeCache(MOST)
    cache: ComputeCache = state.cache
    return cache


async def cached_response(
    request: Request, key: tuple[Hashable, ...], compute: Callable[[], msgspec.Struct]
) -> Response:
    """The JSON response for a key, computed if it is not cached."""
    compressed = await cache_of(request).get(
        ("gzip", *key), lambda: gzip.compress(msgspec.json.encode(compute()), 6, mtime=0)
    )
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(compressed, 200, headers, media_type="application/json")
    return Response(gzip.decompress(compressed), 200, headers, media_type="application/json")
