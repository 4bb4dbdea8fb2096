"""Deletes a profile: its answers, its games, and its name in games with other people."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

import msgspec
from sqlalchemy import Connection, Engine, delete, select, update

from tamaya.web.game.records import Began, Claimed, Noted, Record
from tamaya.web.storage import schema
from tamaya.web.storage.profile_store import profile_of, sessions_of

_record = msgspec.json.Decoder(Record)


@dataclass(frozen=True)
class Deletion:
    """Ids of games that a deletion removed, and of games that it changed."""

    deleted: tuple[str, ...]
    changed: tuple[str, ...]


def delete_profile(engine: Engine, session: str) -> Deletion:
    """Deletes everything about the profile of a session.

    Games in which no other person has a seat are deleted. In the others the seat stays, without
    its name, its notes and its keys: they belong to the other people too.
    """
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA secure_delete=ON")
        sessions = sessions_of(connection, session)
        games = _own_seats(connection, sessions)
        shared = {game for game in games if _others(connection, game, sessions)}
        for game, seats in games.items():
            if game in shared:
                _anonymize(connection, game, seats)
            else:
                _delete_game(connection, game)
        profile = profile_of(connection, session)
        for table in (schema.puzzle_try, schema.profile_link, schema.profile_session):
            connection.execute(delete(table).where(table.c.profile == profile))
        connection.execute(delete(schema.profile).where(schema.profile.c.id == profile))
    deleted = tuple(game for game in games if game not in shared)
    return Deletion(deleted, tuple(shared))


def _own_seats(connection: Connection, sessions: Iterable[str]) -> dict[str, list[int]]:
    seat, game = schema.seat, schema.game
    rows = connection.execute(
        select(seat.c.game, seat.c.seat)
        .join(game, game.c.id == seat.c.game)
        .where(seat.c.session.in_(list(sessions)) & game.c.study.is_(None))
    )
    games: dict[str, list[int]] = {}
    for row in rows:
        games.setdefault(row.game, []).append(row.seat)
    return games


def _others(connection: Connection, game: str, sessions: list[str]) -> bool:
    """Has another person taken a seat?"""
    seat = schema.seat
    condition = (seat.c.game == game) & seat.c.session.is_not(None)
    seats_of_others = connection.execute(
        select(seat.c.seat).where(condition & seat.c.session.not_in(sessions)).limit(1)
    )
    return seats_of_others.first() is not None


def _delete_game(connection: Connection, game: str) -> None:
    previous = schema.game.c.next_game == game
    connection.execute(update(schema.game).where(previous).values(next_game=None))
    for table, column in (
        (schema.event, schema.event.c.game),
        (schema.seat, schema.seat.c.game),
        (schema.game, schema.game.c.id),
    ):
        connection.execute(delete(table).where(column == game))


def _anonymize(connection: Connection, game: str, seats: list[int]) -> None:
    event = schema.event
    rows = connection.execute(select(event.c.seq, event.c.body).where(event.c.game == game)).all()
    for row in rows:
        record = _record.decode(row.body)
        nameless = _nameless(record, seats)
        if nameless is not record:
            place = (event.c.game == game) & (event.c.seq == row.seq)
            body = msgspec.json.encode(nameless).decode()
            connection.execute(update(event).where(place).values(body=body))
    for number in seats:
        place = (schema.seat.c.game == game) & (schema.seat.c.seat == number)
        connection.execute(update(schema.seat).where(place).values(token=None, session=None))
    names = connection.execute(
        select(schema.game.c.names).where(schema.game.c.id == game)
    ).scalar_one()
    kept = [_name(at) if at in seats else name for at, name in enumerate(json.loads(names))]
    where = schema.game.c.id == game
    connection.execute(update(schema.game).where(where).values(names=json.dumps(kept)))


def _nameless(record: Record, seats: list[int]) -> Record:
    if isinstance(record, Began):
        players = tuple(
            msgspec.structs.replace(player, name=_name(at)) if at in seats else player
            for at, player in enumerate(record.seats)
        )
        return msgspec.structs.replace(record, seats=players)
    if isinstance(record, Claimed) and record.seat in seats:
        return msgspec.structs.replace(record, name=_name(record.seat))
    if isinstance(record, Noted) and record.seat in seats:
        return msgspec.structs.replace(record, text="", mark="")
    return record


def _name(seat: int) -> str:
    return f"Player {seat + 1}"
