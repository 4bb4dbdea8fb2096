"""HTTP routes of the lobby and of games."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from msgspec import UNSET

from tamaya import __version__
from tamaya.errors import BodyError
from tamaya.game import Seat
from tamaya.web.game.history import Viewer
from tamaya.web.game.protocol import VERSION, Act, Join, ServerFrame
from tamaya.web.http import tokens
from tamaya.web.http.bodies import answer, described, read
from tamaya.web.http.protocol import Health
from tamaya.web.http.response_cache import cached_response
from tamaya.web.live import sessions
from tamaya.web.live.hub import NewGame
from tamaya.web.live.protocol import (
    AgentList,
    ClaimedSeat,
    ClaimSeat,
    CreatedGame,
    CreateGame,
    EventList,
    GameList,
    NextGame,
    ReasonList,
    SeatToken,
)
from tamaya.web.live.sessions import hub_of, session_of

router = APIRouter(prefix="/api")


@router.get("/health", **described(Health))
async def health(request: Request) -> Response:
    """Reports that the server is up."""
    return answer(Health(__version__, VERSION, len(hub_of(request).tables)))


@router.get("/agents", **described(AgentList))
async def agents(request: Request) -> Response:
    """Lists the agents that people can play with."""
    roster = hub_of(request).roster
    return await cached_response(request, ("agents",), lambda: AgentList(roster.infos))


@router.get("/games", **described(GameList))
async def games(
    request: Request,
    mine: Annotated[str | None, Query(description="games of this browser and linked ones")] = None,
    watchable: Annotated[str | None, Query(description="running games to watch")] = None,
    finished: Annotated[
        str | None, Query(description="finished games that anybody may see")
    ] = None,
) -> Response:
    """Lists games: `?mine`, `?watchable` or `?finished`."""
    hub, session = hub_of(request), session_of(request)
    store = hub.store
    if mine is not None:
        linked = await hub.profiles.sessions(session) if session else []
        return answer(GameList(await store.mine(tokens.hashed(session or ""), linked)))
    if finished is not None:
        return answer(GameList(await store.finished()))
    if watchable is not None:
        return answer(GameList(await store.watchable()))
    raise BodyError(422, "no list requested (expected ?mine, ?watchable or ?finished)")


@router.post("/games", **described(CreatedGame, takes=CreateGame, errors=(403, 429, 503)))
async def create(request: Request) -> Response:
    """Starts a game."""
    hub = hub_of(request)
    _limit_rate(request)
    body = await read(request, CreateGame)
    session = sessions.or_fresh(request)
    created = _created(await hub.begin(body, session))
    return sessions.remember(answer(created), session, hub.config)


def _created(new: NewGame) -> CreatedGame:
    seats = tuple(SeatToken(seat, token) for seat, token in new.tokens.items())
    return CreatedGame(new.game, seats, seats[0].seat if seats else UNSET)


def _limit_rate(request: Request) -> None:
    config = hub_of(request).config
    if not request.app.state.creations.take(sessions.address_of(request, config)):
        raise BodyError(429, "too many new games: try again in a minute")


@router.post(
    "/games/{game}/seat", **described(ClaimedSeat, takes=ClaimSeat, errors=(403, 404, 429, 503))
)
async def claim(request: Request, game: str) -> Response:
    """Takes the seat of an invitation."""
    hub = hub_of(request)
    _limit_rate(request)
    body = await read(request, ClaimSeat)
    session = sessions.or_fresh(request)
    seat = await hub.claim(game, body.token, session, body.name)
    return sessions.remember(answer(ClaimedSeat(game, seat)), session, hub.config)


@router.post(
    "/games/{game}/next",
    **described(CreatedGame, takes=NextGame, errors=(403, 404, 409, 429, 503)),
)
async def follow(request: Request, game: str) -> Response:
    """Starts another game after a finished one: the same players, or the same deck.

    The tokens of the old game are valid for the same seats of the new one.
    """
    _limit_rate(request)
    hub, body = hub_of(request), await read(request, NextGame)
    session = session_of(request)
    new = await hub.follow(game, body, session)
    seat = await hub.seat_of(new.game, body.token, session)
    return answer(CreatedGame(new.game, (), UNSET if seat is None else seat))


@router.get("/games/{game}/events", **described(EventList, errors=(403, 404, 503)))
async def events(
    request: Request,
    game: str,
    after: Annotated[int | None, Query(ge=0, le=10_000)] = None,
    shadows: Annotated[int | None, Query(ge=0, le=4)] = None,
) -> Response:
    """Returns the frames that a socket would send, for networks that block sockets."""
    hub = hub_of(request)
    join = Join(VERSION, sessions.token_of(request), after, shadows=shadows)
    viewer = await hub.viewer(game, join, session_of(request))
    table = await hub.table(game)
    frames = await table.ask(lambda: tuple(table.caught_up(viewer, after)))
    return answer(EventList(frames[-1].seq if frames else after or 0, frames))


class _Reply:
    """Collects the answer to a move that was sent by HTTP."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.frames: list[ServerFrame] = []

    def send(self, frame: ServerFrame) -> None:
        self.frames.append(frame)

    def close(self, code: int) -> None:
        """Does nothing: there is no connection."""


@router.post("/games/{game}/moves", **described(EventList, takes=Act, errors=(403, 404, 409, 503)))
async def move(request: Request, game: str) -> Response:
    """Makes a move, for networks that block sockets."""
    hub, act = hub_of(request), await read(request, Act)
    join = Join(VERSION, sessions.token_of(request))
    viewer = await hub.viewer(game, join, session_of(request))
    table, reply = await hub.table(game), _Reply(viewer)
    table.act(reply, act)
    history = table.history
    frames = await table.ask(lambda: history.frames(viewer, history.place(viewer, act.cid))[:1])
    if not frames:
        raise BodyError(409, getattr(reply.frames[0], "text", "the move was refused"))
    return answer(EventList(frames[0].seq, tuple(frames)))


@router.get("/games/{game}/reasons", **described(ReasonList, errors=(404, 409)))
async def reasons(request: Request, game: str) -> Response:
    """Explains the agents' moves, after the game."""
    history = await hub_of(request).finished_game(game)
    return answer(ReasonList(history.reasons()))


async def seat_or_none(request: Request, game: str) -> Seat | None:
    """The caller's seat in a game, or None."""
    return await hub_of(request).seat_of(game, sessions.token_of(request), session_of(request))
