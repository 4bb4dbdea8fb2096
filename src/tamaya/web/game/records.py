"""What is kept of a game: how it began, and what happened, from which everything else follows."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tamaya.game import Card, Setup
from tamaya.web.game.protocol import Help, Mark, Reason


class SeatedPlayer(Struct, frozen=True, omit_defaults=True):
    """Who sits in a seat."""

    kind: Literal["human", "agent"]
    name: str
    agent: str = ""
    """its id on the roster"""


class Began(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="began"):
    """A deal. Never leaves the server as it is."""

    at: float
    setup: str
    deck: str
    """all cards, the one drawn first at the beginning"""
    seed: int
    """of the agents' randomness"""
    seats: tuple[SeatedPlayer, ...]
    help: Help
    episode: str
    number: int = 1
    """of the game within its episode"""
    version: str = ""
    """of tamaya, whose agents played"""
    watchable: bool = False
    imported: bool = False

    @property
    def rules(self) -> Setup:
        """The set-up."""
        return Setup.parse(self.setup)

    @property
    def cards(self) -> list[Card]:
        """The deck."""
        return [Card(self.deck[at : at + 2]) for at in range(0, len(self.deck), 2)]


class Moved(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="moved"):
    """A move."""

    at: float
    seat: int
    move: str
    """empty if the agent gave up"""
    think: float = 0.0
    """seconds"""
    page_think: float = 0.0
    """seconds, as the page counted them"""
    delay: float = 0.0
    """seconds that were added so that people can follow"""
    late: bool = False
    cid: str = ""
    reason: Reason | None = None
    """never leaves the server before the end"""


class Noted(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="noted"):
    """A note of a seat, for that seat alone."""

    at: float
    seat: int
    key: str
    text: str = ""
    mark: Mark = ""
    cid: str = ""


class Claimed(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="claimed"):
    """Somebody took a human seat."""

    at: float
    seat: int
    name: str


class Believed(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="believed"):
    """What an agent believed of its partners when it moved."""

    at: float
    seat: int
    turn: int
    posteriors: dict[str, dict[str, float]]
    """of each partner, by the seat as text: probability by hypothesis"""
    response: str = ""
    expected: float = 0.0


Record = Began | Moved | Noted | Claimed | Believed
