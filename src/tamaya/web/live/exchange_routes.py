"""HTTP routes that export and import games."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Request, Response
from msgspec import UNSET, UnsetType

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
"""moves that an imported game may have"""


@router.get("/games/{game}/export", **described(Export, errors=(404, 409)))
async def export(request: Request, game: str) -> Response:
    """Exports a finished game: JSON and a link for hanab.live, and a transcript."""
    hub = hub_of(request)
    history = await hub.finished_game(game)
    await hub.store.audit("export", game)
    return answer(exported(game, history, await seat_or_none(request, game)))


def exported(game: str, history: GameHistory, seat: Seat | None) -> Export:
    """A game in all export formats.

    It contains notes on cards: agents' reasons for playing or discarding them, and the caller's
    own notes.
    """
    transcript = history.transcript()
    body: msgspec.Raw | UnsetType
    link: str | UnsetType
    try:
        body = msgspec.Raw(hanab_live.to_json(transcript, notes(history, seat)).encode())
        link = hanab_live.to_link(transcript)
    except NotationError:  # hanab.live does not have this set-up
        body, link = UNSET, UNSET
    agents = tuple(seat.agent for seat in history.began.seats)
    return Export(game, body, link, str(transcript), agents)


def notes(history: GameHistory, seat: Seat | None) -> list[list[str]]:
    """Notes of each player, by index of the card in the deck."""
    places = history.hands.places
    by_card = [[""] * len(history.state.full_deck) for _ in history.began.seats]
    for turn, moved in zip(history.log(None), history.moves, strict=True):
        if moved.reason is not None and turn.key is not UNSET:
            by_card[moved.seat][places[str(turn.key)]] = moved.reason.text
    own = history.own_notes(Viewer(seat, plays=True)) if seat is not None else ()
    for note in own:
        if note.key in places and seat is not None:
            by_card[seat][places[note.key]] = " ".join(filter(None, (note.mark, note.text)))
    return by_card if any(map(any, by_card)) else []


@router.post("/import", **described(ImportedGame, takes=ImportGame, errors=(403, 429, 503)))
async def import_game(request: Request) -> Response:
    """Imports a game of hanab.live, or a transcript, as a replay."""
    hub = hub_of(request)
    if not request.app.state.creations.take(sessions.address_of(request, hub.config)):
        raise BodyError(429, "too many imports: try again in a minute")
    body = await read(request, ImportGame)
    transcript = parse_game(body.text.strip())
    if len(transcript.moves) > MAX_MOVES:
        raise BodyError(422, f"a game of {len(transcript.moves)} moves (at most {MAX_MOVES})")
    session = sessions.or_fresh(request)
    game = await hub.import_game(transcript, session)
    await hub.store.audit("import", game)
    return sessions.remember(answer(ImportedGame(game)), session, hub.config)


def parse_game(text: str) -> Transcript:
    """Reads a game from JSON or a link of hanab.live, or from a transcript.

    :raises TamayaError: if the text is none of these
    """
    if text.startswith("{"):
        return hanab_live.from_json(text).transcript
    if text.startswith("tamaya transcript"):
        return Transcript.parse(text)
    return hanab_live.from_link(text).transcript
