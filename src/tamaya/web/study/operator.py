"""What the operator of a study sees: progress, balance, drop-out and tables; no outcome by arm."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec import UNSET
from sqlalchemy import Connection

from tamaya.study.progress import Participation
from tamaya.study.steps import PageStep
from tamaya.study.study_file import StudyFile
from tamaya.web.game.history import Viewer
from tamaya.web.live.answer_times import AnswerTimes
from tamaya.web.live.table import LiveTable
from tamaya.web.storage import study_store
from tamaya.web.storage.study_store import StoredPerson
from tamaya.web.study.protocol import (
    ArmCount,
    LiveSession,
    MoveTimes,
    OperatorView,
    WatchedTable,
    WatchedTables,
)

LIVE = 200
"""most live sessions in the list"""
WATCHED = 24
"""most tables that are shown at once"""
_SPECTATOR = Viewer(None, plays=False)


def operator_view(connection: Connection, study: StudyFile, times: AnswerTimes) -> OperatorView:
    """The state of a study, from the database."""
    people = study_store.people(connection, study.id)
    stands = [(person, Participation(study, person.records)) for person in people]
    actions = study_store.last_actions(connection, study.id)
    path = Participation(study).path
    return OperatorView(
        study.id,
        study.people.target,
        study_store.is_paused(connection, study.id),
        study_store.counts(connection, study.id),
        tuple(_arms(study, stands)),
        tuple(sum(p.step >= step for _, p in stands) for step in range(len(path) + 1)),
        tuple(
            sum(p.step == step and p.outcome not in (None, "complete") for _, p in stands)
            for step in range(len(path) + 1)
        ),
        tuple(_page_name(step) for step in path),
        tuple(_live(stands, actions))[:LIVE],
        MoveTimes(len(times), *(round(times.quantile(share), 4) for share in (0.5, 0.95, 1.0))),
        study_store.late_moves(connection, study.id),
    )


def _page_name(step: PageStep) -> str:
    number = str(step.game) if step.kind == "game" else ""
    return " ".join(filter(None, (step.kind, step.name, number)))


def running_tables(tables: Iterable[LiveTable], study: str) -> list[LiveTable]:
    """The tables of a study whose games are running, the latest move first."""
    now = time.time()
    running = [
        table
        for table in tables
        if table.history.began.study == study
        and not table.history.state.over
        and not _is_closed(table, now)
    ]
    return sorted(running, key=lambda table: table.turned, reverse=True)


def watched_tables(
    tables: Sequence[LiveTable], participants: Mapping[str, str], running: int
) -> WatchedTables:
    """Tables as the operator sees them.

    :param participants: by game
    """
    known = [table for table in tables if table.game in participants]
    return WatchedTables(
        running, tuple(_watched(table, participants[table.game]) for table in known)
    )


def _watched(table: LiveTable, participant: str) -> WatchedTable:
    history, until = table.history, table.history.began.until
    person = next(seat for seat, p in enumerate(history.began.seats) if p.kind == "human")
    log = history.log(person)
    return WatchedTable(
        table.game,
        participant,
        round(time.monotonic() - table.turned, 1),
        history.table(_SPECTATOR),
        log[-1] if log else UNSET,
        any(page.viewer.plays for page in table.pages),
        UNSET if until is None else round(max(0.0, until - time.time()), 1),
    )


def _is_closed(table: LiveTable, now: float) -> bool:
    until = table.history.began.until
    return until is not None and now >= until


def status_json(connection: Connection, study: StudyFile) -> str:
    """The state of a study as JSON, without the sessions and tables of the operator's page."""
    if not study_store.exists(connection, study.id):
        return msgspec.json.encode({"study": study.id, "served": False}).decode()
    study = study_store.served(connection, study)
    view = operator_view(connection, study, AnswerTimes())
    pages = [
        {"page": step, "reached": view.reached[number], "dropped": view.dropped[number]}
        for number, step in enumerate(view.steps)
    ]
    body = {
        "study": study.id,
        "served": True,
        "paused": view.paused,
        "target": view.target,
        "states": view.states,
        "arms": view.arms,
        "pages": pages,
        "late_moves": view.late_moves,
    }
    return msgspec.json.format(msgspec.json.encode(body)).decode()


def status_text(connection: Connection, study: StudyFile) -> str:
    """The state of a study, line by line."""
    if not study_store.exists(connection, study.id):
        return f"study {study.id}: not served yet"
    study = study_store.served(connection, study)
    view = operator_view(connection, study, AnswerTimes())
    states = ", ".join(f"{count} {state}" for state, count in sorted(view.states.items()))
    lines = [
        f"study {study.id}{' (paused)' if view.paused else ''}: {states or 'nobody yet'}",
        f"complete: {view.states.get('complete', 0)} of {view.target}",
    ]
    for arm in view.arms:
        lines.append(
            f"  {arm.arm}: {arm.assigned} assigned, {arm.complete} complete, "
            f"{arm.active} active, {arm.dropped} dropped out"
        )
    for number, step in enumerate(view.steps):
        dropped = f", {view.dropped[number]} dropped out" if view.dropped[number] else ""
        lines.append(f"  page {number + 1:>2} {step}: {view.reached[number]} reached{dropped}")
    if view.late_moves:
        lines.append(
            f"warning: a stand-in made {view.late_moves} moves for agents that failed or were "
            "too slow (the table of moves marks them as late)"
        )
    return "\n".join(lines)


Stands = list[tuple[StoredPerson, Participation]]


def _arms(study: StudyFile, stands: Stands) -> list[ArmCount]:
    by_arm: dict[str, Counter[str]] = {arm.name: Counter() for arm in study.arms}
    for _, progress in stands:
        if progress.assigned is None:
            continue
        state = progress.outcome or "active"
        kind = state if state in ("complete", "active") else "dropped"
        for arm in set(progress.assigned.arms):
            by_arm[arm].update(["assigned", kind])
    return [
        ArmCount(arm, count["assigned"], count["complete"], count["active"], count["dropped"])
        for arm, count in by_arm.items()
    ]


def _live(stands: Stands, actions: dict[str, float]) -> list[LiveSession]:
    now = time.time()
    return [
        LiveSession(
            person.id,
            progress.step,
            progress.current.kind if progress.current else "end",
            round(now - actions.get(person.id, progress.last), 1),
        )
        for person, progress in stands
        if progress.outcome is None
    ]
