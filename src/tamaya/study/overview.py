"""Summarizes a study file for its author: the path, the treatments, simulated arrivals."""

from __future__ import annotations

from collections import Counter

from tamaya.study.assignment import Allocator, Treatment, treatments
from tamaya.study.draws import Draws
from tamaya.study.instruments import Catalogue
from tamaya.study.reading import digest
from tamaya.study.rehearsal import rehearsal
from tamaya.study.steps import PageStep, steps_of
from tamaya.study.study_file import Consent, StudyFile

_SLOTS = ("PLEASE FILL IN", "BITTE AUSFÜLLEN")


def overview(study: StudyFile) -> str:
    """A summary of a checked study, line by line, after a rehearsal.

    :raises StudyError: if an agent cannot play, or a page cannot be passed
    """
    path = steps_of(study)
    lines = [
        f"study {study.id} is valid (digest {digest(study)[:12]})",
        f"path: {len(path)} pages, {study.games} games, in {' and '.join(study.languages)}",
        *(f"  {number:>2}. {_words(step)}" for number, step in enumerate(path, 1)),
        *_assigned(study),
        *rehearsal(study),
        *(f"warning: {text}" for text in warnings(study)),
    ]
    return "\n".join(lines)


def overview_as_dict(study: StudyFile) -> dict[str, object]:
    """The same summary as values, after the same rehearsal.

    :raises StudyError: if an agent cannot play, or a page cannot be passed
    """
    counts = _games_by_arm(study)
    return {
        "study": study.id,
        "digest": digest(study),
        "languages": list(study.languages),
        "games": study.games,
        "pages": [_words(step) for step in steps_of(study)],
        "design": study.assignment.design,
        "method": study.assignment.method,
        "treatments": len(treatments(study)),
        "participations": study.people.target,
        "games_by_arm": {arm.name: counts[arm.name] for arm in study.arms},
        "rehearsal": rehearsal(study),
        "warnings": warnings(study),
    }


def _words(step: PageStep) -> str:
    about = f" {step.name}" if step.name else ""
    after = f" {step.game}" if step.kind == "game" else f" after game {step.game}"
    return step.kind + about + (after if step.game else "") + _limit_words(step)


def _limit_words(step: PageStep) -> str:
    if step.limit is None:
        return ""
    ends = {"submit": "goes on", "stop": "ends the participation"}[step.limit.on_timeout]
    return f" (after {step.limit.seconds / 60:g} minutes, {ends})"


def _assigned(study: StudyFile) -> list[str]:
    plan, everything = study.assignment, treatments(study)
    head = f"assignment: {plan.design} subjects by {plan.method}, {len(everything)} treatments"
    people = study.people.target
    arms = _games_by_arm(study)
    shares = ", ".join(f"{arm.name} {arms[arm.name]}" for arm in study.arms)
    return [head, f"simulated: {people} complete participations give games {shares}"]


def _games_by_arm(study: StudyFile) -> Counter[str]:
    """Games with each arm, if as many simulated people as planned complete the study."""
    arms = Counter[str]()
    for treatment, count in simulated(study, study.people.target).items():
        for arm in treatment.arms:
            arms[arm] += count
    return arms


def simulated(study: StudyFile, people: int, dropping: float = 0.2) -> Counter[Treatment]:
    """Simulates arrivals, some of which drop out, and counts occupied places by treatment."""
    allocator, draws, slot, complete = Allocator(study), Draws(study.seed, "simulated people"), 0, 0
    catalogue = Catalogue.of(study)
    questions = {i.id: i for name in catalogue.names for i in catalogue[name].items}
    while complete < people:
        stratum = {
            name: questions[name].options[draws.below(len(questions[name].options))].code
            for name in study.assignment.covariates
        }
        allocator.arrive(stratum)
        if draws.chance() < dropping:
            allocator.leave(slot)
        else:
            complete += 1
        slot += 1
    return allocator.counts()


def warnings(study: StudyFile) -> list[str]:
    """What to mend before people take part, although a server would run the study as it is."""
    warned = []
    if _SLOTS[0] in study.contact or not study.contact:
        warned.append("contact is not filled in")
    consents = [page.text for page in study.pages if isinstance(page, Consent)]
    texts = [t for text in consents for t in ([text] if isinstance(text, str) else text.values())]
    if any(slot in text for slot in _SLOTS for text in texts):
        warned.append("the consent text has parts to fill in")
    if study.table.reply_seconds == 0:
        warned.append("replies are not delayed equally, so their timing may tell arms apart")
    return warned
