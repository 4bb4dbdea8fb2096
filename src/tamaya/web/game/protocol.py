"""All messages that the server and the page of a table exchange (HTTP bodies: `live.protocol`).

`python -m tamaya.web.typescript` writes the same types for the pages. Messages carry the version
`v` and their type `t`. Only fields that a struct names can leave the server. A field that a viewer
may not know is absent, not empty.

A card is text like `r3`. A set of cards is one number: bit `color * 5 + rank - 1` stands for a
card, where the colors are r, y, g, w, b, m.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

VERSION = 1
"""version of the protocol; the server refuses frames of other versions"""
MAX_FRAME = 4096
"""bytes that a frame from a page may have"""
MAX_GAP = 50
"""missed events after which a page gets a snapshot instead of the events"""

Version = Annotated[int, Meta(ge=VERSION, le=VERSION)]
Token = Annotated[str, Meta(min_length=8, max_length=80)]
ChosenId = Annotated[str, Meta(min_length=1, max_length=40)]
Turn = Annotated[int, Meta(ge=0, le=1000)]
SeatNumber = Annotated[int, Meta(ge=0, le=4)]
Help = Literal["positive", "negative", "counting"]
Mark = Literal["", "play", "keep", "trash"]
Guard = Literal["", "misplay", "critical"]
MoveKind = Literal["play", "discard", "hint_color", "hint_rank"]
Ending = Literal["", "bombed", "complete", "last_turn", "forfeit"]
Phrase = Literal["hello", "nice", "thanks", "sorry", "wait", "good_game"]
"""what players can say to each other; none of it is about cards"""
EventKind = Literal["play", "discard", "hint_color", "hint_rank", "forfeit"]
WhyCode = Literal[
    "hint_new",
    "hint_nothing_new",
    "hint_playable",
    "hint_critical",
    "hint_identified",
    "play_known",
    "play_guess",
    "play_misplay",
    "play_completes",
    "discard_dead",
    "discard_unhinted",
    "discard_hinted",
    "discard_lost",
    "late",
]
ErrorCode = Literal[
    "bad_frame",
    "bad_move",
    "game_over",
    "no_game",
    "not_joined",
    "not_allowed",
    "not_your_turn",
    "stale_turn",
    "too_fast",
]


# What a table looks like to one viewer.


class HintMark(Struct, frozen=True):
    """A hint that touched a card."""

    turn: int
    """moves made before the hint"""
    giver: int
    value: str
    """a color letter or a rank"""


class CardView(Struct, frozen=True, omit_defaults=True):
    """One card in a hand, as the viewer may know it."""

    key: str
    """identifies the card while it is held: the seat, and how many cards the seat drew before it"""
    slot: int
    """place in the hand, as moves use it; 0 is the oldest card"""
    positive: int
    """cards that are possible by the hints that touched it"""
    negative: int
    """cards that are possible by all hints, including those that did not touch it"""
    counting: int
    """as `negative`, without cards of which the holder and the viewer see all copies"""
    card: str | UnsetType = UNSET
    """absent if the viewer may not see it"""
    color_hinted: bool = False
    rank_hinted: bool = False
    hints: tuple[HintMark, ...] = ()
    """hints that touched it, oldest first"""
    playable: bool = False
    """certainly playable now, by what the viewer knows"""
    dead: bool = False
    """certainly never needed, by what the viewer knows"""
    critical: bool = False
    """certainly the last copy of a card still needed, by what the viewer knows"""


class SeatView(Struct, frozen=True, omit_defaults=True):
    """One seat and its hand."""

    seat: int
    name: str
    kind: Literal["human", "agent"]
    hand: tuple[CardView, ...]


class Discarded(Struct, frozen=True, omit_defaults=True):
    """What became of the copies of one card."""

    card: str
    gone: int
    """copies discarded or misplayed"""
    left: int
    """copies that are still in hands or in the deck"""
    played: bool = False
    dead: bool = False
    critical: bool = False


class Choice(Struct, frozen=True, omit_defaults=True):
    """A legal move and what it would do."""

    move: str
    """text for an `act` frame, like 'play 0' or 'hint +1 r'"""
    kind: MoveKind
    slot: int | UnsetType = UNSET
    target: int | UnsetType = UNSET
    """seat that would be hinted"""
    value: str | UnsetType = UNSET
    """color letter or rank that would be hinted"""
    touches: tuple[str, ...] = ()
    """keys of the cards that the hint would touch"""
    news: int = 0
    """how many of them the hint would tell something new about"""
    guard: Guard = ""
    """why to ask for confirmation: a known misplay, or a known last copy"""


class TableView(Struct, frozen=True, omit_defaults=True):
    """The table as one viewer may know it, at one moment."""

    turn: int
    """moves made so far"""
    current: int
    """seat to move"""
    score: int
    max_score: int
    ceiling: int
    """points that can still be reached"""
    hints: int
    max_hints: int
    lives: int
    max_lives: int
    deck_size: int
    fireworks: dict[str, int]
    """height by color letter"""
    seats: tuple[SeatView, ...]
    cards: tuple[Discarded, ...]
    """all cards of the game, by color and rank"""
    turns_left: int | UnsetType = UNSET
    """turns left, once the deck is empty"""
    pace: int | UnsetType = UNSET
    """discards that still allow to reach the ceiling; absent once the deck is empty"""
    choices: tuple[Choice, ...] = ()
    """legal moves; empty unless it is the viewer's turn"""
    end: Ending = ""
    """how the game ended; empty while it runs"""


