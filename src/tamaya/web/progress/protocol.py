"""HTTP bodies of progress: history, statistics, and the profile."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class FinishedGame(Struct, frozen=True):
    """A finished game of this profile."""

    game: str
    created: float
    partners: list[str]
    """names of the others at the table"""
    score: int
    max_score: int
    bombed: bool
    practice: bool
    """played from the middle of another game, or with a deck that was known"""


class PartnerRecord(Struct, frozen=True):
    """All games with one partner, practice left out."""

    partner: str
    """id of the agent; empty for people and mixed tables"""
    name: str
    games: int
    mean: float
    error: float | None
    """standard error of the mean; null for fewer than two games"""
    best: int
    bombed: int
    scores: list[int]
    """scores in order of time, the last 60"""


class Streaks(Struct, frozen=True):
    """Counts that do not fall when a person stops playing for some days."""

    days: int
    """different days with a game or a puzzle"""
    kept: int
    """finished games in a row, up to the newest, in which a life was left"""
    longest_kept: int
    best: int
    """best score"""


class PuzzleCounts(Struct, frozen=True):
    """Answers to puzzles."""

    tried: int
    solved: int
    """at the first try, without hints"""
    of: int
    """puzzles in all"""


class OwnProgress(Struct, frozen=True):
    """History and statistics of this profile."""

    games: list[FinishedGame]
    """newest first"""
    total: int
    """finished games in all"""
    partners: list[PartnerRecord]
    """most games first"""
    streaks: Streaks
    puzzles: PuzzleCounts
    devices: int
    """browsers that are linked"""


class ProfileLink(Struct, frozen=True):
    """A code that links one other browser."""

    code: str
    expires: float


class JoinProfile(Struct, frozen=True, forbid_unknown_fields=True):
    """Joins the profile of a code."""

    code: Annotated[str, Meta(min_length=16, max_length=80)]


class ProfileChanged(Struct, frozen=True):
    """The profile was joined or deleted."""

    games: int
    """games that belong to it now, or that were deleted"""


class ExportedGame(Struct, frozen=True):
    """A finished game as a transcript."""

    game: str
    created: float
    names: list[str]
    seat: int
    score: int
    bombed: bool
    transcript: str


class ExportedTry(Struct, frozen=True):
    """An answer to a puzzle."""

    puzzle: str
    at: float
    move: str
    solved: bool
    hints: int


class ProfileExport(Struct, frozen=True):
    """Everything that the server stores about a profile."""

    games: list[ExportedGame]
    running: list[str]
    """ids of games that are not over: what they hold is exported after their end"""
    puzzles: list[ExportedTry]
