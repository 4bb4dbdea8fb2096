"""Computes where a participant stands from their records; no other state is stored."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from tamaya.errors import AnswersError
from tamaya.study.instruments import Catalogue
from tamaya.study.records import (
    Answered,
    Arrived,
    Assigned,
    Drafted,
    Ended,
    Expired,
    Outcome,
    Seated,
    StudyRecord,
)
from tamaya.study.steps import PageStep, steps_of
from tamaya.study.study_file import Consent, Instrument, Item, Quiz, StudyFile

AGREE = "agree"
"""name of the consent page's only answer: `yes` or `no`"""


class Participation:
    """One participation, brought up to date record by record."""

    def __init__(self, study: StudyFile, records: Iterable[StudyRecord] = ()) -> None:
        self.study = study
        self.path = steps_of(study)
        self.catalogue = Catalogue.of(study)
        self.step = 0
        self.count = 0
        """records so far"""
        self.language: str = study.languages[0]
        self.outcome: Outcome | None = None
        self.code = ""
        self.assigned: Assigned | None = None
        self.seats: dict[int, Seated] = {}
        """games by step"""
        self.attempts = 0
        """how often the current quiz page was submitted"""
        self.wrong: tuple[str, ...] = ()
        """questions answered wrongly in the last attempt"""
        self.answers: dict[str, str] = {}
        """latest answer to each question"""
        self.draft: dict[str, str] = {}
        """what was filled in so far on the current page, if it has a time limit"""
        self.entered = 0.0
        """when the current page was shown first, or its game began"""
        self.expired = False
        """did the time limit of the last page run out?"""
        self.last = 0.0
        """when the last record was added"""
        for record in records:
            self.take(record)

    def take(self, record: StudyRecord) -> None:
        """Adds one record."""
        self.count += 1
        self.last = max(self.last, record.at)
        if isinstance(record, Arrived):
            self.language, self.entered = record.language, record.at
        elif isinstance(record, Answered):
            self._answered(record)
        elif isinstance(record, Drafted):
            self.draft = record.answers
        elif isinstance(record, Expired):
            self.expired = True
        elif isinstance(record, Assigned):
            self.assigned = record
        elif isinstance(record, Seated):
            self.seats[record.step] = record
            self.step, self.entered = record.step, record.at
        elif isinstance(record, Ended):
            self.outcome, self.code = record.outcome, record.code

    def _answered(self, record: Answered) -> None:
        self.language = record.language
        self.answers |= record.answers
        if record.passed:
            later = record.step > len(self.path)
            self.step = len(self.path) if later else record.step + 1
            self.attempts, self.wrong = 0, ()
            self.entered, self.draft, self.expired = record.at, {}, False
        else:
            self.attempts += 1
            self.wrong = self._wrong(record.answers)

    @property
    def current(self) -> PageStep | None:
        """The page that the participant sees; None at the end and in later games."""
        return self.path[self.step] if self.step < len(self.path) else None

    @property
    def later_game(self) -> Seated | None:
        """The later game that the participant is playing; None if there is none."""
        return self.seats.get(self.step) if self.step > len(self.path) else None

    @property
    def later_games(self) -> int:
        """Later games begun."""
        return sum(seated.part == "later" for seated in self.seats.values())

    @property
    def instrument(self) -> Instrument | None:
        """The questions of the current page."""
        step = self.current
        return self.catalogue[step.name] if step and step.kind in ("survey", "quiz") else None

    @property
    def due(self) -> float | None:
        """When the time of the current page is up; None without a limit or before a game begins."""
        step = self.current
        if step is None or step.limit is None:
            return None
        waits = step.kind in ("game", "practice") and self.step not in self.seats
        return None if waits else self.entered + step.limit.seconds

    def handed_in(
        self, answers: Mapping[str, str], language: str, at: float, game_over: bool
    ) -> list[StudyRecord]:
        """The records to add when the participant submits the current page.

        :param game_over: is the game of the current page over?
        :raises AnswersError: if an answer is missing or does not fit
        """
        step = self.current
        kind = step.kind if step is not None else "game"
        if kind in ("game", "practice"):
            if not game_over:
                raise AnswersError("the game is not over")
            return [Answered(at, self.step, language, passed=True)]
        if kind == "consent":
            return self._consented(answers, language, at)
        kept = self._checked(answers)
        if step is not None and isinstance(step.page, Quiz):
            return self._quizzed(step.page, kept, language, at)
        return [Answered(at, self.step, language, passed=True, answers=kept)]

    def drafted(self, answers: Mapping[str, str], at: float) -> Drafted:
        """The record of what was filled in so far; required answers may be missing.

        :raises AnswersError: if an answer does not fit
        """
        return Drafted(at, self.step, self._fitting(answers))

    def timed_out(self, answers: Mapping[str, str], language: str, at: float) -> list[StudyRecord]:
        """The records that follow when the time of the current page is up.

        :param answers: what was filled in; answers that do not fit are replaced by the draft
        """
        step, due = self.current, self.due
        assert step is not None
        assert step.limit is not None
        assert due is not None
        event = Expired(at, self.step, due)
        if step.limit.on_timeout == "stop":
            return [event, Ended(at, "timed_out")]
        try:
            kept = self._fitting(answers)
        except AnswersError:
            kept = self.draft
        quiz = step.page if isinstance(step.page, Quiz) else None
        fails = quiz is not None and quiz.on_failure == "end" and bool(self._wrong(kept))
        record = Answered(at, self.step, language, not fails, kept)
        return [event, record, Ended(at, "failed_quiz")] if fails else [event, record]

    def _consented(self, answers: Mapping[str, str], language: str, at: float) -> list[StudyRecord]:
        choice = answers.get(AGREE)
        if set(answers) != {AGREE} or choice not in ("yes", "no"):
            raise AnswersError(f"answers {dict(answers)!r} (expected agree: yes or no)")
        page = self.path[0].page
        version = page.version if isinstance(page, Consent) else ""
        agreed = choice == "yes"
        record = Answered(at, self.step, language, agreed, {AGREE: choice}, version)
        return [record] if agreed else [record, Ended(at, "declined")]

    def _quizzed(
        self, page: Quiz, answers: dict[str, str], language: str, at: float
    ) -> list[StudyRecord]:
        right = not self._wrong(answers)
        last = self.attempts + 1 >= page.attempts
        fails = last and not right and page.on_failure == "end"
        passed = right or (last and not fails)
        record = Answered(at, self.step, language, passed, answers)
        return [record, Ended(at, "failed_quiz")] if fails else [record]

    def _wrong(self, answers: Mapping[str, str]) -> tuple[str, ...]:
        items = self.instrument.items if self.instrument else ()
        return tuple(i.id for i in items if i.expected and answers.get(i.id) != i.expected)

    def _checked(self, answers: Mapping[str, str]) -> dict[str, str]:
        kept = self._fitting(answers)
        items = self.instrument.items if self.instrument else ()
        missing = [item.id for item in items if item.required and item.id not in kept]
        if missing:
            raise AnswersError(f"no answer to {', '.join(missing)}")
        return kept

    def _fitting(self, answers: Mapping[str, str]) -> dict[str, str]:
        """The answers that were given, each checked against its question."""
        items = {item.id: item for item in (self.instrument.items if self.instrument else ())}
        for name in answers:
            if name not in items:
                raise AnswersError(f"answer to {name[:40]!r}, which this page does not ask")
        kept = {name: value for name, value in answers.items() if value != ""}
        for name, value in kept.items():
            check_answer(items[name], value)
        return kept


def check_answer(item: Item, value: str) -> None:
    """Refuses an answer that a question does not allow.

    :raises AnswersError: saying what was expected
    """
    codes = [option.code for option in item.options]
    if codes and value not in codes:
        raise AnswersError(f"answer {value[:40]!r} to {item.id} (expected {', '.join(codes)})")
    if item.kind == "text" and len(value) > item.longest:
        raise AnswersError(
            f"answer to {item.id} of {len(value)} characters (at most {item.longest})"
        )
    if item.kind == "slider" and number_of(item, value) is None:
        raise AnswersError(
            f"answer {value[:40]!r} to {item.id} (expected {item.least:g} to {item.most:g})"
        )


def number_of(item: Item, value: str) -> float | None:
    """An answer as a number: the place of a likert option from 1 on, or a slider's value."""
    if item.kind == "likert":
        codes = [option.code for option in item.options]
        return float(codes.index(value) + 1) if value in codes else None
    if item.kind != "slider":
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    return number if math.isfinite(number) and item.least <= number <= item.most else None
