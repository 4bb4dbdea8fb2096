"""The records of a game that are stored: its start, and everything that happened."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tamaya.game import Card, Setup
from tamaya.web.game.protocol import Help, Mark, MoveReason


class SeatedPlayer(Struct, frozen=True, omit_defaults=True):
    """Who sits in a seat."""

    kind: Literal["human", "agent"]
    name: str
    agent: str = ""
    """the agent's id on the roster"""


class Began(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="began"):
    """The start of a game. This record never leaves the server: it contains the deck."""

    at: float
    setup: str
    deck: str
    """all cards in drawing order"""
    seed: int
    """seed of the agents' random numbers"""
    seats: tuple[SeatedPlayer, ...]
    help: Help
    episode: str
    number: int = 1
    """number of the game within its episode, counted from 1"""
    version: str = ""
    """version of Tamaya whose agents play"""
    watchable: bool = False
    imported: bool = False
    key: str = ""
    """key of the seeds of agents written in Python, as hexadecimal digits"""
    study: str = ""
    """id of the study; who the agents are then stays secret after the game too"""
    comments: bool = True
    """tell players what they can conclude from moves"""
    reply: float | None = None
    """seconds from one move to the agent's next one; by default the server's setting"""
    until: float | None = None
    """when the time of the game is up: no move counts from then on"""

    clock: float | None = None
    """seconds that a person has for a move after the first; then a rule agent moves instead"""

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
    """text of the move; empty if the agent gave up"""
    think: float = 0.0
    """seconds until the move, measured by the server"""
    page_think: float = 0.0
    """seconds until the move, measured by the page"""
    delay: float = 0.0
    """seconds that the server waited so that people can follow"""
    late: bool = False
    cid: str = ""
    reason: MoveReason | None = None
    """never leaves the server before the game is over"""


class Noted(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="noted"):
    """A player's note about a card, visible only to that player."""

    at: float
    seat: int
    key: str
    text: str = ""
    mark: Mark = ""
    cid: str = ""


class Claimed(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="claimed"):
    """An invited player took a seat."""

    at: float
    seat: int
    name: str


class Believed(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="believed"):
    """What an agent believed about its partners when it moved."""

    at: float
    seat: int
    turn: int
    posteriors: dict[str, dict[str, float]]
    """probability of each hypothesis, by the partner's seat as text"""
    response: str = ""
    expected: float = 0.0


Record = Began | Moved | Noted | Claimed | Believed
