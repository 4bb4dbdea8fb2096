"""HTTP bodies of puzzles."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tamaya.web.game.protocol import TableView, TurnEntry

PuzzleKind = Literal["play", "save"]
"""'play': an own card is certain to fit; 'save': a partner is about to discard a last copy"""


class PuzzleLine(Struct, frozen=True):
    """A puzzle in the list."""

    id: str
    kind: PuzzleKind
    players: int
    tried: bool
    """whether this profile has answered it"""
    solved: bool
    """whether this profile has solved it at the first try and without hints"""


class PuzzleList(Struct, frozen=True):
    """All puzzles, in order."""

    puzzles: list[PuzzleLine]


class Puzzle(Struct, frozen=True):
    """A position as the solver may see it. The solver is to move."""

    id: str
    kind: PuzzleKind
    seat: int
    """the solver's seat"""
    table: TableView
    log: list[TurnEntry]
    """the last moves, as the solver saw them"""
    next: str
    """id of the next puzzle; empty for the last"""


class PuzzleHint(Struct, frozen=True):
    """One step closer to the solution; it follows from what the solver sees."""

    number: int
    of: int
    slots: list[int]
    """cards to look at"""
    seat: int
    """whose cards these are"""


class PuzzleAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """The move that the solver chose."""

    move: Annotated[str, Meta(max_length=20)]
    hints: Annotated[int, Meta(ge=0, le=9)] = 0
    """hints that were shown before"""


class PuzzleMove(Struct, frozen=True):
    """A move and its expected final score."""

    move: str
    value: float


class PuzzleSolution(Struct, frozen=True):
    """Whether the answer is right, and why."""

    right: bool
    solutions: list[str]
    values: list[PuzzleMove]
    """expected final scores, averaged over the models: the best moves and the chosen one"""
    gap: float
    """points by which the solutions beat every other move"""
    error: float
    """standard error of the gap"""
    samples: int
    """imagined games behind each value, for each model"""
    models: list[str]
    """agents that played on"""
    slot: int
    seat: int
    """the card that matters, and whose it is"""
    could_be: list[str]
    """'play': everything that the card could be"""
    card: str
    """what the card is"""
