"""Stores studies: participants, what happened to them, and allocations.

Every write is committed before it is acknowledged. Records are only ever added; `withdraw` is the
one way to remove them.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import Connection, Engine, Row, func, select, update

from tamaya.errors import TamayaError, UnknownNameError
from tamaya.study.assignment import Allocated, LogEntry, Released, Treatment
from tamaya.study.records import Assigned, Ended, StudyRecord
from tamaya.study.study_file import StudyFile
from tamaya.web.storage import schema
from tamaya.web.storage.database import Rows
from tamaya.web.storage.game_store import StoredGame, load_game

_decoder = msgspec.json.Decoder(StudyRecord)
_people, _events, _places = schema.participant, schema.study_event, schema.assignment


@dataclass(frozen=True)
class StoredPerson:
    """A participant as the database has them."""

    id: str
    external: str | None
    created: float
    records: tuple[StudyRecord, ...]
    code: str | None = None
    redeemed: float | None = None


@dataclass(frozen=True)
class StoredPlace:
    """One allocation."""

    slot: int
    treatment: Treatment
    stratum: dict[str, str] | None
    participant: str | None
    at: float
    released: float | None
    released_after: int | None


def person_by_session(connection: Connection, study: str, hashed: str) -> StoredPerson | None:
    """The participant with a session's hash."""
    where = (_people.c.study == study) & (_people.c.token == hashed)
    row = connection.execute(select(_people).where(where)).one_or_none()
    return None if row is None else _person(connection, row)


def person(connection: Connection, study: str, id: str) -> StoredPerson | None:
    """The participant with an id."""
    where = (_people.c.study == study) & (_people.c.id == id)
    row = connection.execute(select(_people).where(where)).one_or_none()
    return None if row is None else _person(connection, row)


def session_of(connection: Connection, id: str) -> str:
    """The hash of a participant's session."""
    return str(connection.execute(select(_people.c.token).where(_people.c.id == id)).scalar_one())


def exists(connection: Connection, study: str) -> bool:
    """Has the study ever been served from this database?"""
    where = schema.study.c.id == study
    return connection.execute(select(schema.study.c.id).where(where)).first() is not None


def served(connection: Connection, study: StudyFile) -> StudyFile:
    """The study as it was served, whatever its file says now; the file if it was never served."""
    query = select(schema.study.c.protocol).where(schema.study.c.id == study.id)
    protocol = connection.execute(query).scalar_one_or_none()
    if protocol is None:
        return study
    try:
        return msgspec.json.decode(protocol, type=StudyFile)
    except msgspec.ValidationError as error:
        raise TamayaError(
            f"study {study.id!r} was served by another version of Tamaya, which allowed what this "
            f"one does not: {error}"
        ) from None


def is_known(connection: Connection, study: str, external: str) -> bool:
    """Has somebody with this id arrived before?"""
    where = (_people.c.study == study) & (_people.c.external == external)
    return connection.execute(select(_people.c.id).where(where)).first() is not None


def people(connection: Connection, study: str) -> list[StoredPerson]:
    """All participants, by arrival."""
    mine = _people.c.study == study
    joined = select(_events.c.participant, _events.c.body).join(
        _people, _people.c.id == _events.c.participant
    )
    bodies: defaultdict[str, list[str]] = defaultdict(list)
    for row in connection.execute(joined.where(mine).order_by(_events.c.seq)):
        bodies[row.participant].append(row.body)
    query = select(_people).where(mine).order_by(_people.c.created, _people.c.id)
    return [_stored(row, bodies[row.id]) for row in connection.execute(query).all()]


def participants_of(connection: Connection, games: Collection[str]) -> dict[str, str]:
    """The participant of each game."""
    seat = schema.seat
    known = seat.c.game.in_(games) & seat.c.participant.is_not(None)
    rows = connection.execute(select(seat.c.game, seat.c.participant).where(known)).all()
    return {row.game: row.participant for row in rows}


def _person(connection: Connection, row: Row[tuple[object, ...]]) -> StoredPerson:
    where = select(_events.c.body).where(_events.c.participant == row._mapping["id"])
    return _stored(row, connection.execute(where.order_by(_events.c.seq)).scalars())


def _stored(row: Row[tuple[object, ...]], bodies: Iterable[str]) -> StoredPerson:
    columns = row._mapping
    records = tuple(_decoder.decode(body) for body in bodies)
    return StoredPerson(
        columns["id"],
        columns["external"],
        columns["created"],
        records,
        columns["code"],
        columns["redeemed"],
    )


def games_of(connection: Connection, participant: str) -> list[StoredGame]:
    """The games of a participant, by start."""
    joined = schema.game.join(schema.seat, schema.seat.c.game == schema.game.c.id)
    query = select(schema.game.c.id).select_from(joined)
    rows = query.where(schema.seat.c.participant == participant).order_by(schema.game.c.created)
    loaded = [load_game(connection, id) for id in connection.execute(rows).scalars()]
    return [game for game in loaded if game is not None]


def counts(connection: Connection, study: str) -> dict[str, int]:
    """Participants by state."""
    query = select(_people.c.state, func.count()).where(_people.c.study == study)
    rows = connection.execute(query.group_by(_people.c.state)).all()
    return {str(state): int(count) for state, count in rows}


