"""Every message that the server and a table's page exchange (bodies of HTTP: `http_protocol`).

`python -m tamaya.web.typescript` writes the same types for the pages. Messages carry the version
`v` and their type `t`. What a struct does not name cannot leave the server: payloads are built by
inclusion only, and a field that a viewer may not know is absent, not empty.

A card is text like `r3`. A set of cards is one number: bit `color * 5 + rank - 1` stands for a
card, where the colors are r, y, g, w, b, m.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

VERSION = 1
"""of the protocol; a server refuses frames of another"""
MAX_FRAME = 4096
"""bytes of a frame from a page"""
MAX_GAP = 50
"""events that a page may have missed before it gets a snapshot instead of them"""

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
    """stays with the card while it is held: the seat, and how many cards it had drawn before"""
    slot: int
    """place in the hand, what moves go by; 0 is the oldest card"""
    positive: int
    """set of cards by the hints that touched it"""
    negative: int
    """set of cards by all hints, those that did not touch it included"""
    counting: int
    """as `negative`, and by counting cards that holder and viewer both see"""
    card: str | UnsetType = UNSET
    """absent if the viewer may not see it"""
    color_hinted: bool = False
    rank_hinted: bool = False
    hints: tuple[HintMark, ...] = ()
    """those that touched it, oldest first"""
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
    agent: str | UnsetType = UNSET
    """who it was; only once the game is over"""


class Discarded(Struct, frozen=True, omit_defaults=True):
    """How it stands with one card of the game."""

    card: str
    gone: int
    """copies discarded or misplayed"""
    left: int
    """copies neither gone nor played"""
    played: bool = False
    dead: bool = False
    critical: bool = False


class Choice(Struct, frozen=True, omit_defaults=True):
    """A legal move and what it would do."""

    move: str
    """as `act` takes it, like 'play 0' or 'hint +1 r'"""
    kind: MoveKind
    slot: int | UnsetType = UNSET
    target: int | UnsetType = UNSET
    """seat that would be hinted"""
    value: str | UnsetType = UNSET
    """color letter or rank that would be hinted"""
    touches: tuple[str, ...] = ()
    """keys of the cards that the hint would touch"""
    news: int = 0
    """how many of them would be told something new"""
    guard: Guard = ""
    """ask before this: a known misplay, or a known last copy"""


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
    """every card of the game, by color and rank"""
    turns_left: int | UnsetType = UNSET
    """turns still to come, once the deck is empty"""
    pace: int | UnsetType = UNSET
    """discards that can be afforded while the ceiling is still reached; absent once it is empty"""
    choices: tuple[Choice, ...] = ()
    """legal moves; none unless it is the viewer's turn"""
    end: Ending = ""
    """how the game ended; empty while it runs"""


class Why(Struct, frozen=True, omit_defaults=True):
    """What a viewer may conclude about a move, from what the viewer may know."""

    code: WhyCode
    text: str
    """in English"""
    n: int = 0
    """the number in the text, if any"""


class Entry(Struct, frozen=True, omit_defaults=True):
    """One turn in the log."""

    turn: int
    """moves made before it"""
    seat: int
    kind: EventKind
    move: str
    """as it was chosen, like 'play 0'"""
    text: str
    """in English"""
    at: float
    """seconds since 1970"""
    card: str | UnsetType = UNSET
    """card played or discarded"""
    key: str | UnsetType = UNSET
    """of that card"""
    scored: bool = False
    target: int | UnsetType = UNSET
    value: str | UnsetType = UNSET
    touched: tuple[str, ...] = ()
    """keys of the cards that the hint touched"""
    why: tuple[Why, ...] = ()
    think: float = 0.0
    """seconds that the move took"""
    late: bool = False
    """the agent was too slow or failed, and another moved in its place"""


class NoteView(Struct, frozen=True, omit_defaults=True):
    """What the viewer wrote about a card."""

    key: str
    text: str = ""
    mark: Mark = ""


class Reason(Struct, frozen=True, omit_defaults=True):
    """Why an agent moved as it did; only once the game is over."""

    turn: int
    seat: int
    agent: str
    source: str
    """'rule', 'thoughts', 'search', 'noise', 'no rule', 'python' or 'late'"""
    text: str
    rule: str = ""
    place: int = 0
    """of the rule among the agent's, counted from 1; 0 if no rule decided"""
    lines: tuple[str, ...] = ()
    """everything that was weighed"""


