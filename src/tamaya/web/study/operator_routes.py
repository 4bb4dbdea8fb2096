"""HTTP routes of the operator's page, behind a token in the header `Authorization: Bearer`."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response

from tamaya.errors import NotAllowedError
from tamaya.web.http import tokens
from tamaya.web.http.bodies import answer, described, read
from tamaya.web.live import sessions
from tamaya.web.live.sessions import hub_of
from tamaya.web.storage import study_store
from tamaya.web.study.collected import archive
from tamaya.web.study.house import StudyHouse
from tamaya.web.study.operator import (
    WATCHED,
    operator_view,
    running_tables,
    watched_tables,
)
from tamaya.web.study.protocol import OperatorView, Pause, StudyArchive, WatchedTables
from tamaya.web.study.routes import house_of, limit

router = APIRouter(prefix="/api/study/operator")


def _checked(request: Request) -> StudyHouse:
    """The study, if the caller knows the operator's token. The comparison takes constant time.

    :raises NotAllowedError: otherwise
    """
    house = house_of(request)
    limit(request, operator=True)
    expected = hub_of(request).config.operator
    token = sessions.token_of(request)
    if expected is None or not tokens.matches(token, tokens.hashed(expected)):
        raise NotAllowedError("not the operator's token")
    return house


async def _view(house: StudyHouse) -> Response:
    times = house.hub.answer_times
    view = await house.hub.store.read(
        lambda connection: operator_view(connection, house.study, times)
    )
    return answer(view)


@router.get("", **described(OperatorView, errors=(403, 404, 429)))
async def overview(request: Request) -> Response:
    """Shows progress, balance and drop-out."""
    return await _view(_checked(request))


@router.get("/tables", **described(WatchedTables, errors=(403, 404, 429)))
async def tables(request: Request) -> Response:
    """Shows the games that are running now, with all hands."""
    house = _checked(request)
    running = running_tables(house.hub.tables.values(), house.study.id)
    shown = running[:WATCHED]
    games = [table.game for table in shown]
    participants = await house.hub.store.read(
        lambda connection: study_store.participants_of(connection, games)
    )
    return answer(watched_tables(shown, participants, len(running)))


@router.post("/pause", **described(OperatorView, takes=Pause, errors=(403, 404, 429)))
async def pause(request: Request) -> Response:
    """Pauses or resumes admission. People who are taking part can continue."""
    house = _checked(request)
    body = await read(request, Pause)
    await house.hub.store.write(study_store.paused(house.study.id, body.paused))
    return await _view(house)


@router.get("/export", **described(StudyArchive, errors=(403, 404, 429)))
async def export(request: Request) -> Response:
    """Exports all data as one archive."""
    house = _checked(request)
    await house.hub.store.audit("export", f"study {house.study.id}")
    content = await asyncio.to_thread(archive, house.hub.store.engine, house.study)
    name = f'attachment; filename="{house.study.id}.zip"'
    headers = {"Cache-Control": "no-store", "Content-Disposition": name}
    return Response(content, 200, headers, media_type="application/zip")
