"""HTTP routes of puzzles."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from tamaya.errors import BodyError
from tamaya.game import Setup
from tamaya.web.http.bodies import answer, described, read
from tamaya.web.live import sessions
from tamaya.web.live.sessions import hub_of, session_of
from tamaya.web.puzzles.protocol import (
    Puzzle,
    PuzzleAnswer,
    PuzzleHint,
    PuzzleLine,
    PuzzleList,
    PuzzleSolution,
)
from tamaya.web.puzzles.puzzle import StoredPuzzle, all_puzzles, puzzle_of
from tamaya.web.puzzles.showing import HINTS, hint, judged, shown
from tamaya.web.puzzles.tries import solved_puzzles
from tamaya.web.storage.profile_store import PuzzleTry

router = APIRouter(prefix="/api/puzzles")


@router.get("", **described(PuzzleList))
async def puzzles(request: Request) -> Response:
    """Lists all puzzles, and which of them this profile has solved."""
    session = session_of(request)
    tries = await hub_of(request).profiles.tries(session) if session else []
    tried, solved = {answer.puzzle for answer in tries}, solved_puzzles(tries)
    lines = [
        PuzzleLine(id, puzzle.kind, Setup.parse(puzzle.setup).players, id in tried, id in solved)
        for id, puzzle in all_puzzles().items()
    ]
    return answer(PuzzleList(lines))


@router.get("/{id}", **described(Puzzle, errors=(404,)))
async def puzzle(id: str) -> Response:
    """Returns a puzzle as its solver sees it."""
    stored = _puzzle(id)
    ids = list(all_puzzles())
    following = ids[ids.index(id) + 1 : ids.index(id) + 2]
    return answer(shown(stored, following[0] if following else ""))


@router.get("/{id}/hints/{number}", **described(PuzzleHint, errors=(404,)))
async def puzzle_hint(id: str, number: Annotated[int, Path(ge=1, le=HINTS)]) -> Response:
    """Returns a hint, which names cards to look at."""
    return answer(hint(_puzzle(id), number))


@router.post(
    "/{id}/answer", **described(PuzzleSolution, takes=PuzzleAnswer, errors=(404, 429, 503))
)
async def solve(request: Request, id: str) -> Response:
    """Judges an answer, remembers it, and explains the solution."""
    stored, body, hub = _puzzle(id), await read(request, PuzzleAnswer), hub_of(request)
    solution = judged(stored, body.move)
    if not request.app.state.study_requests.take(sessions.address_of(request, hub.config)):
        raise BodyError(429, "too many answers: try again in a second")
    session = sessions.or_fresh(request)
    result = PuzzleTry(id, time.time(), body.move, solution.right, body.hints)
    await hub.profiles.add_try(session, result)
    return sessions.remember(answer(solution), session, hub.config)


def _puzzle(id: str) -> StoredPuzzle:
    if id not in all_puzzles():
        raise BodyError(404, f"no puzzle {id[:40]!r} (see /api/puzzles)")
    return puzzle_of(id)
