"""HTTP: what a meta-agent believes of the player it plays with, as far as the player may know."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec
from fastapi import APIRouter, Request, Response
from starlette.responses import StreamingResponse

from tamaya import _core
from tamaya.agents import as_agent
from tamaya.errors import NotAllowedError
from tamaya.game import Seat
from tamaya.web.belief.player_belief import Meeting, belief
from tamaya.web.belief.protocol import BeliefView
from tamaya.web.game.history import GameHistory
from tamaya.web.http.bodies import answer, described
from tamaya.web.http.response_cache import memory_of
from tamaya.web.live.hub import NEUTRAL
from tamaya.web.live.routes import seat_or_none
from tamaya.web.live.sessions import hub_of

router = APIRouter(prefix="/api/games")
_BEAT = 15.0
"""seconds after which a silent stream says that it is alive"""


class Watch:
    """One player of one game, and the meta-agent that watches it."""

    def __init__(self, game: str, history: GameHistory, player: Seat, seat: Seat) -> None:
        self.game = game
        self.history = history
        self.player = player
        self.seat = seat

    @property
    def agent(self) -> str:
        """The meta-agent's id."""
        return self.history.began.seats[self.seat].agent

    def meeting(self, history: GameHistory) -> Meeting:
        """A game of the episode, as far as it got."""
        seed = _core.agent_seed(history.began.seed, self.seat)
        return Meeting(history.transcript(), self.seat, seed)


async def watch_of(request: Request, game: str) -> Watch | None:
    """Who may look at what: a player of the game at a partner that is known to be a meta-agent.

    Once the game is over, anybody who may see it. None if nobody there believes anything, or if
    it shall not be known who does.

    :raises NotAllowedError: for others
    """
    hub = hub_of(request)
    history = (await hub.table(game)).history
    player = seat_or_none(request, game)
    if player is None:
        if not history.revealed:
            raise NotAllowedError("only those who play can look before the end")
        player = next((s for s, one in enumerate(history.began.seats) if one.kind == "human"), 0)
    believing = [
        seat
        for seat, one in enumerate(history.began.seats)
        if seat != player
        and hub.roster.has(one.agent)
        and hub.roster.spec(one.agent).startswith("meta:")
        and (history.revealed or one.name not in NEUTRAL)
    ]
    return Watch(game, history, player, believing[0]) if believing else None


async def told(request: Request, watch: Watch) -> BeliefView:
    """What the player may know now."""
    began = watch.history.began
    past = await hub_of(request).store.episode(began.episode, began.number)
    meetings = [watch.meeting(one) for one in (*(kept.history for kept in past), watch.history)]
    key = ("belief", watch.game, watch.player, watch.seat, len(watch.history.moves))
    spec = hub_of(request).roster.spec(watch.agent)
    return await memory_of(request).get(key, lambda: belief(as_agent(spec), meetings, watch.player))


_ANSWERS = described(BeliefView, errors=(403, 404))
_ANSWERS["responses"][204] = {"description": "nobody at the table believes anything"}


@router.get("/{game}/belief", **_ANSWERS)
async def now(request: Request, game: str) -> Response:
    """What the partner believes of the caller, as far as the caller may know; 204 for nothing."""
    watch = await watch_of(request, game)
    return answer(await told(request, watch)) if watch else _nothing()


def _nothing() -> Response:
    return Response(status_code=204, headers={"Cache-Control": "no-store"})


@router.get("/{game}/belief/stream", response_model=None)
async def stream(request: Request, game: str) -> Response:
    """The same as server-sent events, one after each move."""
    watch = await watch_of(request, game)
    if watch is None:
        return _nothing()
    return StreamingResponse(
        _events(request, watch),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def _events(request: Request, watch: Watch) -> AsyncIterator[bytes]:
    told_moves = -1
    while not await request.is_disconnected():
        table, woken = await hub_of(request).table(watch.game), asyncio.Event()
        table.listeners.add(woken.set)
        try:
            watch = Watch(watch.game, table.history, watch.player, watch.seat)
            if len(table.history.moves) != told_moves:
                told_moves = len(table.history.moves)
                yield b"data: " + msgspec.json.encode(await told(request, watch)) + b"\n\n"
            if table.history.revealed:
                return
            async with asyncio.timeout(_BEAT):
                await woken.wait()
        except TimeoutError:
            yield b": still here\n\n"
        finally:
            table.listeners.discard(woken.set)
