"""HTTP bodies of the lobby and of games."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from tamaya.web.game.protocol import EventFrame, Help, MoveReason, NoteFrame, Snapshot, Token

AgentId = Annotated[str, Meta(min_length=1, max_length=120)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]


class Score(Struct, frozen=True):
    """A mean score, points kept."""

    mean: float
    sem: float
    games: int
    players: int


class Habits(Struct, frozen=True):
    """What an agent does at the table, in percent of the times that it could."""

    games: int
    """games with a model of people in which they were counted"""
    shares: dict[str, int]
    """percent by the name of the habit, as `live.habits` defines them"""


class AgentInfo(Struct, frozen=True, omit_defaults=True):
    """An agent that the lobby offers."""

    id: str
    """what to put into `SeatWish.agent`"""
    name: str
    style: str
    """how it plays, in one sentence"""
    family: str
    players: tuple[int, ...]
    """numbers of players that it can play with"""
    explains: bool = False
    """gives reasons for its moves after the game"""
    remembers: bool = False
    """learns about its partners over the games of an episode"""
    recommended: bool = False
    best_with: tuple[int, ...] | UnsetType = UNSET
    """numbers of players for which the lobby recommends it, if these are not all"""
    score: Score | None = None
    """score with copies of itself"""
    with_people: Score | None = None
    """score with a model of people"""
    habits: Habits | None = None
    """what it does at the table, for recommended agents"""


class AgentList(Struct, frozen=True):
    """All agents that the lobby offers, recommended ones first."""

    agents: tuple[AgentInfo, ...]


class SeatWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Who should sit in a seat."""

    kind: Literal["human", "agent"]
    agent: AgentId | None = None
    """an id from the list of agents, or 'surprise'"""
    name: Name | None = None
    """the player's name at the table"""


class RandomDeck(Struct, frozen=True, tag_field="kind", tag="random", forbid_unknown_fields=True):
    """A new random deck."""


class NamedDeck(Struct, frozen=True, tag_field="kind", tag="named", forbid_unknown_fields=True):
    """A deck that depends only on a name, so that friends can play the same deck."""

    name: Name


class DailyDeck(Struct, frozen=True, tag_field="kind", tag="daily", forbid_unknown_fields=True):
    """The deck of the day, the same for everybody at this server."""


class SeedDeck(Struct, frozen=True, tag_field="kind", tag="seed", forbid_unknown_fields=True):
    """The deck of a seed, as `tamaya play --seed` deals it."""

    seed: Annotated[int, Meta(ge=0, le=2**53)]


DeckWish = RandomDeck | NamedDeck | DailyDeck | SeedDeck


class CreateGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game to start. The first human seat is the caller's."""

    seats: Annotated[tuple[SeatWish, ...], Meta(min_length=2, max_length=5)]
    deck: DeckWish = RandomDeck()
    setup: Annotated[str, Meta(max_length=200)] = "standard"
    help: Help = "negative"
    watchable: bool | None = None
    """may others watch? By default only if no people play"""
    blind: bool = False
    """hide the names of agents until the game is over"""
    clock: Annotated[float, Meta(ge=1, le=3600)] | None = None
    """seconds that a person has for a move; by default there is no clock"""


class SeatToken(Struct, frozen=True):
    """The secret of a human seat. Put it into a URL's fragment, never into its query."""

    seat: int
    token: str


class CreatedGame(Struct, frozen=True, omit_defaults=True):
    """A game that was started."""

    game: str
    tokens: tuple[SeatToken, ...]
    """tokens of all human seats, the caller's first; the others are for invitations"""
    seat: int | UnsetType = UNSET
    """the caller's seat"""


class ClaimSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Takes the seat of an invitation."""

    token: Token
    name: Name | None = None


class ClaimedSeat(Struct, frozen=True):
    """The seat that now belongs to the caller's session."""

    game: str
    seat: int


class NextGame(Struct, frozen=True, forbid_unknown_fields=True):
    """Starts another game after a finished one."""

    how: Literal["again", "same_deck"]
    """the same players with a new deck, or the same deck with other agents"""
    agents: Annotated[tuple[AgentId, ...], Meta(max_length=4)] = ()
    """with 'same_deck': agents for all seats but the caller's, or only for the agents' seats, in
    order; the same players if empty"""
    token: Token | None = None
    """the caller's token in the old game; without it, the session cookie identifies the caller"""


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
    """the caller's seat"""
    your_turn: bool = False
    bombed: bool = False


class GameList(Struct, frozen=True):
    """Games, newest first."""

    games: tuple[GameSummary, ...]


class EventList(Struct, frozen=True):
    """Frames that the socket would have sent, for networks that block sockets."""

    seq: int
    frames: tuple[Snapshot | EventFrame | NoteFrame, ...]


class ReasonList(Struct, frozen=True):
    """Why agents made their moves."""

    reasons: tuple[MoveReason, ...]


class Export(Struct, frozen=True, omit_defaults=True):
    """A finished game for other programs."""

    game: str
    json: msgspec.Raw | UnsetType = UNSET
    """JSON of hanab.live; absent for set-ups that the site does not have"""
    link: str | UnsetType = UNSET
    """a link that opens the game on hanab.live"""
    transcript: str = ""
    """the game as a transcript of Tamaya"""
    agents: tuple[str, ...] = ()
    """agent in each seat; empty for people"""


class ImportGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole game from another program."""

    text: Annotated[str, Meta(min_length=1, max_length=60_000)]
    """JSON or a replay-json link of hanab.live, or a transcript of Tamaya"""


class ImportedGame(Struct, frozen=True):
    """The replay of an imported game."""

    game: str
