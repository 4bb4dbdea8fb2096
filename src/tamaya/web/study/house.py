"""Runs one study: admits people, leads them from page to page, and seats them at their games.

A participant's state follows from their records alone, which are read for every request. So a
restart, another device and a reload are the same case, and two tabs cannot disagree.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import secrets
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Literal

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from tamaya.errors import BodyError, BusyError, NotAllowedError, TamayaError
from tamaya.study import reading
from tamaya.study.assignment import restored
from tamaya.study.progress import Participation
from tamaya.study.records import Arrived, Assigned, Click, Ended, StudyRecord, Traced
from tamaya.study.steps import PageStep, steps_of
from tamaya.study.study_file import StudyFile
from tamaya.web.game.history import GameHistory
from tamaya.web.http import tokens
from tamaya.web.live.hub import Hub
from tamaya.web.storage import study_store
from tamaya.web.storage.database import Rows
from tamaya.web.storage.game_store import SeatKeys, begin_rows
from tamaya.web.storage.study_store import StoredPerson
from tamaya.web.storage.withdrawal import withdraw
from tamaya.web.study.blinded_games import begun, deal_of, first_questions, seated
from tamaya.web.study.protocol import HandIn, PageTrace, StudyInfo, StudyPage, StudyState
from tamaya.web.study.views import state_of, texts

_log = logging.getLogger("tamaya.web")
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""of completion codes: without letters that look like digits"""
MOST_REPORTS = 5000
"""reports of clicks that one participant may send"""
GRACE = 3.0
"""seconds after the end of a page's time within which its browser may still hand it in"""


