"""HTTP bodies of beliefs: what a meta-agent believes about a player, as far as it may be shown."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tamaya.web.maps.protocol import FeatureWords

BeliefBasis = Literal["partner", "moves"]


class Hypothesis(Struct, frozen=True):
    """An agent that the player may play like."""

    name: str
    niche: list[int]
    agent: str


class BeliefShare(Struct, frozen=True):
    """A hypothesis with its probability."""

    name: str
    probability: float


class BeliefMoment(Struct, frozen=True):
    """The belief at one moment."""

    game: int
    """number of the game in the episode, counted from 1"""
    turn: int
    """moves made in that game"""
    entropy: float
    """in bits"""
    top: list[BeliefShare]
    response: str
    expected: float
    """expected score of the response, by this belief"""
    moved: float
    """share of the belief that the last move shifted, 0 to 1"""
    move: str | None
    """the player's last move; None at the start of a game"""


class MeasuredFeature(Struct, frozen=True):
    """A feature of the player's behaviour so far, with its standard error."""

    feature: str
    value: float | None
    error: float | None
    chances: int
    """number of turns or cards that it was measured over"""


class ExpectedScore(Struct, frozen=True):
    """A response with its expected score."""

    name: str
    expected: float


class EpisodeGame(Struct, frozen=True):
    """A finished game of the episode."""

    number: int
    score: int
    bombed: bool
    turns: int


class BeliefView(Struct, frozen=True):
    """Everything that a page shows about the belief."""

    basis: BeliefBasis
    """'partner': the belief of the partner; 'moves': computed from the player's own views"""
    over: bool
    """the current game is over"""
    held_back: bool
    """the partner's real belief is shown only after the game"""
    kind: str
    """'detective', or the name of the meta-agent's mode"""
    axes: list[str]
    words: dict[str, FeatureWords]
    """words of the axes"""
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
    """both features of the axes after each of the player's moves, once both are defined"""
    history: list[BeliefMoment]
    games: list[EpisodeGame]
