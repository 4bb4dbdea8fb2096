"""HTTP routes of stories: turning points of finished games, and boards of their decks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Request, Response

from tamaya.errors import BodyError
from tamaya.game import Seat
from tamaya.web.game.protocol import MoveReason
from tamaya.web.http.bodies import answer, described
from tamaya.web.live import sessions
from tamaya.web.live.routes import seat_or_none
from tamaya.web.live.sessions import hub_of
from tamaya.web.replay.routes import ReplayGame, replay_game
from tamaya.web.replay.showcase import Showcase
from tamaya.web.story.board import board
from tamaya.web.story.desk import StoryDesk
from tamaya.web.story.protocol import DeckBoard, PartnerThought, Story, SubstituteMove, TurningPoint
from tamaya.web.story.worker import StoryTask

router = APIRouter(prefix="/api/stories")


def desk_of(request: Request) -> StoryDesk:
    """The desk of this server."""
    state = request.app.state
    if not hasattr(state, "stories"):
        state.stories = StoryDesk()
    desk: StoryDesk = state.stories
    return desk


@router.get("/{id}", **described(Story, errors=(403, 404, 409, 429, 503)))
async def story(
    request: Request, id: str, seat: Annotated[int | None, Query(ge=0, le=4)] = None
) -> Response:
    """Returns the story of a finished game, as one seat lived it.

    By default the seat is the caller's, then the first person's. The first request for a game
    takes some seconds.
    """
    finished = await replay_game(request, id)
    task = _task(request, finished, await _seat(request, finished, seat))
    desk, address = desk_of(request), sessions.address_of(request, hub_of(request).config)
    if not desk.has(task) and not request.app.state.creations.take(address):
        raise BodyError(429, "too many stories: try again in a minute")
    story = await desk.story(task)
    stand_ins = [SubstituteMove(turn, at) for turn, at in finished.history.stand_ins()]
    story = msgspec.structs.replace(story, stand_ins=stand_ins)
    return answer(with_thoughts(story, finished.history.reasons()))


async def _seat(request: Request, finished: ReplayGame, wanted: Seat | None) -> Seat:
    seats = finished.history.began.seats
    if wanted is None and Showcase.parse(finished.id) is None:
        wanted = await seat_or_none(request, finished.id)
    if wanted is None:
        wanted = next((at for at, player in enumerate(seats) if player.kind == "human"), 0)
    if wanted >= len(seats):
        raise BodyError(422, f"no seat {wanted} at this table")
    return wanted


def _task(request: Request, finished: ReplayGame, seat: Seat) -> StoryTask:
    roster, recording = hub_of(request).roster, finished.recording
    if not recording.turns:
        raise BodyError(422, "this game has no moves, so it has no story")
    agents = [player.agent for player in finished.history.began.seats]
    return StoryTask(
        id=finished.id,
        transcript=str(recording.transcript),
        specs=tuple(roster.spec(agent) if roster.has(agent) else "" for agent in agents),
        seat=seat,
        seed=recording.seed,
        key=finished.history.began.key,
    )


def with_thoughts(story: Story, reasons: Sequence[MoveReason]) -> Story:
    """Adds what agents thought: the one that moved, or the next one that did."""
    points = [
        msgspec.structs.replace(point, thought=_thought(point, reasons, len(story.names)))
        for point in story.points
    ]
    return msgspec.structs.replace(story, points=points)


def _thought(
    point: TurningPoint, reasons: Sequence[MoveReason], players: int
) -> PartnerThought | None:
    last = point.turn + players - 1
    for reason in sorted(reasons, key=lambda reason: reason.turn):
        if point.turn <= reason.turn <= last and reason.source != "late":
            return PartnerThought(reason.turn, reason.seat, reason.agent, reason.text)
    return None


@router.get("/{id}/board", **described(DeckBoard, errors=(403, 404, 409)))
async def deck_board(request: Request, id: str) -> Response:
    """Returns what others reached with the deck of a finished game."""
    finished = await replay_game(request, id)
    if Showcase.parse(id) is not None or finished.history.began.imported:
        return answer(DeckBoard([], daily=False))
    return answer(await board(hub_of(request), id, finished.history.began))
