"""HTTP routes that show what a meta-agent believes about the player, as far as it may be shown."""

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
from tamaya.web.http.response_cache import cache_of
from tamaya.web.live.hub import NEUTRAL
from tamaya.web.live.routes import seat_or_none
from tamaya.web.live.sessions import hub_of

router = APIRouter(prefix="/api/games")
_BEAT = 15.0
"""seconds after which an idle stream sends a comment, to keep the connection open"""


class Watch:
    """A player of a game, and the meta-agent whose belief about them is shown."""

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
        """A game of the episode, up to its last move."""
        seed = _core.agent_seed(history.began.seed, self.seat)
        return Meeting(history.transcript(), self.seat, seed)


async def watch_of(request: Request, game: str) -> Watch | None:
    """The player and the meta-agent whose belief the caller may see.

    During a game, players see the belief of a partner that is known to be a meta-agent. After the
    game, everybody may see it. None if there is no meta-agent, or if its name is secret.

    :raises NotAllowedError: if a spectator asks before the game is over
    """
    hub = hub_of(request)
    history = (await hub.table(game)).history
    if history.began.study:
        raise NotAllowedError("games of a study are not shown")
    player = await seat_or_none(request, game)
    if player is None:
        if not history.revealed:
            raise NotAllowedError("only players can see beliefs before the game is over")
        player = next((s for s, sat in enumerate(history.began.seats) if sat.kind == "human"), 0)
    believing = [
        seat
        for seat, sitting in enumerate(history.began.seats)
        if seat != player
        and hub.roster.has(sitting.agent)
        and hub.roster.spec(sitting.agent).startswith("meta:")
        and (history.revealed or sitting.name not in NEUTRAL)
    ]
    return Watch(game, history, player, believing[0]) if believing else None


async def current_belief(request: Request, watch: Watch) -> BeliefView:
    """The belief as the player may see it now."""
    began = watch.history.began
    past = await hub_of(request).store.episode(began.episode, began.number)
    meetings = [watch.meeting(h) for h in (*(game.history for game in past), watch.history)]
    key = ("belief", watch.game, watch.player, watch.seat, len(watch.history.moves))
    spec = hub_of(request).roster.spec(watch.agent)
    return await cache_of(request).get(key, lambda: belief(as_agent(spec), meetings, watch.player))


_ANSWERS = described(BeliefView, errors=(403, 404))
_ANSWERS["responses"][204] = {"description": "no partner in this game has beliefs"}


@router.get("/{game}/belief", **_ANSWERS)
async def now(request: Request, game: str) -> Response:
    """Returns what the partner believes about the caller; 204 if no partner has beliefs."""
    watch = await watch_of(request, game)
    return answer(await current_belief(request, watch)) if watch else _no_content()


def _no_content() -> Response:
    return Response(status_code=204, headers={"Cache-Control": "no-store"})


@router.get("/{game}/belief/stream", response_model=None)
async def stream(request: Request, game: str) -> Response:
    """Streams the belief as server-sent events, one after each move."""
    watch = await watch_of(request, game)
    if watch is None:
        return _no_content()
    return StreamingResponse(
        _events(request, watch),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def _events(request: Request, watch: Watch) -> AsyncIterator[bytes]:
    moves_sent = -1
    while not await request.is_disconnected():
        table, woken = await hub_of(request).table(watch.game), asyncio.Event()
        table.listeners.add(woken.set)
        try:
            watch = Watch(watch.game, table.history, watch.player, watch.seat)
            if len(table.history.moves) != moves_sent:
                moves_sent = len(table.history.moves)
                yield (
                    b"data: " + msgspec.json.encode(await current_belief(request, watch)) + b"\n\n"
                )
            if table.history.revealed:
                return
            async with asyncio.timeout(_BEAT):
                await woken.wait()
        except TimeoutError:
            yield b": keep-alive\n\n"
        finally:
            table.listeners.discard(woken.set)
