"""Bodies of HTTP requests and their answers."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from tamaya.web.game.protocol import EventFrame, Help, NoteFrame, Reason, Snapshot, Token

AgentId = Annotated[str, Meta(min_length=1, max_length=120)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]


class Score(Struct, frozen=True):
    """What an agent scores with itself, points kept."""

    mean: float
    sem: float
    games: int
    players: int


class AgentInfo(Struct, frozen=True, omit_defaults=True):
    """Somebody to play with."""

    id: str
    """what a seat asks for"""
    name: str
    style: str
    """one sentence"""
    family: str
    players: tuple[int, ...]
    """sizes of tables it plays at"""
    explains: bool = False
    """says why it moved, once the game is over"""
    remembers: bool = False
    """gets to know its partners over the games of an episode"""
    recommended: bool = False
    score: Score | None = None
    """with itself"""
    with_people: Score | None = None
    """with a model of people"""


class AgentList(Struct, frozen=True):
    """Everybody to play with, recommended ones first."""

    agents: tuple[AgentInfo, ...]


class SeatWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Who shall sit in a seat."""

    kind: Literal["human", "agent"]
    agent: AgentId | None = None
    """an id of the list, or 'surprise'"""
    name: Name | None = None
    """what the table calls the player"""


class RandomDeck(Struct, frozen=True, tag_field="kind", tag="random", forbid_unknown_fields=True):
    """A deck nobody has played."""


class NamedDeck(Struct, frozen=True, tag_field="kind", tag="named", forbid_unknown_fields=True):
    """The deck of a name: the same for all who play that name."""

    name: Name


class DailyDeck(Struct, frozen=True, tag_field="kind", tag="daily", forbid_unknown_fields=True):
    """Today's deck of this server."""


class SeedDeck(Struct, frozen=True, tag_field="kind", tag="seed", forbid_unknown_fields=True):
    """The deck of a seed, as `tamaya play --seed` deals it."""

    seed: Annotated[int, Meta(ge=0, le=2**53)]


DeckWish = RandomDeck | NamedDeck | DailyDeck | SeedDeck


class CreateGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game to begin. The first human seat is the caller's."""

    seats: Annotated[tuple[SeatWish, ...], Meta(min_length=2, max_length=5)]
    deck: DeckWish = RandomDeck()
    setup: Annotated[str, Meta(max_length=200)] = "standard"
    help: Help = "negative"
    watchable: bool | None = None
    """may others watch? By default only games without people"""
    blind: bool = False
    """agents get neutral names until the end"""


class SeatToken(Struct, frozen=True):
    """The key to a human seat. It belongs in a URL's fragment, never in its query."""

    seat: int
    token: str


class CreatedGame(Struct, frozen=True, omit_defaults=True):
    """A game has begun."""

    game: str
    tokens: tuple[SeatToken, ...]
    """of all human seats, the caller's first; the others are for whoever is invited"""
    seat: int | UnsetType = UNSET
    """the caller's"""


class ClaimSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who was invited takes the seat."""

    token: Token
    name: Name | None = None


class ClaimedSeat(Struct, frozen=True):
    """The seat now belongs to the caller's session."""

    game: str
    seat: int


class NextGame(Struct, frozen=True, forbid_unknown_fields=True):
    """After the end: another game with the same people, or the same deck with other agents."""

    how: Literal["again", "same_deck"]
    agents: Annotated[tuple[AgentId, ...], Meta(max_length=4)] = ()
    """with 'same_deck': who takes the agents' seats, in order; the same ones if empty"""
    token: Token | None = None
    """the caller's in the old game; without it, the session's cookie says who it is"""


class GameSummary(Struct, frozen=True, omit_defaults=True):
    """One game in a list."""

    game: str
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    created: float
    turn: int
    score: int
    max_score: int
    over: bool = False
    imported: bool = False
    seat: int | UnsetType = UNSET
    """the caller's"""
    your_turn: bool = False
    bombed: bool = False


class GameList(Struct, frozen=True):
    """Games, newest first."""

    games: tuple[GameSummary, ...]


class EventList(Struct, frozen=True):
    """What a socket would have sent: for places where sockets do not get through."""

    seq: int
    frames: tuple[Snapshot | EventFrame | NoteFrame, ...]


class ReasonList(Struct, frozen=True):
    """Why agents moved as they did."""

    reasons: tuple[Reason, ...]


class Export(Struct, frozen=True, omit_defaults=True):
    """A finished game for elsewhere."""

    game: str
    json: msgspec.Raw | UnsetType = UNSET
    """hanab.live's JSON; absent where it does not know the set-up"""
    link: str | UnsetType = UNSET
    """opens the game on hanab.live"""
    transcript: str = ""
    """the game as tamaya's own text"""


class ImportGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game from elsewhere, whole."""

    text: Annotated[str, Meta(min_length=1, max_length=60_000)]
    """hanab.live's JSON, a replay-json link of it, or a transcript"""


class ImportedGame(Struct, frozen=True):
    """A replay was made of it."""

    game: str
