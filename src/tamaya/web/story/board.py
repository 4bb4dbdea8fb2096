"""What others reached with a deck, from the games that this server stores."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence

from sqlalchemy import Connection, select

from tamaya.game import State
from tamaya.web.game.history import deck_text
from tamaya.web.game.records import Began
from tamaya.web.http import tokens
from tamaya.web.live.hub import Hub
from tamaya.web.storage import schema
from tamaya.web.storage.game_store import deck_digest
from tamaya.web.story.protocol import BoardRow, DeckBoard

ROWS = 20
"""most rows of a board"""


async def board(hub: Hub, game: str, began: Began) -> DeckBoard:
    """The board of a finished game's deck: the first try of each person, best first."""
    digest = deck_digest(began)
    rows = await hub.store.read(lambda connection: _rows(connection, digest, game))
    return DeckBoard(rows, _is_todays(hub, began))


def _is_todays(hub: Hub, began: Began) -> bool:
    """Is it the deck of the day on which the game began?"""
    day = time.strftime("%Y-%m-%d", time.gmtime(began.at))
    seed = tokens.seed_of(hub.secret, f"daily {day}")
    return deck_text(State.deal(seed, began.rules).full_deck) == began.deck


def _rows(connection: Connection, digest: str, game: str) -> list[BoardRow]:
    table, seats = schema.game, schema.seat
    condition = (table.c.deck == digest) & (table.c.state == "over") & table.c.with_people
    games = connection.execute(
        select(table.c.id, table.c.score, table.c.bombed, table.c.names, table.c.kinds)
        .where(condition & table.c.study.is_(None))
        .order_by(table.c.created)
        .limit(1000)
    ).all()
    wanted = [row.id for row in games]
    sessions = connection.execute(
        select(seats.c.game, seats.c.session).where(
            seats.c.game.in_(wanted) & seats.c.session.is_not(None)
        )
    ).all()
    people: dict[str, set[str]] = {id: set() for id in wanted}
    for row in sessions:
        people[row.game].add(row.session)
    first = _first_tries(wanted, people, game)
    rows = [
        BoardRow(
            score=row.score,
            bombed=row.bombed,
            partners=_agents(row.names, row.kinds),
            people=json.loads(row.kinds).count("human"),
            yours=row.id == game,
        )
        for row in games
        if row.id in first
    ]
    best = sorted(rows, key=lambda row: (-row.score, not row.yours))
    return [row for place, row in enumerate(best) if place < ROWS or row.yours]


def _first_tries(games: Sequence[str], people: dict[str, set[str]], shown: str) -> set[str]:
    """Games in which nobody knew the deck, and the shown game itself.

    :param games: in order of their start
    """
    first, known = {shown}, set[str]()
    for game in games:
        if not people[game] & known:
            first.add(game)
        known |= people[game]
    return first


def _agents(names: str, kinds: str) -> list[str]:
    pairs = zip(json.loads(names), json.loads(kinds), strict=True)
    return [name for name, kind in pairs if kind == "agent"]
