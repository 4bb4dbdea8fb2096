"""Long answers: computed aside, kept packed, and sent so to those who can unpack them.

Only what anybody may know is packed: compressing secrets beside what others choose would tell
their length.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Hashable

import msgspec
from fastapi import Request, Response

from tamaya.web.http.compute_cache import ComputeCache

KEPT = 400
"""answers in memory"""


def memory_of(request: Request) -> ComputeCache:
    """The answers that this server keeps."""
    state = request.app.state
    if not hasattr(state, "memory"):
        state.memory = ComputeCache(KEPT)
    kept: ComputeCache = state.memory
    return kept


async def packed(
    request: Request, key: tuple[Hashable, ...], compute: Callable[[], msgspec.Struct]
) -> Response:
    """The answer of a key, as `bodies.answer` gives it."""
    zipped = await memory_of(request).get(
        ("packed", *key), lambda: gzip.compress(msgspec.json.encode(compute()), 6, mtime=0)
    )
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(zipped, 200, headers, media_type="application/json")
    return Response(gzip.decompress(zipped), 200, headers, media_type="application/json")