def last_actions(
    connection: Connection, study: str, participant: str | None = None
) -> dict[str, float]:
    """When each active participant, or one of them, last did anything, own moves included."""
    active = (_people.c.study == study) & (_people.c.state == "active")
    if participant is not None:
        active &= _people.c.id == participant
    pages = select(_people.c.id, func.max(_events.c.ts)).join(
        _events, _events.c.participant == _people.c.id
    )
    seat, event = schema.seat, schema.event
    own = (event.c.game == seat.c.game) & (event.c.actor == seat.c.seat)
    moves = (
        select(_people.c.id, func.max(event.c.ts))
        .join(seat, seat.c.participant == _people.c.id)
        .join(event, own)
    )
    result: dict[str, float] = {}
    for query in (pages, moves):
        for id, at in connection.execute(query.where(active).group_by(_people.c.id)).all():
            result[id] = max(result.get(id, 0.0), at)
    return result


def late_moves(connection: Connection, study: str) -> int:
    """Moves that a stand-in made for an agent that failed or was too slow."""
    event, game = schema.event, schema.game
    late = (event.c.kind == "moved") & event.c.body.contains('"late":true')
    query = select(func.count()).select_from(event.join(game, game.c.id == event.c.game))
    return int(connection.execute(query.where(late & (game.c.study == study))).scalar_one())


def places(connection: Connection, study: str) -> list[StoredPlace]:
    """All allocations in order."""
    query = select(_places).where(_places.c.study == study).order_by(_places.c.slot)
    return [
        StoredPlace(
            row.slot,
            Treatment(tuple(json.loads(row.arms)), row.deck),
            None if row.stratum is None else json.loads(row.stratum),
            row.participant,
            row.at,
            row.released,
            row.released_after,
        )
        for row in connection.execute(query).all()
    ]


def log_of(stored: Sequence[StoredPlace]) -> list[LogEntry]:
    """The log from which the allocation can be replayed."""
    log: list[LogEntry] = []
    for number in range(len(stored) + 1):
        released = [place.slot for place in stored if place.released_after == number]
        log += map(Released, sorted(released))
        if number < len(stored):
            place = stored[number]
            log.append(Allocated(place.slot, place.treatment, place.stratum))
    return log


# Rows to write.


def arrival(
    study: str, id: str, hashed: str, external: str | None, record: StudyRecord
) -> list[Rows]:
    """Rows of a new participant."""
    row = {
        "id": id,
        "study": study,
        "created": record.at,
        "state": "active",
        "step": 0,
        "token": hashed,
        "external": external,
    }
    return [(_people.insert(), row), added(id, 0, record)]


def added(participant: str, seq: int, record: StudyRecord) -> Rows:
    """The row of one record."""
    row = {
        "participant": participant,
        "seq": seq,
        "ts": record.at,
        "kind": str(type(record).__struct_config__.tag),
        "body": msgspec.json.encode(record).decode(),
    }
    return _events.insert(), row


def standing(participant: str, step: int, ended: Ended | None) -> Rows:
    """The update of a participant's step, and of state and code at the end."""
    values: dict[str, object] = {"step": step}
    if ended is not None:
        values |= {"state": ended.outcome, "code": ended.code or None}
    return update(_people).where(_people.c.id == participant).values(**values), {}


def allocation(study: str, participant: str, record: Assigned) -> Rows:
    """The row of a new allocation. Two servers cannot both write the same slot."""
    row = {
        "study": study,
        "slot": record.slot,
        "arms": json.dumps(record.arms),
        "deck": record.deck,
        "stratum": json.dumps(record.stratum),
        "participant": participant,
        "at": record.at,
    }
    return _places.insert(), row


def release(study: str, participant: str, at: float) -> Rows:
    """The update that frees the place of somebody who dropped out, if they had one."""
    allocations = select(func.count()).where(_places.c.study == study).scalar_subquery()
    where = (_places.c.participant == participant) & _places.c.released.is_(None)
    return update(_places).where(where).values(released=at, released_after=allocations), {}


def seats_closed(participant: str) -> Rows:
    """The update that takes the seats of somebody who left, so that they cannot play on."""
    seats = schema.seat
    return update(seats).where(seats.c.participant == participant).values(session=None), {}


def redeem(engine: Engine, study: str, code: str) -> str:
    """Marks a completion code as used, and returns the id of its participant.

    :raises TamayaError: if nobody has this code, or it was used before
    """
    mine = (_people.c.study == study) & (_people.c.code == code)
    with engine.begin() as connection:
        unused = update(_people).where(mine & _people.c.redeemed.is_(None))
        done = connection.execute(unused.values(redeemed=time.time()))
        row = connection.execute(select(_people.c.id, _people.c.redeemed).where(mine)).one_or_none()
    if row is None:
        raise UnknownNameError(f"no completion code {code[:40]!r} in study {study!r}")
    if done.rowcount == 0:
        at = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(row.redeemed))
        raise TamayaError(f"completion code {code!r} was used before, on {at}")
    return str(row.id)


def is_paused(connection: Connection, study: str) -> bool:
    """Has the operator paused the study?"""
    where = schema.study.c.id == study
    state = connection.execute(select(schema.study.c.state).where(where)).scalar_one()
    return str(state) == "paused"


def paused(study: str, state: bool) -> Rows:
    """The update that pauses or resumes a study."""
    where = schema.study.c.id == study
    return update(schema.study).where(where).values(state="paused" if state else "open"), {}


def keep_study(engine: Engine, id: str, protocol: str, digest: str) -> str:
    """Stores a study's file when it starts; returns the digest in the database.

    A file that changed before anybody arrived replaces the stored one.
    """
    with engine.begin() as connection:
        where = schema.study.c.id == id
        stored = connection.execute(select(schema.study.c.digest).where(where)).scalar_one_or_none()
        row = {"protocol": protocol, "digest": digest}
        if stored is None:
            new = {"id": id, "created": time.time(), "state": "open", **row}
            connection.execute(schema.study.insert(), new)
            return digest
        if stored != digest and not counts(connection, id):
            connection.execute(update(schema.study).where(where).values(**row))
            return digest
        return str(stored)
