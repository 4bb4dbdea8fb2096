"""What a meta-agent believes of a player, as far as the player may know it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

BeliefBasis = Literal["partner", "moves"]


class Hypothesis(Struct, frozen=True):
    """Who the player may be."""

    name: str
    niche: list[int]
    agent: str


class BeliefShare(Struct, frozen=True):
    """A hypothesis and how much it is believed."""

    name: str
    probability: float


class BeliefMoment(Struct, frozen=True):
    """What was believed before some move."""

    game: int
    """of the episode, counted from 1"""
    turn: int
    """moves made in that game"""
    entropy: float
    """in bits"""
    top: list[BeliefShare]
    response: str
    expected: float
    """points of that response, by what is believed"""
    moved: float
    """how much of the belief the last move shifted, 0 to 1"""
    move: str | None
    """that move of the player's; None where a game begins"""


class MeasuredFeature(Struct, frozen=True):
    """A feature of the player's behaviour so far, with its standard error."""

    feature: str
    value: float | None
    error: float | None
    chances: int
    """turns or cards that it was counted over"""


class ExpectedScore(Struct, frozen=True):
    """A response, and what it is expected to score."""

    name: str
    expected: float


class EpisodeGame(Struct, frozen=True):
    """A game of the episode that is over."""

    number: int
    score: int
    bombed: bool
    turns: int


class BeliefView(Struct, frozen=True):
    """Everything a page shows about what is believed of a player."""

    basis: BeliefBasis
    """'partner': what the partner believes; 'moves': what the player's moves say to the player"""
    over: bool
    """the last game of the episode so far is over"""
    held_back: bool
    """the partner believes something else, which is told when the game is over"""
    kind: str
    """'detective', or the name of the meta-agent's mode"""
    axes: list[str]
    grid: list[int]
    hypotheses: list[Hypothesis]
    probabilities: list[float]
    """in the order of the hypotheses"""
    entropy: float
    max_entropy: float
    response: str
    answers: list[ExpectedScore]
    """the best responses to this belief, the best first"""
    measured: list[MeasuredFeature]
    trail: list[list[float]]
    """the features of the axes after each of the player's moves, as soon as both are known"""
    history: list[BeliefMoment]
    games: list[EpisodeGame]