class Why(Struct, frozen=True, omit_defaults=True):
    """What a viewer can conclude about a move."""

    code: WhyCode
    text: str
    """in English"""
    n: int = 0
    """the number in the text, if any"""


class TurnEntry(Struct, frozen=True, omit_defaults=True):
    """One turn in the log."""

    turn: int
    """moves made before it"""
    seat: int
    kind: EventKind
    move: str
    """text of the move, like 'play 0'"""
    text: str
    """in English"""
    at: float
    """seconds since 1970"""
    card: str | UnsetType = UNSET
    """card played or discarded"""
    key: str | UnsetType = UNSET
    """key of that card"""
    scored: bool = False
    target: int | UnsetType = UNSET
    value: str | UnsetType = UNSET
    touched: tuple[str, ...] = ()
    """keys of the cards that the hint touched"""
    why: tuple[Why, ...] = ()
    think: float = 0.0
    """seconds that the move took"""
    late: bool = False
    """the agent was too slow or failed, and a simple rule agent moved instead"""


class NoteView(Struct, frozen=True, omit_defaults=True):
    """What the viewer wrote about a card."""

    key: str
    text: str = ""
    mark: Mark = ""


class MoveReason(Struct, frozen=True, omit_defaults=True):
    """Why an agent made a move; in games with people, sent only after the game."""

    turn: int
    seat: int
    agent: str
    source: str
    """'rule', 'thoughts', 'search', 'noise', 'no rule', 'python' or 'late'"""
    text: str
    rule: str = ""
    place: int = 0
    """position of the rule in the agent's list, counted from 1; 0 if no rule decided"""
    lines: tuple[str, ...] = ()
    """everything that the agent weighed, line by line"""


class Reveal(Struct, frozen=True):
    """What everybody may know after the game."""

    deck: tuple[str, ...]
    """first card drawn first"""
    agents: tuple[str, ...]
    """agent of each seat; empty for people"""
    hands: tuple[tuple[str, ...], ...]
    strict_score: int
    setup: str


# From the server.


class Snapshot(Struct, frozen=True, omit_defaults=True, tag_field="t", tag="snapshot"):
    """Everything that the viewer may know, sent on joining."""

    v: int
    seq: int
    """number of events that the viewer has received"""
    game: str
    table: TableView
    log: tuple[TurnEntry, ...]
    help: Help
    setup: str
    hint_colors: str
    """letters of the colors that can be hinted"""
    suits: str
    episode: str
    """id shared by consecutive games with the same partners"""
    number: int
    """number of this game within the episode, counted from 1"""
    seat: int | UnsetType = UNSET
    """the viewer's seat; absent for spectators"""
    shadows: int | UnsetType = UNSET
    """the seat whose view a spectator has; absent if the spectator sees all hands"""
    notes: tuple[NoteView, ...] = ()
    present: tuple[int, ...] = ()
    """seats whose player is connected"""
    thinking: int | UnsetType = UNSET
    """seat of the agent that is thinking"""
    reveal: Reveal | UnsetType = UNSET
    next_game: str | UnsetType = UNSET
    """the next game of the same players, if there is one"""
    watchable: bool = False
    """others may watch"""
    clock: float | UnsetType = UNSET
    """seconds that a person has for a move, after the first one; absent without a clock"""
    clock_left: float | UnsetType = UNSET
    """seconds left for the current move"""


