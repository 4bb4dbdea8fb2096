"""HTTP bodies of a study: what participants and the operator's page exchange with the server.

No body for participants names an arm, an agent or a deck: all arms look alike to them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from tamaya.web.game.protocol import TableView, TurnEntry

StudyPageKind = Literal[
    "consent",
    "info",
    "rules",
    "lesson",
    "quiz",
    "practice",
    "game",
    "survey",
    "debrief",
    "end",
    "closed",
]
ClosedReason = Literal["declined", "failed_quiz", "timed_out", "time_limit", "stopped", "withdrawn"]
QuestionKind = Literal["likert", "choice", "text", "slider"]
LanguageCode = Literal["en", "de"]
Answer = Annotated[str, Meta(max_length=5000)]
AnswerName = Annotated[str, Meta(max_length=40)]


class StudyInfo(Struct, frozen=True, omit_defaults=True):
    """What somebody sees before taking part."""

    title: dict[str, str]
    """by language, as all texts of a study"""
    languages: tuple[str, ...]
    contact: str
    id_parameters: tuple[str, ...]
    """URL parameters that may carry the participant's id"""
    id_required: bool = False
    admits: Literal["open", "full", "paused"] = "open"
    text: dict[str, str] = {}
    """empty for the built-in text"""
    returning: bool = False
    """this browser has begun already"""


class StudyOption(Struct, frozen=True):
    """One answer that a question offers."""

    code: str
    label: dict[str, str]


class StudyQuestion(Struct, frozen=True, omit_defaults=True):
    """One question of a survey or quiz."""

    id: str
    kind: QuestionKind
    prompt: dict[str, str]
    options: tuple[StudyOption, ...] = ()
    required: bool = False
    low: dict[str, str] = {}
    high: dict[str, str] = {}
    least: float = 0
    most: float = 100
    step: float = 1
    longest: int = 2000


class StudyPage(Struct, frozen=True, omit_defaults=True):
    """The page that a participant is on."""

    kind: StudyPageKind
    step: int
    """to be sent back with the page's answers"""
    title: dict[str, str] = {}
    """empty for the built-in title"""
    text: dict[str, str] = {}
    """Markdown; empty for the built-in text"""
    questions: tuple[StudyQuestion, ...] = ()
    wrong: tuple[str, ...] = ()
    """quiz: questions that were answered wrongly"""
    attempts_left: int | UnsetType = UNSET
    """quiz: attempts that are left"""
    game: str | UnsetType = UNSET
    """id of the game at whose table the participant sits"""
    number: int = 0
    """number of the game; 0 for practice"""
    games: int = 0
    """games in all; 0 for practice and later games"""
    over: bool = False
    """the game is over"""
    comments: bool = False
    """say beside the table what can be concluded from a move"""
    reason: ClosedReason | UnsetType = UNSET
    """why the participation ended early"""
    code: str | UnsetType = UNSET
    """completion code"""
    link: str | UnsetType = UNSET
    """where to go with the code"""
    again: bool = False
    """may play more games"""
    seconds_left: float | UnsetType = UNSET
    """until the page's time is up; the page then hands itself in"""
    on_timeout: Literal["submit", "stop"] | UnsetType = UNSET
    """what happens then"""


class StudyState(Struct, frozen=True):
    """Where a participant stands."""

    participant: str
    """the participant's code, to name when they write to the researchers"""
    steps: int
    """pages in all"""
    contact: str
    languages: tuple[str, ...]
    title: dict[str, str]
    page: StudyPage


class Arrive(Struct, frozen=True, forbid_unknown_fields=True):
    """Starts a participation, or resumes the one of this browser."""

    language: LanguageCode
    parameters: Annotated[
        dict[
            Annotated[str, Meta(max_length=40)],
            Annotated[str, Meta(max_length=100)],
        ],
        Meta(max_length=20),
    ] = {}
    """parameters of the address; the study file says which of them may carry an id"""


class Resume(Struct, frozen=True, forbid_unknown_fields=True):
    """Resumes a participation on another device, with the personal link."""

    token: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{16,80}$")]


class HandIn(Struct, frozen=True, forbid_unknown_fields=True):
    """Submits a page. Submitting a page again changes nothing."""

    step: Annotated[int, Meta(ge=0, le=100_000)]
    language: LanguageCode
    answers: Annotated[dict[AnswerName, Answer], Meta(max_length=100)] = {}
    """by question; consent: `agree` is `yes` or `no`"""
    draft: bool = False
    """only keep the answers, for the case that the page's time runs out"""


class PageClick(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that happened on a page."""

    age: Annotated[float, Meta(ge=0, le=3600)]
    """seconds before the report was sent"""
    kind: Literal["click", "key", "hidden", "shown", "language"]
    target: Annotated[str, Meta(max_length=80)] = ""


class PageTrace(Struct, frozen=True, forbid_unknown_fields=True):
    """What happened on a page."""

    step: Annotated[int, Meta(ge=0, le=100_000)]
    clicks: Annotated[tuple[PageClick, ...], Meta(min_length=1, max_length=200)]


class TraceStored(Struct, frozen=True):
    """The report was stored."""

    stored: int


class StopStudy(Struct, frozen=True, forbid_unknown_fields=True):
    """Ends the participation."""

    delete: bool
    """also delete everything that was stored"""


class StudyLink(Struct, frozen=True):
    """The personal link, which resumes the participation on another device."""

    token: str


class ArmCount(Struct, frozen=True):
    """How many people an arm has."""

    arm: str
    assigned: int
    complete: int
    active: int
    dropped: int


class LiveSession(Struct, frozen=True):
    """Somebody who is taking part now."""

    participant: str
    step: int
    page: str
    idle: float
    """seconds since the last action"""


class MoveTimes(Struct, frozen=True):
    """How quickly the server stored and confirmed the latest moves of people."""

    moves: int
    p50: float
    p95: float
    most: float
    """seconds: median, 95th percentile and maximum"""


class WatchedTable(Struct, frozen=True, omit_defaults=True):
    """A running game as the operator sees it: all hands, but not which agent plays."""

    game: str
    participant: str
    idle: float
    """seconds since the last move"""
    table: TableView
    last: TurnEntry | UnsetType = UNSET
    """the last move"""
    connected: bool = False
    """is the participant's page open?"""
    seconds_left: float | UnsetType = UNSET
    """until the time of the game is up"""


class WatchedTables(Struct, frozen=True):
    """The games that are running now."""

    running: int
    """how many there are"""
    tables: tuple[WatchedTable, ...]
    """those with the latest moves, latest first"""


class OperatorView(Struct, frozen=True):
    """What the operator sees: progress and balance, but no outcome by arm."""

    study: str
    target: int
    paused: bool
    states: dict[str, int]
    """participants by state"""
    arms: tuple[ArmCount, ...]
    reached: tuple[int, ...]
    """people who reached each step"""
    dropped: tuple[int, ...]
    """people who dropped out at each step"""
    steps: tuple[str, ...]
    """kind of each page, with its name or the number of its game"""
    live: tuple[LiveSession, ...]
    moves: MoveTimes
    late_moves: int
    """moves that a stand-in made for an agent that failed or was too slow"""


class StudyArchive(Struct, frozen=True):
    """All data of the study; the response itself is a zip file."""


class Pause(Struct, frozen=True, forbid_unknown_fields=True):
    """Pauses or resumes admission."""

    paused: bool
