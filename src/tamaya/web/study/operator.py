"""What the operator of a study sees: progress, balance and drop-out, but no outcome by arm."""

from __future__ import annotations

import time
from collections import Counter

from sqlalchemy import Connection

from tamaya.study.progress import Participation
from tamaya.study.study_file import StudyFile
from tamaya.web.storage import study_store
from tamaya.web.storage.study_store import StoredPerson
from tamaya.web.study.protocol import ArmCount, LiveSession, OperatorView

LIVE = 200
"""most live sessions in the list"""


def operator_view(connection: Connection, study: StudyFile, tables: int) -> OperatorView:
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
        tuple(f"{step.kind} {step.name}".strip() for step in path),
        tuple(_live(stands, actions))[:LIVE],
        tables,
    )


def status_text(connection: Connection, study: StudyFile) -> str:
    """The state of a study, line by line."""
    if not study_store.exists(connection, study.id):
        return f"study {study.id}: not served yet"
    view = operator_view(connection, study, 0)
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
    for number, (step, reached) in enumerate(zip(view.steps, view.reached, strict=False), 1):
        lines.append(f"  page {number:>2} {step}: {reached} reached")
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