class EventFrame(Struct, frozen=True, omit_defaults=True, tag_field="t", tag="event"):
    """A turn was played."""

    v: int
    seq: int
    entry: TurnEntry
    table: TableView
    """after the turn"""
    cid: str | UnsetType = UNSET
    """`cid` of the viewer's own frame that caused it"""
    reveal: Reveal | UnsetType = UNSET
    """only with the last turn"""


class NoteFrame(Struct, frozen=True, omit_defaults=True, tag_field="t", tag="note"):
    """The viewer's own note was stored."""

    v: int
    seq: int
    note: NoteView
    cid: str | UnsetType = UNSET


class ErrorFrame(Struct, frozen=True, omit_defaults=True, tag_field="t", tag="err"):
    """A frame of the page was refused; nothing changed."""

    v: int
    seq: int
    code: ErrorCode
    text: str
    turn: int | UnsetType = UNSET
    """the current turn"""
    cid: str | UnsetType = UNSET


class PresenceFrame(Struct, frozen=True, omit_defaults=True, tag_field="t", tag="presence"):
    """Who is connected."""

    v: int
    seq: int
    present: tuple[int, ...]
    watching: int = 0
    next_game: str | UnsetType = UNSET


class ThinkingFrame(Struct, frozen=True, omit_defaults=True, tag_field="t", tag="thinking"):
    """An agent is thinking for longer than a moment."""

    v: int
    seq: int
    seat: int


class SaidFrame(Struct, frozen=True, omit_defaults=True, tag_field="t", tag="said"):
    """A player said something to the others. It is not stored."""

    v: int
    seq: int
    seat: int
    phrase: Phrase


class ExplainFrame(Struct, frozen=True, omit_defaults=True, tag_field="t", tag="explain"):
    """Why agents made their moves; in games with people only after the game."""

    v: int
    seq: int
    reasons: tuple[MoveReason, ...]


ServerFrame = (
    Snapshot
    | EventFrame
    | NoteFrame
    | ErrorFrame
    | PresenceFrame
    | ThinkingFrame
    | SaidFrame
    | ExplainFrame
)


# From a page.


class Join(Struct, frozen=True, tag_field="t", tag="join", forbid_unknown_fields=True):
    """The first frame of a page. Without a token, the session cookie identifies the player."""

    v: Version
    token: Token | None = None
    after: Annotated[int, Meta(ge=0)] | None = None
    """the last `seq` that the page has received; without it, the server sends a snapshot"""
    watch: bool = False
    """watch as a spectator, even if the session has a seat"""
    shadows: SeatNumber | None = None
    """the seat whose view a spectator wants"""


class Act(Struct, frozen=True, tag_field="t", tag="act", forbid_unknown_fields=True):
    """A move. Sending the same `cid` again returns the same answer without a second move."""

    v: Version
    turn: Turn
    move: Annotated[str, Meta(max_length=20)]
    cid: ChosenId
    think: Annotated[float, Meta(ge=0, le=1e6)] = 0.0
    """seconds that the player took, measured by the page"""


class Note(Struct, frozen=True, tag_field="t", tag="note", forbid_unknown_fields=True):
    """A note about a card: free text, or a mark."""

    v: Version
    key: Annotated[str, Meta(pattern="^[0-4]-[0-9]{1,2}$")]
    cid: ChosenId
    text: Annotated[str, Meta(max_length=300)] = ""
    mark: Mark = ""


class Say(Struct, frozen=True, tag_field="t", tag="say", forbid_unknown_fields=True):
    """A fixed phrase for the other people at the table."""

    v: Version
    phrase: Phrase


PageFrame = Join | Act | Note | Say