class Reveal(Struct, frozen=True):
    """What everybody may know once the game is over."""

    deck: tuple[str, ...]
    """first card drawn first"""
    agents: tuple[str, ...]
    """agent of each seat; empty for people"""
    hands: tuple[tuple[str, ...], ...]
    strict_score: int
    setup: str


# From the server.


class Snapshot(Struct, frozen=True, omit_defaults=True, tag_field="t", tag="snapshot"):
    """Everything that the viewer may know."""

    v: int
    seq: int
    """events that the viewer has now"""
    game: str
    table: TableView
    log: tuple[Entry, ...]
    help: Help
    setup: str
    hint_colors: str
    """letters of the colors that can be hinted"""
    suits: str
    episode: str
    """games played one after the other with the same partners share it"""
    number: int
    """of this game within the episode, counted from 1"""
    seat: int | UnsetType = UNSET
    """the viewer's; absent for somebody who watches"""
    shadows: int | UnsetType = UNSET
    """the seat whose view somebody who watches has; absent if all hands are seen"""
    notes: tuple[NoteView, ...] = ()
    present: tuple[int, ...] = ()
    """seats whose player is there"""
    thinking: int | UnsetType = UNSET
    """the seat of an agent that is thinking"""
    reveal: Reveal | UnsetType = UNSET
    next_game: str | UnsetType = UNSET
    """the game that was begun after this one with the same people"""


class EventFrame(Struct, frozen=True, omit_defaults=True, tag_field="t", tag="event"):
    """A turn has passed."""

    v: int
    seq: int
    entry: Entry
    table: TableView
    """after the turn"""
    cid: str | UnsetType = UNSET
    """of the viewer's own frame that caused it"""
    reveal: Reveal | UnsetType = UNSET
    """with the last turn"""


class NoteFrame(Struct, frozen=True, omit_defaults=True, tag_field="t", tag="note"):
    """A note of the viewer's own was kept."""

    v: int
    seq: int
    note: NoteView
    cid: str | UnsetType = UNSET


class ErrorFrame(Struct, frozen=True, omit_defaults=True, tag_field="t", tag="err"):
    """A frame was refused; nothing has changed."""

    v: int
    seq: int
    code: ErrorCode
    text: str
    turn: int | UnsetType = UNSET
    """the current one"""
    cid: str | UnsetType = UNSET


class PresenceFrame(Struct, frozen=True, omit_defaults=True, tag_field="t", tag="presence"):
    """Who is there."""

    v: int
    seq: int
    present: tuple[int, ...]
    watching: int = 0
    next_game: str | UnsetType = UNSET


class ThinkingFrame(Struct, frozen=True, omit_defaults=True, tag_field="t", tag="thinking"):
    """An agent takes its time."""

    v: int
    seq: int
    seat: int


class ExplainFrame(Struct, frozen=True, omit_defaults=True, tag_field="t", tag="explain"):
    """Why agents moved as they did; only once the game is over."""

    v: int
    seq: int
    reasons: tuple[Reason, ...]


ServerFrame = (
    Snapshot | EventFrame | NoteFrame | ErrorFrame | PresenceFrame | ThinkingFrame | ExplainFrame
)


# From a page.


class Join(Struct, frozen=True, tag_field="t", tag="join", forbid_unknown_fields=True):
    """Must come first. Without a token, the session's cookie says who it is."""

    v: Version
    token: Token | None = None
    after: Annotated[int, Meta(ge=0)] | None = None
    """the last `seq` that the page has; without it a snapshot comes"""
    watch: bool = False
    """watch, even if the session has a seat"""
    shadows: SeatNumber | None = None
    """whose view somebody who watches wants"""


class Act(Struct, frozen=True, tag_field="t", tag="act", forbid_unknown_fields=True):
    """A move. The same `cid` again does nothing but bring the answer once more."""

    v: Version
    turn: Turn
    move: Annotated[str, Meta(max_length=20)]
    cid: ChosenId
    think: Annotated[float, Meta(ge=0, le=1e6)] = 0.0
    """seconds that the page counted"""


class Note(Struct, frozen=True, tag_field="t", tag="note", forbid_unknown_fields=True):
    """A note about a card: free text, or a mark."""

    v: Version
    key: Annotated[str, Meta(pattern="^[0-4]-[0-9]{1,2}$")]
    cid: ChosenId
    text: Annotated[str, Meta(max_length=300)] = ""
    mark: Mark = ""


PageFrame = Join | Act | Note
