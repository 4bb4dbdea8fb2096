"""Leaves out people and games by rules of the study file, which were planned before the data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from tamaya.study.study_file import StudyFile
from tamaya.study.tables import GameRow, ParticipantRow, StudyTables
from tamaya.transcript import Transcript

PERSON_RULES: dict[str, Callable[[ParticipantRow], bool]] = {
    "incomplete": lambda person: person.status != "complete",
    "failed_quiz": lambda person: person.quiz_passed is False,
    "failed_attention": lambda person: person.attention_failed > 0,
}
WORDS = {
    "incomplete": "people who did not reach the end",
    "failed_quiz": "people who did not pass the quiz",
    "failed_attention": "people who failed an attention check",
    "three_misplays_in_a_row": "games that end with three misplays in a row by the person",
}


@dataclass(frozen=True)
class Excluded:
    """What one rule left out. A person counts for the first rule that applies."""

    rule: str
    people: int
    games: int
    """finished games of the study that were left out, those of the people included"""
    by_arm: dict[str, int]
    """the games by arm"""


@dataclass(frozen=True)
class Kept:
    """The tables without what was left out."""

    tables: StudyTables
    excluded: tuple[Excluded, ...]
    arrived: int
    """people in the tables before any rule"""
    unfinished: int
    """unfinished games, which no analysis uses"""


def exclude(study: StudyFile, tables: StudyTables) -> Kept:
    """Applies the rules of a study in the order of its file."""
    arrived, unfinished = len(tables.participants), sum(not g.finished for g in tables.games)
    tables = replace(tables, games=tuple(game for game in tables.games if game.finished))
    left_out = []
    for rule in study.analysis.exclude:
        smaller = _without(rule, tables)
        left_out.append(_difference(rule, tables, smaller))
        tables = smaller
    return Kept(tables, tuple(left_out), arrived, unfinished)


def _without(rule: str, tables: StudyTables) -> StudyTables:
    if rule == "three_misplays_in_a_row":
        return replace(tables, games=tuple(g for g in tables.games if not threw_away(g)))
    applies = PERSON_RULES[rule]
    kept = tuple(person for person in tables.participants if not applies(person))
    names = {person.participant for person in kept}
    return replace(
        tables,
        participants=kept,
        games=tuple(row for row in tables.games if row.participant in names),
        moves=tuple(row for row in tables.moves if row.participant in names),
        answers=tuple(row for row in tables.answers if row.participant in names),
        pages=tuple(row for row in tables.pages if row.participant in names),
        clicks=tuple(row for row in tables.clicks if row.participant in names),
    )


def _difference(rule: str, before: StudyTables, after: StudyTables) -> Excluded:
    people = len(before.participants) - len(after.participants)
    kept = {game.game for game in after.games}
    games = [g for g in before.games if g.game not in kept and g.part == "study"]
    return Excluded(rule, people, len(games), dict(Counter(game.arm for game in games)))


def threw_away(game: GameRow) -> bool:
    """Were the person's last three moves all misplays? Some people end games that way."""
    return game.bombed and bool(game.transcript) and _last_misplays(game.transcript, game.seat) >= 3


@cache
def _last_misplays(transcript: str, seat: int) -> int:
    """How many of a seat's last moves in a row cost a life."""
    streak = 0
    state = Transcript.parse(transcript).start()
    for move in Transcript.parse(transcript).moves:
        mover, lives = state.current, state.lives
        state.apply(move)
        if mover == seat:
            streak = streak + 1 if state.lives < lives else 0
    return streak
