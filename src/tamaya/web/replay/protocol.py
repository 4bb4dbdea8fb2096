"""Finished games: boards, reasons and what cards could have been."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tamaya.web.game.protocol import Entry, TableView
from tamaya.web.live.protocol import AgentId

RuleStatus = Literal["decides", "does not apply", "not asked", "not possible"]
TurnMark = Literal["misplay", "lost"]
TurnNumber = Annotated[int, Meta(ge=0, le=1000)]
MoveText = Annotated[str, Meta(max_length=20)]


class RuleLine(Struct, frozen=True):
    """One rule of an agent in one position."""

    rule: str
    words: str
    status: RuleStatus
    """'not possible': its kind of move is not legal"""
    move: str | None
    """what it proposes here, also where it was not asked; None if nothing"""


class RuleTrace(Struct, frozen=True, tag_field="kind", tag="rules"):
    """An ordered list of rules: the first that applies decides."""

    source: str
    """'rule', 'noise', 'no rule' or 'gave up'"""
    fired: int | None
    """place of the rule that decided"""
    rules: list[RuleLine]


class Goal(Struct, frozen=True):
    """What a partner shall do with a card."""

    seat: int
    slot: int
    card: str
    goal: str
    """'play', 'discard', 'may discard' or 'keep'"""


class WeighedHint(Struct, frozen=True):
    """A hint, and what the partner is expected to do after it."""

    move: str
    plays: list[int]
    discards: list[int]
    against: list[int]
    """slots of both that shall be treated otherwise"""
    news: bool
    score: int
    valid: bool


class GoalTrace(Struct, frozen=True, tag_field="kind", tag="goals"):
    """An agent with intentions: goals for cards, and hints by the reaction they lead to."""

    step: str
    words: str
    goals: list[Goal]
    hints: list[WeighedHint]
    discard_values: list[float | None]


class MoveFactors(Struct, frozen=True):
    """A move, and what each factor adds to its value."""

    move: str
    value: float
    factors: dict[str, float]


class FactorTrace(Struct, frozen=True, tag_field="kind", tag="factors"):
    """All legal moves as weighed sums, the best first."""

    moves: list[MoveFactors]


class MoveTried(Struct, frozen=True):
    """A move, and the imagined games that began with it."""

    move: str
    visits: int
    mean: float


class SearchTrace(Struct, frozen=True, tag_field="kind", tag="search"):
    """What a search found."""

    rollouts: int
    moves: list[MoveTried]


class ResponseTrace(Struct, frozen=True, tag_field="kind", tag="response"):
    """A meta-agent: whom it plays like, and why."""

    response: str
    expected: float
    """points, by what it believes"""
    rules: list[RuleLine]


class MoveChance(Struct, frozen=True):
    """A move, and how likely it is."""

    move: str
    chance: float


class ChanceTrace(Struct, frozen=True, tag_field="kind", tag="chances"):
    """A model of people: how many of them would make each move, the likeliest first."""

    moves: list[MoveChance]


class PlainTrace(Struct, frozen=True, tag_field="kind", tag="plain"):
    """An agent that gives no reasons."""


class Answer(Struct, frozen=True):
    """What an agent does in a position, and why."""

    agent: str
    move: str | None
    """None if it gives up"""
    why: str
    """one sentence, in English"""
    explained: Trace


class CardBelief(Struct, frozen=True):
    """What one card of one's own may be."""

    slot: int
    card: str
    """what it is: for games that are over"""
    counts: list[list[int]]
    """unseen copies of each card it may be: colors in the order of the set-up, then ranks"""


Trace = RuleTrace | GoalTrace | FactorTrace | SearchTrace | ResponseTrace | ChanceTrace | PlainTrace


class Beliefs(Struct, frozen=True):
    """What the cards of one seat may be, as far as the seat can know."""

    seat: int
    suits: str
    """letters of the colors, in the order of the counts"""
    cards: list[CardBelief]


class Asked(Struct, frozen=True):
    """What agents do in the place of the seat to move."""

    turn: int
    seat: int
    made: str | None
    """the move that was made then; None after the last"""
    answers: list[Answer]


class Marked(Struct, frozen=True):
    """A turn worth a look."""

    turn: int
    """moves made before it"""
    mark: TurnMark
    """'lost': points that can no longer be reached"""
    points: int
    """how many"""


class ReplaySeat(Struct, frozen=True):
    """Who sat where."""

    name: str
    human: bool
    agent: str
    """what it can be asked for by; empty for a person, or an agent this server does not have"""


class Replay(Struct, frozen=True):
    """A finished game, whole."""

    id: str
    seats: list[ReplaySeat]
    setup: str
    suits: str
    hint_colors: str
    deck: list[str]
    """first card drawn first"""
    moves: list[str]
    score: int
    max_score: int
    bombed: bool
    tables: list[TableView]
    """all hands, from the deal to the end: one more than moves"""
    choices: list[list[str]]
    """legal moves in each of them"""
    log: list[Entry]
    marks: list[Marked]
    episode: str
    """games that followed each other share it; empty for games that were played for show"""
    number: int


class Branch(Struct, frozen=True, forbid_unknown_fields=True):
    """A game that went on otherwise from some turn on."""

    turn: TurnNumber
    moves: Annotated[list[MoveText], Meta(max_length=200)] = []
    """instead of those that were made"""


class AskBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom to ask, and when."""

    turn: TurnNumber
    agents: Annotated[list[AgentId], Meta(min_length=1, max_length=12)]
    branch: Branch | None = None


class TryBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Moves to try instead of those made; agents then play on."""

    branch: Branch
    agents: Annotated[list[AgentId], Meta(min_length=2, max_length=5)]
    """who moves in each seat from then on"""
    turns: Annotated[int, Meta(ge=0, le=200)] = 200
    """how many moves they make at most"""


class Tried(Struct, frozen=True):
    """How it went on."""

    tables: list[TableView]
    """from the branch's turn on: one more than moves"""
    choices: list[list[str]]
    log: list[Entry]
    moves: list[str]
    score: int
    over: bool


class PlayOnBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A new game with the same cards and history, which people and agents play on."""

    branch: Branch
    seats: Annotated[list[AgentId | None], Meta(min_length=2, max_length=5)]
    """who goes on in each seat; null for the caller, once"""


class ShowBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A game that agents shall play for show."""

    agents: Annotated[list[AgentId], Meta(min_length=2, max_length=5)]
    seed: Annotated[int, Meta(ge=0, le=2**53)] = 0
    setup: Annotated[str, Meta(max_length=200)] = "standard"


class ShowMade(Struct, frozen=True):
    """It was played."""

    replay: str
    """the id of its replay"""
