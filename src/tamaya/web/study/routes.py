"""HTTP routes of participants."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from tamaya.errors import BodyError, NoGameError
from tamaya.web.http.bodies import answer, described, read
from tamaya.web.live import sessions
from tamaya.web.live.sessions import hub_of, session_of
from tamaya.web.study.house import StudyHouse
from tamaya.web.study.protocol import (
    Arrive,
    HandIn,
    PageTrace,
    Resume,
    StopStudy,
    StudyInfo,
    StudyLink,
    StudyState,
    TraceStored,
)

router = APIRouter(prefix="/api/study")


def house_of(request: Request) -> StudyHouse:
    """The study that the server runs.

    :raises NoGameError: if it runs none
    """
    house: StudyHouse | None = getattr(request.app.state, "study", None)
    if house is None:
        raise NoGameError("this server runs no study")
    return house


def limit(request: Request, *, operator: bool = False) -> None:
    """Limits how often one address may ask for something costly or guess something secret.

    :param operator: count requests of the operator's page, apart from those of participants
    :raises BodyError: if it asks too often
    """
    address = sessions.address_of(request, hub_of(request).config)
    state = request.app.state
    if not (state.operator_requests if operator else state.creations).take(address):
        raise BodyError(429, "too many requests: try again in a minute")


def pace(request: Request) -> str | None:
    """Returns the caller's session, and limits how often one browser may ask.

    :raises BodyError: if it asks too often
    """
    session = session_of(request)
    address = sessions.address_of(request, hub_of(request).config)
    if not request.app.state.study_requests.take(session or address):
        raise BodyError(429, "too many requests: wait a moment")
    return session


@router.get("", **described(StudyInfo, errors=(404, 429)))
async def info(request: Request) -> Response:
    """Describes the study to somebody who arrives."""
    return answer(await house_of(request).info(pace(request)))


@router.post("/arrive", **described(StudyState, takes=Arrive, errors=(403, 404, 409, 429, 503)))
async def arrive(request: Request) -> Response:
    """Starts a participation, or resumes the one of this browser."""
    house = house_of(request)
    limit(request)
    body = await read(request, Arrive)
    session, state = await house.arrive(body.parameters, body.language, session_of(request))
    return sessions.remember(answer(state), session, house.hub.config)


@router.post("/resume", **described(StudyState, takes=Resume, errors=(403, 404, 429)))
async def resume(request: Request) -> Response:
    """Resumes a participation on another device, with the personal link."""
    house = house_of(request)
    limit(request)
    body = await read(request, Resume)
    state = await house.state(body.token)
    return sessions.remember(answer(state), body.token, house.hub.config)


@router.get("/state", **described(StudyState, errors=(403, 404, 429)))
async def state(request: Request) -> Response:
    """Shows the current page."""
    return answer(await house_of(request).state(pace(request)))


@router.post("/submit", **described(StudyState, takes=HandIn, errors=(403, 404, 429, 503)))
async def submit(request: Request) -> Response:
    """Submits the current page. The server stores the answers before it replies."""
    house, session = house_of(request), pace(request)
    return answer(await house.hand_in(session, await read(request, HandIn)))


@router.post("/trace", **described(TraceStored, takes=PageTrace, errors=(403, 404, 429, 503)))
async def trace(request: Request) -> Response:
    """Stores clicks and keys of the current page."""
    house, session = house_of(request), pace(request)
    return answer(TraceStored(await house.trace(session, await read(request, PageTrace))))


@router.post("/again", **described(StudyState, errors=(403, 404, 409, 429, 503)))
async def again(request: Request) -> Response:
    """Starts a game after the end of the study."""
    limit(request)
    return answer(await house_of(request).again(session_of(request)))


@router.post("/stop", **described(StudyState, takes=StopStudy, errors=(403, 404, 429)))
async def stop(request: Request) -> Response:
    """Ends the participation, and deletes everything about it if wanted."""
    house = house_of(request)
    limit(request)
    body = await read(request, StopStudy)
    return answer(await house.stop(session_of(request), delete=body.delete))


@router.get("/link", **described(StudyLink, errors=(403, 404, 429)))
async def link(request: Request) -> Response:
    """Gives the caller's own personal link."""
    session = pace(request)
    await house_of(request).state(session)
    return answer(StudyLink(session or ""))
