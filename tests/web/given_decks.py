"""Games on a server with a given deck, which no page can ask for."""

from __future__ import annotations

import msgspec
from fastapi.testclient import TestClient

from tamaya.web.game.history import GameHistory, deck_text
from tamaya.web.game.records import Began, SeatedPlayer
from tamaya.web.http import tokens
from tamaya.web.live.hub import Hub
from tamaya.web.storage import schema
from tamaya.web.storage.game_store import SeatKeys
from tests.web.hidden import Deal

SESSION = "a session of somebody"
"""the session cookie of the viewer's browser"""


def begin_with_deck(
    client: TestClient, game: str, deal: Deal, viewer: int, *, study: str = ""
) -> None:
    """Begins a game of people; the seat of the viewer belongs to `SESSION`."""
    seats = tuple(SeatedPlayer("human", f"P{seat}") for seat in range(deal.setup.players))
    deck = deck_text(deal.deck)
    began = Began(0.0, str(deal.setup), deck, 1, seats, "negative", game, watchable=True)
    began = msgspec.structs.replace(began, study=study, watchable=not study)
    keys = [SeatKeys(tokens.hashed(f"token of {seat}")) for seat in range(len(seats))]
    keys[viewer] = SeatKeys(keys[viewer].token, tokens.hashed(SESSION))
    hub: Hub = client.app.state.hub  # type: ignore[attr-defined]
    assert client.portal is not None
    if study:
        row = {"id": study, "created": 0.0, "state": "", "protocol": "", "digest": ""}
        client.portal.call(hub.store.write, (schema.study.insert(), row))
    client.portal.call(hub.store.begin, game, GameHistory(began), keys)


def make_moves(client: TestClient, game: str, deal: Deal) -> None:
    """Makes the moves of the deal over HTTP, each with the token of its player."""
    mover = deal.setup.first_seat
    for turn, move in enumerate(deal.moves):
        bearer = {"Authorization": f"Bearer token of {mover}"}
        body = {"v": 1, "t": "act", "turn": turn, "move": str(move), "cid": f"{turn}"}
        answer = client.post(f"/api/games/{game}/moves", json=body, headers=bearer)
        assert answer.status_code == 200, answer.text
        mover = (mover + 1) % deal.setup.players
