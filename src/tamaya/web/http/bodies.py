"""Reads and writes HTTP bodies as structs, and describes them in the OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict, TypeVar

import msgspec
from fastapi import Request, Response
from msgspec import Struct

from tamaya.errors import BodyError
from tamaya.web.http.protocol import Problem

S = TypeVar("S", bound=Struct)
MAX_BODY = 80_000
"""most bytes of a request body"""
REF = "#/components/schemas/{name}"
_WORDS = {
    403: "not allowed for this caller",
    404: "not found",
    409: "the game is not over",
    413: "the body is too large",
    415: "the body is not JSON",
    422: "the request is invalid",
    429: "too many requests",
    503: "the server is full or restarting",
}
_described: dict[str, type[Struct]] = {"Problem": Problem}


class Described(TypedDict):
    """Arguments of a route's decorator that describe its bodies to FastAPI."""

    response_model: None
    responses: dict[int | str, dict[str, object]]
    openapi_extra: dict[str, object]


def described(
    returns: type[Struct], *, takes: type[Struct] | None = None, errors: Iterable[int] = ()
) -> Described:
    """Arguments of a route's decorator: the bodies it takes and returns, and its error statuses."""
    _described[returns.__name__] = returns
    refusals = {*errors, 422, *((413, 415) if takes else ())}
    responses: dict[int | str, dict[str, object]] = {
        200: {"description": (returns.__doc__ or "").strip(), "content": _content(returns)}
    }
    for status in sorted(refusals):
        responses[status] = {"description": _WORDS[status], "content": _content(Problem)}
    extra: dict[str, object] = {}
    if takes is not None:
        _described[takes.__name__] = takes
        extra["requestBody"] = {"required": True, "content": _content(takes)}
    return {"response_model": None, "responses": responses, "openapi_extra": extra}


def _content(kind: type[Struct]) -> dict[str, object]:
    return {"application/json": {"schema": {"$ref": REF.format(name=kind.__name__)}}}


def schemas() -> dict[str, object]:
    """JSON schemas of all bodies, for the OpenAPI document."""
    _, components = msgspec.json.schema_components(_described.values(), ref_template=REF)
    return dict(components)


async def read(request: Request, kind: type[S]) -> S:
    """Reads the JSON body of a request.

    :raises BodyError: if it is too large, is not JSON, or does not fit the struct
    """
    sent_as = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if sent_as != "application/json":
        raise BodyError(415, f"a body of {sent_as[:60]!r} (expected application/json)")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY:
            raise BodyError(413, f"a body of more than {MAX_BODY} bytes")
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BodyError(422, str(error)) from None


def answer(body: Struct, status: int = 200) -> Response:
    """A JSON response. Browsers must not cache it."""
    headers = {"Cache-Control": "no-store"}
    encoded = msgspec.json.encode(body)
    return Response(encoded, status, headers, media_type="application/json")


def problem(status: int, text: str) -> Response:
    """An error response. Invalid characters in the text are escaped."""
    return answer(Problem(text.encode("utf-8", "backslashreplace").decode()), status)
