"""The records of a participation, which say what happened. They are added, never changed."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Part = Literal["practice", "study", "later"]
Outcome = Literal["complete", "declined", "failed_quiz", "timed_out", "stopped"]


class Arrived(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="arrived"):
    """Somebody opened the study and was admitted."""

    at: float
    language: str


class Answered(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="answered"):
    """The participant submitted a page. Pages to read and games have no answers."""

    at: float
    step: int
    language: str
    passed: bool
    """did the participant go on to the next page? Not after a wrong answer in a quiz"""
    answers: dict[str, str] = {}
    version: str = ""
    """version of the consent text; empty on other pages"""


class Drafted(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="drafted"):
    """What was filled in so far on a page with a time limit."""

    at: float
    step: int
    answers: dict[str, str]


class Expired(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="expired"):
    """The time limit of a page ran out. `Answered` or `Ended` follows."""

    at: float
    """when the server acted on it"""
    step: int
    due: float
    """when the time was up"""


class Assigned(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="assigned"):
    """The participant was allocated to a treatment."""

    at: float
    slot: int
    arms: tuple[str, ...]
    deck: int
    stratum: dict[str, str] = {}


class Seated(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="seated"):
    """A game began."""

    at: float
    step: int
    game: str
    number: int
    """0 for practice"""
    part: Part
    arm: str
    agent: str
    deck: str
    seat: int


class Click(Struct, frozen=True):
    """An action within a page."""

    at: float
    kind: str
    target: str


class Traced(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="traced"):
    """What a page reports about clicks and keys."""

    at: float
    step: int
    clicks: tuple[Click, ...]


class Ended(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="ended"):
    """The participation ended."""

    at: float
    outcome: Outcome
    code: str = ""
    """completion code; only of complete participations"""


StudyRecord = Arrived | Answered | Drafted | Expired | Assigned | Seated | Traced | Ended
