"""HTTP: games for elsewhere, and games from elsewhere."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Request, Response
from msgspec import UNSET

from tamaya import hanab_live
from tamaya.errors import BodyError
from tamaya.game import NotationError, Seat
from tamaya.transcript import Transcript
from tamaya.web.game.history import GameHistory, Viewer
from tamaya.web.http.bodies import answer, described, read
from tamaya.web.live import sessions
from tamaya.web.live.protocol import Export, ImportedGame, ImportGame
from tamaya.web.live.routes import seat_or_none
from tamaya.web.live.sessions import hub_of

router = APIRouter(prefix="/api")
MAX_MOVES = 400
"""of a game that is taken in"""


@router.get("/games/{game}/export", **described(Export, errors=(404, 409)))
async def export(request: Request, game: str) -> Response:
    """A finished game as hanab.live reads it, and as a transcript."""
    hub = hub_of(request)
    history = await hub.finished_game(game)
    await hub.store.audit("export", game)
    return answer(exported(game, history, seat_or_none(request, game)))


def exported(game: str, history: GameHistory, seat: Seat | None) -> Export:
    """The game for elsewhere.

    Notes on cards go with it: why agents played or discarded them, and what the seat of whoever
    asks had written about them.
    """
    transcript = history.transcript()
    try:
        body = msgspec.Raw(hanab_live.to_json(transcript, notes(history, seat)).encode())
        link = hanab_live.to_link(transcript)
    except NotationError:  # a set-up that the site does not know
        return Export(game, UNSET, UNSET, str(transcript))
    return Export(game, body, link, str(transcript))


def notes(history: GameHistory, seat: Seat | None) -> list[list[str]]:
    """Of each player, by the card's place in the deck."""
    places = history.hands.places
    made = [[""] * len(history.state.full_deck) for _ in history.began.seats]
    for turn, moved in zip(history.log(None), history.moves, strict=True):
        if moved.reason is not None and turn.key is not UNSET:
            made[moved.seat][places[str(turn.key)]] = moved.reason.text
    own = history.own_notes(Viewer(seat, plays=True)) if seat is not None else ()
    for note in own:
        if note.key in places and seat is not None:
            made[seat][places[note.key]] = " ".join(filter(None, (note.mark, note.text)))
    return made if any(map(any, made)) else []


@router.post("/import", **described(ImportedGame, takes=ImportGame, errors=(403, 429, 503)))
async def take_in(request: Request) -> Response:
    """Makes a replay of a game from hanab.live, or of a transcript."""
    hub = hub_of(request)
    if not request.app.state.creations.take(sessions.address_of(request, hub.config)):
        raise BodyError(429, "too many imports: try again in a minute")
    wish = await read(request, ImportGame)
    transcript = understood(wish.text.strip())
    if len(transcript.moves) > MAX_MOVES:
        raise BodyError(422, f"a game of {len(transcript.moves)} moves (at most {MAX_MOVES})")
    session = sessions.or_fresh(request)
    game = await hub.take_in(transcript, session)
    await hub.store.audit("import", game)
    return sessions.remember(answer(ImportedGame(game)), session, hub.config)


def understood(text: str) -> Transcript:
    """A game from whatever text it comes in.

    :raises TamayaError: quoting what is not understood
    """
    if text.startswith("{"):
        return hanab_live.from_json(text).transcript
    if text.startswith("tamaya transcript"):
        return Transcript.parse(text)
    return hanab_live.from_link(text).transcript
