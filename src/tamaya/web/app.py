"""The ASGI application: routes of all features, the pages, and responses to errors."""

from __future__ import annotations

import importlib
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from tamaya import TamayaError, __version__
from tamaya.errors import BodyError, BusyError, NoGameError, NotAllowedError, NotOverError
from tamaya.web.config import ServerConfig
from tamaya.web.http import bodies
from tamaya.web.http.origin_guard import OriginGuard
from tamaya.web.http.rate_limits import Buckets
from tamaya.web.http.static_pages import STATIC, pages
from tamaya.web.http.stopped_requests import StoppedRequests
from tamaya.web.live.forwarding import Forwarding
from tamaya.web.live.hub import Hub
from tamaya.web.rooms import modules_of_rooms
from tamaya.web.study.guard import StudyGuard
from tamaya.web.study.house import StudyHouse

_STATUS: dict[type[Exception], int] = {
    NoGameError: 404,
    NotOverError: 409,
    NotAllowedError: 403,
    BusyError: 503,
}
_log = logging.getLogger("tamaya.web")


def create_app(config: ServerConfig, static: Path = STATIC) -> FastAPI:
    """Creates the server as an ASGI application.

    :param static: folder of the built pages
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.hub = Hub(config)
        await app.state.hub.start()
        if config.study:
            app.state.study = StudyHouse(app.state.hub, Path(config.study))
            await app.state.study.start()
        yield
        await app.state.hub.close()

    app = FastAPI(
        title="Tamaya",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        middleware=[
            Middleware(OriginGuard, config=config),
            Middleware(StoppedRequests),
            *([Middleware(StudyGuard)] if config.study else []),
            *([Middleware(Forwarding)] if config.address else []),
        ],
    )
    per_second = config.games_per_minute / 60
    app.state.creations = Buckets(per_second, config.games_per_minute)
    app.state.operator_requests = Buckets(per_second, config.games_per_minute)
    rate = config.messages_per_second
    app.state.study_requests = Buckets(rate, 4 * rate)
    for router in routers():
        app.include_router(router)
    app.include_router(pages(static, https=config.https))
    _handle_errors(app)
    _describe(app)
    return app


def routers() -> Iterator[APIRouter]:
    """The `router` of every feature's module whose name ends in `routes`."""
    for name in modules_of_rooms("routes"):
        router = importlib.import_module(name).router
        assert isinstance(router, APIRouter)
        yield router


def _handle_errors(app: FastAPI) -> None:
    async def refused(_: Request, error: Exception) -> Response:
        if isinstance(error, BodyError):
            return bodies.problem(error.status, str(error))
        return bodies.problem(_STATUS.get(type(error), 422), str(error))

    async def invalid(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        text = "; ".join(
            f"{'.'.join(map(str, detail['loc']))}: {detail['msg']}" for detail in error.errors()
        )
        return bodies.problem(422, text[:500])

    async def plain(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        response = bodies.problem(error.status_code, str(error.detail))
        response.headers.update(error.headers or {})
        return response

    async def not_stored(_: Request, error: Exception) -> Response:
        reason = str(getattr(error, "orig", None) or type(error).__name__)
        _log.error("the database refuses: %s", reason)
        return bodies.problem(503, f"the server cannot store anything now: {reason}")

    app.add_exception_handler(TamayaError, refused)
    app.add_exception_handler(SQLAlchemyError, not_stored)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, plain)


def _describe(app: FastAPI) -> None:
    """Adds the JSON schemas of all bodies to the OpenAPI document."""
    plain = app.openapi

    def with_structs() -> dict[str, object]:
        document = plain()
        document.setdefault("components", {})["schemas"] = bodies.schemas()
        return document

    app.openapi = with_structs  # type: ignore[method-assign]
