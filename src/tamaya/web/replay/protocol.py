"""HTTP bodies of replays: positions, traces of agents, and possible cards."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tamaya.web.game.protocol import TableView, TurnEntry
from tamaya.web.live.protocol import AgentId

RuleStatus = Literal["decides", "does not apply", "not asked", "not possible"]
TurnMark = Literal["misplay", "lost"]
TurnNumber = Annotated[int, Meta(ge=0, le=1000)]
MoveText = Annotated[str, Meta(max_length=20)]


class RuleLine(Struct, frozen=True):
    """One rule of an agent's list in one position."""

    rule: str
    words: str
    status: RuleStatus
    """'not possible': its kind of move is not legal"""
    move: str | None
    """the move that the rule proposes here, even if it was not asked; None if it does not apply"""


class RuleTrace(Struct, frozen=True, tag_field="kind", tag="rules"):
    """Trace of a rule list: the first rule that applies decides."""

    source: str
    """'rule', 'noise', 'no rule' or 'gave up'"""
    fired: int | None
    """place of the rule that decided"""
    rules: list[RuleLine]


class Goal(Struct, frozen=True):
    """What a partner should do with a card."""

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
    """slots where the partner's reaction would be against the goal"""
    news: bool
    score: int
    valid: bool


class GoalTrace(Struct, frozen=True, tag_field="kind", tag="goals"):
    """Trace of an intentional agent: goals for cards, and hints with the expected reactions."""

    step: str
    words: str
    goals: list[Goal]
    hints: list[WeighedHint]
    discard_values: list[float | None]


class MoveFactors(Struct, frozen=True):
    """A move, with what each factor adds to its value."""

    move: str
    value: float
    factors: dict[str, float]


class FactorTrace(Struct, frozen=True, tag_field="kind", tag="factors"):
    """Trace of Cyclone: all legal moves as weighted sums, the best first."""

    moves: list[MoveFactors]


class MoveTried(Struct, frozen=True):
    """A move, with the rollouts that started with it."""

    move: str
    visits: int
    mean: float


class SearchTrace(Struct, frozen=True, tag_field="kind", tag="search"):
    """Trace of a search."""

    rollouts: int
    moves: list[MoveTried]


class ResponseTrace(Struct, frozen=True, tag_field="kind", tag="response"):
    """Trace of a meta-agent: the response that it plays, and its rules."""

    response: str
    expected: float
    """score that it expects, by its belief"""
    rules: list[RuleLine]


class MoveChance(Struct, frozen=True):
    """A move, with its probability."""

    move: str
    chance: float


class ChanceTrace(Struct, frozen=True, tag_field="kind", tag="chances"):
    """Trace of a model of people: the probability of each move, the likeliest first."""

    moves: list[MoveChance]


class PlainTrace(Struct, frozen=True, tag_field="kind", tag="plain"):
    """Trace of an agent that gives no reasons."""


class Answer(Struct, frozen=True):
    """The move of an agent in a position, and why."""

    agent: str
    move: str | None
    """None if it gives up"""
    why: str
    """one sentence in English"""
    explained: Trace


class CardBelief(Struct, frozen=True):
    """What one card in a hand may be, by what its holder knows."""

    slot: int
    card: str
    """the card itself; the game is over"""
    counts: list[list[int]]
    """unseen copies of each possible card, by color in the order of `suits`, then by rank"""


Trace = RuleTrace | GoalTrace | FactorTrace | SearchTrace | ResponseTrace | ChanceTrace | PlainTrace


class Beliefs(Struct, frozen=True):
    """What the cards of one seat may be, by what the seat knows."""

    seat: int
    suits: str
    """letters of the colors"""
    cards: list[CardBelief]


class Asked(Struct, frozen=True):
    """The moves of several agents in one position."""

    turn: int
    seat: int
    made: str | None
    """the move that was made in the game; None after the last turn"""
    answers: list[Answer]


class Marked(Struct, frozen=True):
    """A turn with a mistake."""

    turn: int
    """moves made before it"""
    mark: TurnMark
    """'lost': the move made points unreachable"""
    points: int
    """how many points became unreachable"""


class ReplaySeat(Struct, frozen=True):
    """A player of the game."""

    name: str
    human: bool
    agent: str
    """id of the agent; empty for people, and for agents that this server does not have"""


class Replay(Struct, frozen=True):
    """A whole finished game."""

    id: str
    seats: list[ReplaySeat]
    setup: str
    suits: str
    hint_colors: str
    deck: list[str]
    """all cards in drawing order"""
    moves: list[str]
    score: int
    max_score: int
    bombed: bool
    tables: list[TableView]
    """the table with all hands before each move and after the last: one more than moves"""
    choices: list[list[str]]
    """legal moves in each of these positions"""
    log: list[TurnEntry]
    marks: list[Marked]
    episode: str
    """id shared by consecutive games with the same partners; empty for demonstration games"""
    number: int


class Branch(Struct, frozen=True, forbid_unknown_fields=True):
    """Another course of a game from some turn on."""

    turn: TurnNumber
    moves: Annotated[list[MoveText], Meta(max_length=200)] = []
    """moves that replace those of the game"""


class AskBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Agents to ask, and the turn."""

    turn: TurnNumber
    agents: Annotated[list[AgentId], Meta(min_length=1, max_length=12)]
    branch: Branch | None = None


class TryBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Moves to try, after which agents play on."""

    branch: Branch
    agents: Annotated[list[AgentId], Meta(min_length=2, max_length=5)]
    """the agent of each seat"""
    turns: Annotated[int, Meta(ge=0, le=200)] = 200
    """moves that the agents make at most"""


class Tried(Struct, frozen=True):
    """The game after the tried moves."""

    tables: list[TableView]
    """the table from the branch's turn on: one more than moves"""
    choices: list[list[str]]
    log: list[TurnEntry]
    moves: list[str]
    score: int
    over: bool


class PlayOnBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Starts a new game from a position of this one."""

    branch: Branch
    seats: Annotated[list[AgentId | None], Meta(min_length=2, max_length=5)]
    """the agent of each seat; null for the caller's seat, exactly once"""


class ShowBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A demonstration game that agents play."""

    agents: Annotated[list[AgentId], Meta(min_length=2, max_length=5)]
    seed: Annotated[int, Meta(ge=0, le=2**53)] = 0
    setup: Annotated[str, Meta(max_length=200)] = "standard"


class ShowMade(Struct, frozen=True):
    """The demonstration game was played."""

    replay: str
    """the id of its replay"""
