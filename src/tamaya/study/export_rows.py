"""Turns what the server stored about participants into the rows of the exported tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tamaya.game import Move
from tamaya.study.instruments import Catalogue
from tamaya.study.progress import AGREE, Participation, number_of
from tamaya.study.records import (
    Answered,
    Arrived,
    Ended,
    Expired,
    Seated,
    StudyRecord,
    Traced,
)
from tamaya.study.steps import PageStep
from tamaya.study.study_file import Quiz, StudyFile
from tamaya.study.tables import (
    AnswerRow,
    AssignmentRow,
    ClickRow,
    GameRow,
    MoveRow,
    PageRow,
    ParticipantRow,
    StudyTables,
)
from tamaya.transcript import Transcript


@dataclass(frozen=True)
class MoveData:
    """One move as the server stored it."""

    at: float
    seat: int
    move: str
    think: float
    page_think: float
    delay: float
    late: bool


@dataclass(frozen=True)
class GameData:
    """One game as the server stored it."""

    id: str
    transcript: Transcript
    began_at: float
    moves: tuple[MoveData, ...]


@dataclass(frozen=True)
class PersonData:
    """One participant as the server stored them."""

    id: str
    external: str | None
    records: tuple[StudyRecord, ...]
    games: Mapping[str, GameData]


def tables_of(
    study: StudyFile, people: Sequence[PersonData], assignments: Sequence[AssignmentRow]
) -> StudyTables:
    """All tables of a study."""
    persons = [_Person(study, data) for data in people]
    return StudyTables(
        tuple(person.row() for person in persons),
        tuple(row for person in persons for row in person.games()),
        tuple(row for person in persons for row in person.moves()),
        tuple(row for person in persons for row in person.answers()),
        tuple(row for person in persons for row in person.pages()),
        tuple(row for person in persons for row in person.clicks()),
        tuple(assignments),
    )


_KINDS: dict[str, Literal["play", "discard", "hint_color", "hint_rank"]] = {
    "play": "play",
    "discard": "discard",
    "hint_color": "hint_color",
    "hint_rank": "hint_rank",
}


class _Person:
    """The rows of one participant."""

    def __init__(self, study: StudyFile, data: PersonData) -> None:
        self.study, self.data = study, data
        self.progress = Participation(study, data.records)
        self.catalogue = Catalogue.of(study)

    def row(self) -> ParticipantRow:
        """The participant."""
        progress, records = self.progress, self.data.records
        arrived = next(record for record in records if isinstance(record, Arrived))
        ended = next((record for record in records if isinstance(record, Ended)), None)
        assigned = progress.assigned
        checks = [row for row in self.answers() if row.correct is not None]
        quizzes = [record for record in records if self._is_quiz(record)]
        passed = [row.correct for row in checks if row.item in self._quiz_items]
        between = self.study.assignment.design == "between"
        return ParticipantRow(
            participant=self.data.id,
            study=self.study.id,
            status=progress.outcome or "active",
            language=progress.language,
            arrived_at=arrived.at,
            finished_at=ended.at if ended else None,
            seconds=round(ended.at - arrived.at, 3) if ended else None,
            consent_version=self._consent(),
            arm=assigned.arms[0] if assigned and between else None,
            sequence=">".join(assigned.arms) if assigned else None,
            slot=assigned.slot if assigned else None,
            external_id=self.data.external if self.study.people.store_id else None,
            quiz_attempts=len(quizzes),
            quiz_passed=self._quiz_passed(quizzes) if passed else None,
            attention_failed=sum(
                not row.correct for row in checks if row.item not in self._quiz_items
            ),
            games_finished=sum(g.finished and g.part == "study" for g in self.games()),
        )

    def _consent(self) -> str | None:
        agreed = (r for r in self.data.records if isinstance(r, Answered) and r.version)
        return next((r.version for r in agreed if r.answers.get(AGREE) == "yes"), None)

    @property
    def _quiz_items(self) -> set[str]:
        pages = [page for page in self.study.pages if isinstance(page, Quiz)]
        return {item.id for page in pages for item in self.catalogue[page.instrument].items}

    def _is_quiz(self, record: StudyRecord) -> bool:
        return isinstance(record, Answered) and self._step(record.step).kind == "quiz"

    def _quiz_passed(self, quizzes: Sequence[StudyRecord]) -> bool:
        """Were all answers right in the last attempt at each quiz?"""
        last: dict[int, Mapping[str, str]] = {}
        for record in quizzes:
            if isinstance(record, Answered):
                last[record.step] = record.answers
        return all(
            answers.get(item.id) == item.expected
            for step, answers in last.items()
            for item in self.catalogue[self._step(step).name].items
        )

    def _step(self, number: int) -> PageStep:
        path = self.progress.path
        return path[number] if number < len(path) else PageStep(path[-1].page, "game")

    def games(self) -> Iterator[GameRow]:
        """The games in the order in which they began."""
        for seated in self.progress.seats.values():
            game = self.data.games.get(seated.game)
            if game is not None:
                yield self._game(seated, game)

    def _game(self, seated: Seated, game: GameData) -> GameRow:
        state = game.transcript.replay()
        finished = game.moves[-1].at if state.over and game.moves else None
        return GameRow(
            game=seated.game,
            participant=self.data.id,
            number=seated.number,
            part=seated.part,
            arm=seated.arm,
            agent=seated.agent,
            deck=seated.deck,
            setup=str(game.transcript.setup),
            seat=seated.seat,
            started_at=game.began_at,
            finished_at=finished,
            seconds=None if finished is None else round(finished - game.began_at, 3),
            score=state.score,
            strict_score=state.strict_score,
            bombed=state.bombed,
            turns=state.turn,
            finished=state.over,
            transcript=str(named(game.transcript, seated, self.data.id)),
        )

    def moves(self) -> Iterator[MoveRow]:
        """The moves of all games."""
        for seated in self.progress.seats.values():
            game = self.data.games.get(seated.game)
            moves = [moved for moved in game.moves if moved.move] if game else []
            for turn, moved in enumerate(moves):
                yield self._move(seated, turn, moved)

    def _move(self, seated: Seated, turn: int, moved: MoveData) -> MoveRow:
        person = moved.seat == seated.seat
        return MoveRow(
            game=seated.game,
            participant=self.data.id,
            number=seated.number,
            arm=seated.arm,
            turn=turn,
            seat=moved.seat,
            person=person,
            move=moved.move,
            kind=_KINDS[Move.parse(moved.move).kind],
            at=moved.at,
            think_seconds=moved.think,
            page_seconds=moved.page_think if person else None,
            delay_seconds=moved.delay,
            late=moved.late,
        )

    def answers(self) -> Iterator[AnswerRow]:
        """The answers in the order in which they were given, without the consent page."""
        attempts: dict[int, int] = {}
        for record in self.data.records:
            if isinstance(record, Answered) and record.answers and not record.version:
                attempts[record.step] = attempts.get(record.step, 0) + 1
                yield from self._page_answers(record, attempts[record.step])

    def _page_answers(self, record: Answered, attempt: int) -> Iterator[AnswerRow]:
        step = self._step(record.step)
        played = [s for s in self.progress.seats.values() if s.part == "study"]
        game = next((seated for seated in played if seated.number == step.game), None)
        assigned, between = self.progress.assigned, self.study.assignment.design == "between"
        for item in self.catalogue[step.name].items:
            if item.id not in record.answers:
                continue
            value = record.answers[item.id]
            yield AnswerRow(
                participant=self.data.id,
                instrument=step.name,
                item=item.id,
                occasion=attempt if step.kind == "quiz" else step.game,
                arm=game.arm if game else assigned.arms[0] if assigned and between else None,
                game=game.game if game else None,
                value=value,
                number=number_of(item, value),
                correct=value == item.expected if item.expected else None,
                at=record.at,
                language=record.language,
            )

    def pages(self) -> Iterator[PageRow]:
        """The pages in the order of the visits; the last one may be open."""
        arrived = next(record for record in self.data.records if isinstance(record, Arrived))
        entered, language = arrived.at, arrived.language
        expired: Expired | None = None
        for record in self.data.records:
            if isinstance(record, Expired):
                expired = record
            elif isinstance(record, Answered):
                language = record.language
                left = expired.due if expired else record.at
                yield self._page(record.step, entered, left, language, timed_out=bool(expired))
                entered, expired = record.at, None
        if expired is not None:
            yield self._page(expired.step, entered, expired.due, language, timed_out=True)
        elif self.progress.outcome is None:
            yield self._page(self.progress.step, entered, None, language)

    def _page(
        self,
        number: int,
        entered: float,
        left: float | None,
        language: str,
        *,
        timed_out: bool = False,
    ) -> PageRow:
        step = self._step(number)
        seconds = None if left is None else round(left - entered, 3)
        return PageRow(
            self.data.id,
            number,
            step.kind,
            step.name,
            step.game,
            entered,
            left,
            seconds,
            language,
            timed_out,
        )

    def clicks(self) -> Iterator[ClickRow]:
        """Clicks and keys within pages."""
        for record in self.data.records:
            if isinstance(record, Traced):
                for click in record.clicks:
                    yield ClickRow(self.data.id, record.step, click.at, click.kind, click.target)


def named(transcript: Transcript, seated: Seated, participant: str) -> Transcript:
    """A game with the agent's name and the participant's pseudonym."""
    names = [seated.agent, seated.agent]
    names[seated.seat] = participant
    return replace(transcript, players=tuple(names))