class StudyHouse:
    """A study that this server runs."""

    def __init__(self, hub: Hub, path: Path) -> None:
        self.hub = hub
        self.study: StudyFile = reading.read(path)
        self._lock = asyncio.Lock()

    async def start(self) -> None:
        """Stores the study's file, or checks that it is still the same.

        :raises TamayaError: if people took part in another version of it
        """
        digest = reading.digest(self.study)
        protocol = msgspec.json.encode(self.study, order="deterministic").decode()
        arguments = (self.hub.store.engine, self.study.id, protocol, digest)
        stored = await asyncio.to_thread(study_store.keep_study, *arguments)
        if stored != digest:
            raise TamayaError(
                f"study {self.study.id!r} changed since people took part in it: give it another id"
            )
        # The first replies must wait neither for a process nor for an agent's files.
        await self.hub.workers.start(first_questions(self.study, self.hub.roster))

    # Arriving and returning.

    async def info(self, session: str | None) -> StudyInfo:
        """What a visitor sees before taking part."""
        progress, wording = Participation(self.study), self.study.wording
        admits = await self._admits()
        if admits == "full":  # the places of people who left may be free by now
            async with self._lock:
                await self._release_idle()
            admits = await self._admits()
        text = {"open": wording.landing, "full": wording.full, "paused": wording.paused}[admits]
        return StudyInfo(
            texts(progress, self.study.title),
            self.study.languages,
            self.study.contact,
            self.study.people.id_parameters,
            self.study.people.id_required,
            admits,
            texts(progress, text),
            await self._person(session) is not None,
        )

    async def _admits(self) -> Literal["open", "full", "paused"]:
        def read(connection: Connection) -> tuple[dict[str, int], bool]:
            counts = study_store.counts(connection, self.study.id)
            return counts, study_store.is_paused(connection, self.study.id)

        counts, paused = await self.hub.store.read(read)
        if paused:
            return "paused"
        complete, active = counts.get("complete", 0), counts.get("active", 0)
        target = self.study.people.target
        full = complete >= target or complete + active >= target + self.study.people.extra
        return "full" if full else "open"

    async def arrive(
        self, parameters: Mapping[str, str], language: str, session: str | None
    ) -> tuple[str, StudyState]:
        """Admits a participant, or resumes the participation of this session.

        :raises BodyError: if nobody is admitted now, or the id has been used elsewhere
        """
        language = language if language in self.study.languages else self.study.languages[0]
        external = self._external(parameters)
        async with self._lock:
            person = await self._person(session)
            if person is not None and (external is None or person.external == external):
                return session or "", await self._shown(person)
            await self._release_idle()
            await self._check_admission(external)
            fresh, id = tokens.fresh(), tokens.fresh_id()
            record = Arrived(time.time(), language)
            rows = study_store.arrival(self.study.id, id, tokens.hashed(fresh), external, record)
            await self._write_rows(rows)
            person = StoredPerson(id, external, record.at, (record,))
            return fresh, await self._shown(person)

    async def _check_admission(self, external: str | None) -> None:
        if external is None and self.study.people.id_required:
            names = ", ".join(self.study.people.id_parameters)
            raise BodyError(403, f"the address contains no participant id (expected {names})")
        if external is not None:
            known = await self.hub.store.read(
                lambda connection: study_store.is_known(connection, self.study.id, external)
            )
            if known:
                raise BodyError(
                    409, "somebody with this id started in another browser: use your personal link"
                )
        admits = await self._admits()
        if admits != "open":
            raise BodyError(409, f"the study is {admits}")
        self.hub.check_room()

    def _external(self, parameters: Mapping[str, str]) -> str | None:
        """The id that the address carries, or a keyed hash of it."""
        values = (parameters.get(name, "").strip() for name in self.study.people.id_parameters)
        id = next((text for text in values if text), None)
        if id is not None and not id.isprintable():
            raise BodyError(422, f"participant id {id!r} (expected printable characters)")
        if id is None or self.study.people.store_id:
            return id
        key = f"{self.study.id} {self.hub.secret}".encode()
        return hmac.new(key, id.encode(), hashlib.sha256).hexdigest()

    async def state(self, session: str | None) -> StudyState:
        """The current page of a participant.

        :raises NotAllowedError: if nobody has this session
        """
        async with self._lock:
            return await self._shown(await self._known(session))

    # Going on.

    async def hand_in(self, session: str | None, body: HandIn) -> StudyState:
        """Submits the current page. Submitting an earlier page changes nothing.

        :raises AnswersError: if an answer is missing or does not fit
        """
        async with self._lock:
            person = await self._known(session)
            progress = await self._prepared(person)
            open_page = progress.outcome is None or progress.later_game is not None
            if open_page and body.step == progress.step:
                await self._take_page(person, progress, body)
            return await self._state(person, progress)

    async def _take_page(self, person: StoredPerson, progress: Participation, body: HandIn) -> None:
        """Stores the answers of the current page, as a draft or for good."""
        now, over = time.time(), await self._over(progress)
        language = body.language if body.language in self.study.languages else progress.language
        if not over and _is_due(progress, now):
            records = progress.timed_out(body.answers, language, now)
        elif body.draft:
            asks = progress.instrument is not None and progress.due is not None
            keeps = asks and progress.count <= MOST_REPORTS
            records = [progress.drafted(body.answers, now)] if keeps else []
        else:
            records = progress.handed_in(body.answers, language, now, over)
        if records:
            await self._add(person, progress, *records)
            await self._prepare(person, progress)

    async def trace(self, session: str | None, body: PageTrace) -> int:
        """Stores what happened on a page."""
        async with self._lock:
            person = await self._known(session)
            progress = await self._prepared(person)
            if progress.outcome is not None or progress.count > MOST_REPORTS:
                return 0
            now = time.time()
            clicks = tuple(
                Click(now - click.age, click.kind, click.target) for click in body.clicks
            )
            await self._add(person, progress, Traced(now, body.step, clicks))
            return len(clicks)

    async def again(self, session: str | None) -> StudyState:
        """Starts a game after the end of the study.

        :raises BodyError: if the study offers none, or the participant has not finished it
        """
        async with self._lock:
            person = await self._known(session)
            progress = await self._prepared(person)
            later = self.study.later_games
            if progress.outcome != "complete" or later is None:
                raise BodyError(409, "this study offers no further games now")
            if progress.later_game is None:
                if progress.later_games >= later.most:
                    raise BodyError(409, f"no more than {later.most} further games")
                await self._seat(person, progress)
            return await self._state(person, progress)

    async def stop(self, session: str | None, *, delete: bool) -> StudyState:
        """Ends a participation; with `delete`, deletes all its data."""
        async with self._lock:
            person = await self._known(session)
            progress = Participation(self.study, person.records)
            if not delete:
                if progress.outcome is None:
                    await self._add(person, progress, Ended(time.time(), "stopped"))
                return await self._state(person, progress)
            await self._close_tables(progress)
            engine, study = self.hub.store.engine, self.study.id
            for note in await asyncio.to_thread(withdraw, engine, study, person.id):
                _log.warning("a participant withdrew: %s", note)
            page = StudyPage("closed", 0, reason="withdrawn")
            return msgspec.structs.replace(
                state_of("", Participation(self.study), over=False), page=page
            )

    # Steps of one participant.

    async def _person(self, session: str | None) -> StoredPerson | None:
        if session is None:
            return None
        hashed = tokens.hashed(session)
        return await self.hub.store.read(
            lambda connection: study_store.person_by_session(connection, self.study.id, hashed)
        )

    async def _known(self, session: str | None) -> StoredPerson:
        person = await self._person(session)
        if person is None:
            raise NotAllowedError("this browser does not take part in the study")
        return person

    async def _shown(self, person: StoredPerson) -> StudyState:
        return await self._state(person, await self._prepared(person))

    async def _state(self, person: StoredPerson, progress: Participation) -> StudyState:
        return state_of(person.id, progress, over=await self._over(progress))

    async def _prepared(self, person: StoredPerson) -> Participation:
        """The progress of a participant, after any timeout or new game that is due."""
        progress = Participation(self.study, person.records)
        if progress.outcome is None:
            actions = await self.hub.store.read(
                lambda connection: study_store.last_actions(connection, self.study.id, person.id)
            )
            if time.time() - actions.get(person.id, progress.last) > self._idle_seconds:
                await self._add(person, progress, Ended(time.time(), "timed_out"))
            await self._expire(person, progress)
            await self._prepare(person, progress)
        return progress

    async def _expire(self, person: StoredPerson, progress: Participation) -> None:
        """Closes the current page if its time is up and its browser did not hand it in."""
        now = time.time()
        due = progress.outcome is None and _is_due(progress, now - GRACE)
        if due and not await self._over(progress):
            records = progress.timed_out(progress.draft, progress.language, now)
            await self._add(person, progress, *records)

    @property
    def _idle_seconds(self) -> float:
        return self.study.inactive_minutes * 60

    @property
    def _limits_end(self) -> bool:
        """Can a time limit end a participation?"""
        return any(_stops(step) for step in steps_of(self.study))

    async def _prepare(self, person: StoredPerson, progress: Participation) -> None:
        """Does what the current page needs: allocation, a game, or the end."""
        if progress.outcome is not None:
            return
        step = progress.current
        if step is None:
            code = self.study.completion.code or new_code()
            await self._add(person, progress, Ended(time.time(), "complete", code))
        elif step.kind in ("game", "practice") and progress.step not in progress.seats:
            if step.kind == "game" and progress.assigned is None:
                await self._assign(person, progress)
            await self._seat(person, progress)

    async def _assign(self, person: StoredPerson, progress: Participation) -> None:
        await self._release_idle()
        places = await self.hub.store.read(
            lambda connection: study_store.places(connection, self.study.id)
        )
        allocator = restored(self.study, study_store.log_of(places))
        names = self.study.assignment.covariates
        stratum = {name: progress.answers.get(name, "") for name in names}
        treatment = allocator.arrive(stratum)
        now, slot = time.time(), len(places)
        record = Assigned(now, slot, treatment.arms, treatment.deck, stratum)
        row = study_store.allocation(self.study.id, person.id, record)
        await self._add(person, progress, record, rows=[row])

    async def _seat(self, person: StoredPerson, progress: Participation) -> None:
        """Begins a game; the record and the game are stored together."""
        deal = deal_of(progress)
        now, game = time.time(), tokens.fresh_id()
        history = GameHistory(begun(person.id, progress, deal, now))
        session = await self.hub.store.read(
            lambda connection: study_store.session_of(connection, person.id)
        )
        keys = [
            SeatKeys(None, session if seat == self.study.table.seat else None)
            for seat in _seats(history)
        ]
        record = seated(progress, deal, game, now)
        rows = begin_rows(game, history, keys, person.id)
        await self._add(person, progress, record, rows=rows)

    async def _over(self, progress: Participation) -> bool:
        game = progress.seats.get(progress.step)
        if game is None or progress.outcome not in (None, "complete"):
            return False
        return (await self.hub.table(game.game)).history.state.over

    async def _release_idle(self) -> None:
        """Ends participations that are inactive or out of time, so that others get their places."""
        actions = await self.hub.store.read(
            lambda connection: study_store.last_actions(connection, self.study.id)
        )
        idle = {id for id, at in actions.items() if time.time() - at > self._idle_seconds}
        for id in actions if self._limits_end else idle:
            person = await self.hub.store.read(partial(_person, self.study.id, id))
            if person is None:
                continue
            progress = Participation(self.study, person.records)
            if id in idle:
                await self._add(person, progress, Ended(time.time(), "timed_out"))
            elif _stops(progress.current):
                await self._expire(person, progress)

    # Storage.

    async def _add(
        self,
        person: StoredPerson,
        progress: Participation,
        *records: StudyRecord,
        rows: list[Rows] | None = None,
    ) -> None:
        """Adds records to the progress, and commits them with their rows, all or nothing."""
        new = [study_store.added(person.id, progress.count + n, r) for n, r in enumerate(records)]
        ended = next((record for record in records if isinstance(record, Ended)), None)
        leaves = ended is not None and ended.outcome != "complete"
        if ended is not None and leaves:
            new.append(study_store.release(self.study.id, person.id, ended.at))
            new.append(study_store.seats_closed(person.id))
        for record in records:
            progress.take(record)
        standing = study_store.standing(person.id, progress.step, _unique(self.study, ended))
        await self._write_rows([*(rows or []), *new, standing])
        if leaves:
            await self._close_tables(progress)

    async def _close_tables(self, progress: Participation) -> None:
        """Closes the tables of somebody who left: their seats are gone, so no move counts."""
        for game in progress.seats.values():
            await self.hub.drop(game.game, 1008)

    async def _write_rows(self, rows: list[Rows]) -> None:
        try:
            await self.hub.store.write(*rows)
        except IntegrityError:  # another server was quicker, or the participant withdrew
            raise BusyError("the page changed elsewhere: reload it") from None


def _person(study: str, id: str, connection: Connection) -> StoredPerson | None:
    return study_store.person(connection, study, id)


def _is_due(progress: Participation, at: float) -> bool:
    return progress.due is not None and at >= progress.due


def _stops(step: PageStep | None) -> bool:
    limit = step.limit if step is not None else None
    return limit is not None and limit.on_timeout == "stop"


def _unique(study: StudyFile, ended: Ended | None) -> Ended | None:
    """Removes a completion code that all participants share: only personal codes are stored."""
    if ended is None or not study.completion.code:
        return ended
    return msgspec.structs.replace(ended, code="")


def _seats(history: GameHistory) -> range:
    return range(len(history.began.seats))


def new_code() -> str:
    """A completion code that nobody can guess."""
    letters = "".join(secrets.choice(_LETTERS) for _ in range(12))
    return f"{letters[:4]}-{letters[4:8]}-{letters[8:]}"
