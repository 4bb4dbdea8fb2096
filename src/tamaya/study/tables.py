"""The tables that a study exports: their columns, types and meaning, in one place.

Each struct is one row of one table; the docstring under a field is its entry in the codebook. All
tables join on `participant` (a pseudonym), games also on `game`. Times are seconds since 1970 in
UTC; durations are seconds. `None` is an empty cell. Analyses read these tables and nothing else:
`table_files.read_tables` gives them as tuples of rows from an exported folder.

An exported folder holds `participants`, `games`, `moves`, `answers`, `pages`, `clicks` and
`assignments`, each as `.csv` and `.parquet`; `study.json` (the study file, its questions and all
tables), `codebook.md`, `people.jsonl` (finished games for `tamaya humans import`), and
`HanabiData/` (games that fit the layout of the 2017 study).
"""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

Status = Literal["active", "complete", "declined", "failed_quiz", "timed_out", "stopped"]


class ParticipantRow(Struct, frozen=True):
    """One person who arrived. People who withdrew are gone without a trace."""

    participant: str
    """pseudonym, drawn at random"""
    study: str
    """id of the study"""
    status: Status
    """`active` people are still taking part; `stopped` people left but keep their data"""
    language: str
    """language of the last page"""
    arrived_at: float
    finished_at: float | None
    """when the participation ended, for any reason"""
    seconds: float | None
    """from arrival to end"""
    consent_version: str | None
    """version of the consent text that the person agreed to"""
    arm: str | None
    """between subjects: the arm; None before assignment and within subjects"""
    sequence: str | None
    """arms of all games in order, joined by `>`"""
    slot: int | None
    """number of the allocation, counted from 0"""
    external_id: str | None
    """id from the recruiting platform, if the study stores it"""
    quiz_attempts: int
    """how often the person submitted quiz pages"""
    quiz_passed: bool | None
    """None if no quiz was taken"""
    attention_failed: int
    """attention checks answered wrongly"""
    games_finished: int
    """games that count, without practice and later games"""


class GameRow(Struct, frozen=True):
    """One game that a participant began."""

    game: str
    participant: str
    number: int
    """games that count: 1, 2, ...; practice: 0; later games continue the numbering"""
    part: Literal["practice", "study", "later"]
    arm: str
    """empty in practice"""
    agent: str
    deck: str
    """names the deck: equal texts are equal decks"""
    setup: str
    seat: int
    """the participant's seat"""
    started_at: float
    finished_at: float | None
    """None if the game was not finished"""
    seconds: float | None
    score: int
    """points kept when lives are lost"""
    strict_score: int
    """0 if all lives were lost"""
    bombed: bool
    turns: int
    finished: bool
    transcript: str
    """the game as `tamaya.Transcript` reads it; an unfinished game up to its last move"""


class MoveRow(Struct, frozen=True):
    """One move of one game."""

    game: str
    participant: str
    number: int
    """number of the game"""
    arm: str
    turn: int
    """moves made before"""
    seat: int
    person: bool
    """did the participant make it?"""
    move: str
    kind: Literal["play", "discard", "hint_color", "hint_rank"]
    at: float
    think_seconds: float
    """measured by the server; for agents, without the equalized delay"""
    page_seconds: float | None
    """for people: measured by the page, so without network delays"""
    delay_seconds: float
    """for agents: how long the server waited before it showed the move"""
    late: bool
    """the agent failed or was too slow, and a simple rule agent moved instead"""


class AnswerRow(Struct, frozen=True):
    """One answer to one question. Unanswered questions have no row."""

    participant: str
    instrument: str
    item: str
    occasion: int
    """number of the game before the question, 0 without a game; in quizzes the attempt"""
    arm: str | None
    """arm of that game; between subjects the person's arm, once assigned"""
    game: str | None
    value: str
    """code of the option, text, or number"""
    number: float | None
    """likert: place of the option, counted from 1; slider: the number; None otherwise"""
    correct: bool | None
    """quizzes and attention checks: was it the expected answer?"""
    at: float
    language: str


class PageRow(Struct, frozen=True):
    """One visit of one page."""

    participant: str
    step: int
    """place in the participant's path, counted from 0"""
    page: str
    """kind of the page"""
    name: str
    """instrument or name of the page; empty for others"""
    occasion: int
    """number of the game; 0 for pages that belong to none"""
    entered_at: float
    left_at: float | None
    seconds: float | None
    language: str
    timed_out: bool = False
    """the page's time limit ran out; the game of such a page is unfinished"""


class ClickRow(Struct, frozen=True):
    """One action within a page that is neither a move nor an answer."""

    participant: str
    step: int
    at: float
    """server time at which the page's report arrived, less the report's age"""
    kind: str
    """`click`, `key`, `hidden` (another tab was chosen), `shown`, `language`"""
    target: str
    """the button, field or language, as the page names it"""


class AssignmentRow(Struct, frozen=True):
    """One allocation, in order. Replaying the log with the study's seed gives the same arms."""

    slot: int
    participant: str | None
    """None if the person withdrew"""
    arms: str
    """arms of all games in order, joined by `>`"""
    deck: int
    """place in the list of decks where the person starts"""
    stratum: str | None
    """covariates as `name=code`, joined by `,`; None without any, or if the person withdrew"""
    at: float
    released_at: float | None
    """when the place was given back because the person dropped out"""
    released_after: int | None
    """allocations made before the place was given back"""


Row = ParticipantRow | GameRow | MoveRow | AnswerRow | PageRow | ClickRow | AssignmentRow
TABLES: dict[str, type[Struct]] = {
    "participants": ParticipantRow,
    "games": GameRow,
    "moves": MoveRow,
    "answers": AnswerRow,
    "pages": PageRow,
    "clicks": ClickRow,
    "assignments": AssignmentRow,
}
"""row types by the names of their files"""


@dataclass(frozen=True)
class StudyTables:
    """All tables of one study."""

    participants: tuple[ParticipantRow, ...] = ()
    games: tuple[GameRow, ...] = ()
    moves: tuple[MoveRow, ...] = ()
    answers: tuple[AnswerRow, ...] = ()
    pages: tuple[PageRow, ...] = ()
    clicks: tuple[ClickRow, ...] = ()
    assignments: tuple[AssignmentRow, ...] = ()


def columns(table: str) -> dict[str, tuple[str, str]]:
    """Type and meaning of each column of a table."""
    kind = TABLES[table]
    fields = re.findall(
        r'^    (\w+): ([^\n]+)\n(?:    """(.*?)""")?', inspect.getsource(kind), re.M | re.S
    )
    return {name: (annotation, " ".join(words.split())) for name, annotation, words in fields}


def codebook() -> str:
    """A page that explains every table and column."""
    parts = [
        "# Codebook\nCells hold what people sent, unchanged: a text or an id may begin with `=`. "
        "Import the CSV files as text into spreadsheets, or read the Parquet files.\n"
    ]
    for table, kind in TABLES.items():
        meaning = " ".join(inspect.cleandoc(kind.__doc__ or "").split())
        rows = "\n".join(
            f"| `{name}` | {annotation.replace('|', 'or')} | {words.replace('|', 'or')} |"
            for name, (annotation, words) in columns(table).items()
        )
        parts.append(
            f"## {table}\n{meaning}\n\n| column | type | meaning |\n|---|---|---|\n{rows}\n"
        )
    return "\n".join(parts)
