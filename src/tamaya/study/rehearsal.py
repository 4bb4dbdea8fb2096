"""Tries a study before people come: a simulated person visits all pages, and every agent plays."""

from __future__ import annotations

from tamaya.arena.play import play
from tamaya.errors import StudyError, TamayaError
from tamaya.study.assignment import deck_seed, treatments
from tamaya.study.progress import AGREE, Participation
from tamaya.study.reading import SERVED_AGENTS
from tamaya.study.records import Arrived
from tamaya.study.study_file import Item, StudyFile

PERSON = "human:all"
"""the model of people that agents play with"""


def walk(study: StudyFile) -> int:
    """Leads a simulated person through all pages; returns how many pages they submitted.

    :raises StudyError: if a page cannot be passed
    """
    person = Participation(study, [Arrived(0.0, study.languages[0])])
    pages = 0
    while person.outcome is None and (step := person.current) is not None:
        try:
            answers = {AGREE: "yes"} if step.kind == "consent" else _answers(person)
            records = person.handed_in(answers, person.language, float(pages), game_over=True)
        except TamayaError as error:
            raise StudyError(f"page {person.step + 1} ({step.kind}): {error}") from None
        for record in records:
            person.take(record)
        pages += 1
    return pages


def _answers(person: Participation) -> dict[str, str]:
    """Right answers where some are expected, otherwise the first option."""
    items = person.instrument.items if person.instrument else ()
    return {item.id: _answer(item) for item in items}


def _answer(item: Item) -> str:
    if item.options:
        return item.expected or item.options[0].code
    return str(item.least) if item.kind == "slider" else "text"[: item.longest]


def rehearse_games(study: StudyFile) -> dict[str, int]:
    """Lets every agent play one game with a model of people; returns the scores by arm.

    Agents that a server trains for itself are left out.

    :raises StudyError: naming the arm whose agent cannot play this game
    """
    seed = deck_seed(study, 0, treatments(study)[0], 1)
    scores: dict[str, int] = {}
    for arm in study.arms:
        if arm.agent in SERVED_AGENTS:
            continue
        seats = [arm.agent, arm.agent]
        seats[study.table.seat] = PERSON
        try:
            scores[arm.name] = play(*seats, seed=seed, setup=study.table.setup).score
        except TamayaError as error:
            raise StudyError(f"arm {arm.name!r} cannot play: {error}") from None
    return scores


def rehearsal(study: StudyFile) -> list[str]:
    """What was tried, line by line.

    :raises StudyError: if something does not work
    """
    scores = rehearse_games(study)
    played = ", ".join(f"{arm} {score}" for arm, score in scores.items())
    left_out = [arm.name for arm in study.arms if arm.name not in scores]
    return [
        f"rehearsed: a simulated person reaches the end after {walk(study)} pages",
        f"rehearsed: points in one game with {PERSON}: {played}",
        *([f"not rehearsed: {', '.join(left_out)} (trained by the server)"] if left_out else []),
    ]
