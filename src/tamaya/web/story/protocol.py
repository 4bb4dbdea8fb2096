"""HTTP bodies of stories: turning points of a finished game, a lesson, and the deck's board."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Verdict = Literal["mistake", "risk", "find", "bad_luck", "good_luck"]
"""'mistake': the player could have known better; 'risk': the same, but it went well; 'find': better
than the model's move; the others: nobody could know what the card was"""
Theme = Literal[
    "dud",
    "gamble",
    "missed_play",
    "missed_save",
    "missed_hint",
    "lost_card",
    "wasted_hint",
    "other_hint",
    "other_card",
    "luck",
    "clean",
]
"""what a player can learn from a turn"""


class Advice(Struct, frozen=True):
    """What an agent would have done with the same view."""

    agent: str
    """id on the roster"""
    move: str | None
    text: str
    """why, as the agent says it"""


class PartnerThought(Struct, frozen=True):
    """What an agent at the table thought."""

    turn: int
    seat: int
    agent: str
    text: str


class TriedMove(Struct, frozen=True):
    """A move and its expected final score, with what the player knew."""

    move: str
    value: float


class TurningPoint(Struct, frozen=True):
    """A turn that changed the expected score a lot, judged by what the player who moved knew."""

    turn: int
    seat: int
    move: str
    verdict: Verdict
    theme: Theme
    before: float
    """expected final score before the move, if the player's model had moved"""
    after: float
    """expected final score after the move, with what the move revealed to the player"""
    change: float
    """after - before"""
    error: float
    """standard error of the change"""
    choice: float
    """the part of the change that the player chose: made move against the model's move"""
    luck: float
    """the part that nobody could know: which card it was"""
    best: str
    """the best move found, with what the player knew"""
    gain: float
    """expected points by which the best move beats the made one, in the same imagined games"""
    gain_error: float
    """standard error of the gain"""
    chance: float | None
    """probability that a played card was playable, as the player could know; None otherwise"""
    card: str
    """the card that was played or discarded; empty for hints"""
    options: list[TriedMove]
    """the best moves and the made one, best first"""
    advice: list[Advice]
    thought: PartnerThought | None = None
    """what the agent that moved thought, or the agent that moved next"""


class StoryLesson(Struct, frozen=True):
    """One thing to learn from the game."""

    theme: Theme
    turn: int | None
    """the turn that shows it"""
    seat: int | None
    gain: float
    """expected points that the better move would have brought"""


class TeamScore(Struct, frozen=True):
    """What copies of an agent reach with the deck."""

    agent: str
    score: int
    bombed: bool


class SubstituteMove(Struct, frozen=True):
    """A turn in which a simple rule agent moved for a player who failed or was too slow."""

    turn: int
    seat: int


class Story(Struct, frozen=True):
    """Turning points of a finished game, and a lesson."""

    id: str
    seat: int
    """the seat whose story it is"""
    names: list[str]
    people: list[bool]
    """which seats are people"""
    models: list[str]
    """the agent that played on for each seat in imagined games"""
    exact: list[bool]
    """whether that agent is the one that sat there"""
    score: int
    max_score: int
    bombed: bool
    expected: list[float]
    """expected final score before each turn and after the last, with what the seat knew"""
    points: list[TurningPoint]
    """in order of turns"""
    lesson: StoryLesson
    teams: list[TeamScore]
    """what agents reach with the same deck"""
    samples: int
    """imagined games behind each number of a turning point"""
    stand_ins: list[SubstituteMove] = []
    """in order of turns"""


class BoardRow(Struct, frozen=True):
    """A score that was reached with the deck."""

    score: int
    bombed: bool
    partners: list[str]
    """names of the agents; people stay unnamed"""
    people: int
    """number of people in the game"""
    yours: bool


class DeckBoard(Struct, frozen=True):
    """What others reached with the same deck: first tries only, best first."""

    rows: list[BoardRow]
    daily: bool
    """whether it is the deck of the day"""
