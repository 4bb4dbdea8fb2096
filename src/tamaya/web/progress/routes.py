"""HTTP routes of progress: history, statistics, export, deletion, and linked browsers."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from tamaya.errors import BodyError
from tamaya.web.http.bodies import answer, described, read
from tamaya.web.live import sessions
from tamaya.web.live.sessions import hub_of, session_of
from tamaya.web.progress.protocol import (
    ExportedGame,
    ExportedTry,
    JoinProfile,
    OwnProgress,
    ProfileChanged,
    ProfileExport,
    ProfileLink,
    PuzzleCounts,
)
from tamaya.web.progress.statistics import partner_records, past_game, practice_games, streaks
from tamaya.web.puzzles.puzzle import all_puzzles
from tamaya.web.puzzles.tries import solved_puzzles
from tamaya.web.storage.profile_deletion import delete_profile
from tamaya.web.storage.profile_store import OwnGame, ProfileStore

router = APIRouter(prefix="/api/progress")
PAGE = 50
"""games of the history that one request returns"""


def profiles_of(request: Request) -> ProfileStore:
    """The profiles of this server."""
    return hub_of(request).profiles


@router.get("", **described(OwnProgress))
async def progress(
    request: Request, after: Annotated[int, Query(ge=0, le=100_000)] = 0
) -> Response:
    """Returns the history of finished games, from place `after` on, and statistics of all."""
    session, profiles = session_of(request), profiles_of(request)
    games = await profiles.games(session) if session else []
    tries = await profiles.tries(session) if session else []
    finished = [game for game in games if game.over]
    practice = practice_games(games)
    counted = [game for game in finished if game.id not in practice]
    shown = finished[after : after + PAGE]
    return answer(
        OwnProgress(
            games=[past_game(game, practice) for game in shown],
            total=len(finished),
            partners=partner_records(counted),
            streaks=streaks(finished, tries),
            puzzles=PuzzleCounts(
                len({answer.puzzle for answer in tries}),
                len(solved_puzzles(tries)),
                len(all_puzzles()),
            ),
            devices=await profiles.devices(session) if session else 1,
        )
    )


@router.get("/export", **described(ProfileExport))
async def export(request: Request) -> Response:
    """Returns everything that the server stores about this profile, as a file."""
    session, profiles = session_of(request), profiles_of(request)
    games = await profiles.games(session) if session else []
    tries = await profiles.tries(session) if session else []
    body = ProfileExport(
        games=[await _exported(request, game) for game in games if game.over],
        running=[game.id for game in games if not game.over],
        puzzles=[ExportedTry(**answer.__dict__) for answer in tries],
    )
    response = answer(body)
    response.headers["Content-Disposition"] = 'attachment; filename="tamaya-profile.json"'
    return response


async def _exported(request: Request, game: OwnGame) -> ExportedGame:
    stored = await hub_of(request).store.load(game.id)
    assert stored is not None
    return ExportedGame(
        game=game.id,
        created=game.created,
        names=list(game.names),
        seat=game.seat,
        score=game.score,
        bombed=game.bombed,
        transcript=str(stored.history.transcript()),
    )


@router.post("/link", **described(ProfileLink, errors=(429,)))
async def link(request: Request) -> Response:
    """Makes a code that links one other browser to this profile."""
    _limit_rate(request)
    session, config = sessions.or_fresh(request), hub_of(request).config
    code, expires = await profiles_of(request).link(session)
    return sessions.remember(answer(ProfileLink(code, expires)), session, config)


@router.post("/join", **described(ProfileChanged, takes=JoinProfile, errors=(403, 429)))
async def join(request: Request) -> Response:
    """Adds this browser, with its games, to the profile of a code."""
    _limit_rate(request)
    body = await read(request, JoinProfile)
    session, profiles = sessions.or_fresh(request), profiles_of(request)
    await profiles.join(session, body.code)
    changed = ProfileChanged(len(await profiles.games(session)))
    return sessions.remember(answer(changed), session, hub_of(request).config)


@router.delete("", **described(ProfileChanged, errors=(429,)))
async def remove(request: Request) -> Response:
    """Deletes this profile with its games. Games with other people stay, without the name."""
    _limit_rate(request)
    hub, session = hub_of(request), session_of(request)
    if session is None:
        return answer(ProfileChanged(0))
    deletion = await asyncio.to_thread(delete_profile, hub.store.engine, session)
    for game in deletion.deleted:
        await hub.forget(game)
    for game in deletion.changed:
        await hub.evict(game)  # pages of other players connect again and read the new names
    response = answer(ProfileChanged(len(deletion.deleted)))
    response.delete_cookie(sessions.COOKIE, path="/")
    return response


def _limit_rate(request: Request) -> None:
    config = hub_of(request).config
    if not request.app.state.creations.take(sessions.address_of(request, config)):
        raise BodyError(429, "too many requests: try again in a minute")
