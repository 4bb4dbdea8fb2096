"""Modes of the meta-agent: its likelihood, schedule and selection, and the published ones."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol

import numpy as np

from tamaya.features import Counters, features
from tamaya.game import Seed, TamayaError, UnknownNameError
from tamaya.meta.accounts import UNSEEN, AccountName
from tamaya.meta.experience import Experience
from tamaya.numbers import Floats


class Likelihood(Protocol):
    """How well evidence fits each hypothesis, given how oneself has played."""

    def __call__(self, experience: Experience, response: int, evidence: Counters) -> Floats:
        """Numbers of 0 or more, one for each hypothesis; only their ratios matter."""


@dataclass(frozen=True, kw_only=True)
class Normal:
    """Each feature lies around its expectation as a normal variable, and on its own.

    A hypothesis of which a feature is not known (it never played a card, say) does not fit what was
    seen of it.
    """

    features: tuple[str, ...] = ("communicativeness", "information_per_play")
    deviation: float = 0.1
    """standard deviation of each feature"""
    nothing: Literal["zero", "silent"] = "zero"
    """what a feature is worth of which nothing was seen: 0, as published, or no evidence at all"""

    def __post_init__(self) -> None:
        features(*self.features)
        unseen = [name for name in self.features if name in UNSEEN]
        if unseen:
            raise TamayaError(f"nobody can see the {unseen[0]} of others: it depends on their view")
        if not self.features or not self.deviation > 0:
            raise TamayaError(f"not a likelihood: {self} (expected features and a deviation > 0)")

    def __call__(self, experience: Experience, response: int, evidence: Counters) -> Floats:
        """The product of the densities."""
        product = np.ones(len(experience.hypotheses))
        for feature in features(*self.features):
            seen = feature(evidence)
            if math.isnan(seen) and self.nothing == "silent":
                continue
            apart = experience.expected(feature.name)[response] - (0 if math.isnan(seen) else seen)
            product *= np.exp(-0.5 * (apart / self.deviation) ** 2) / self.deviation
        return np.nan_to_num(product, nan=0.0)


@dataclass(frozen=True, kw_only=True)
class Schedule:
    """When beliefs are brought up to date: at one's first move after so many games or turns."""

    games: int = 0
    """0: games alone are no reason"""
    turns: int = 0
    """own turns; 0: turns alone are no reason. Otherwise the response can change within a game"""

    def is_due(self, games: int, turns: int) -> bool:
        """Is it time, so many finished games and own turns after the last time?"""
        return bool((self.games and games >= self.games) or (self.turns and turns >= self.turns))


NEVER = Schedule()

Selection = Callable[[Experience, Floats, Seed], int]
"""from what is believed of the partners, on average, to a response; the seed is the game's"""


def best_expected(experience: Experience, belief: Floats, seed: Seed) -> int:
    """The response with the highest score expected; of equals the first of the pool.

    The published program takes the first in the order of a hash map, which nobody can repeat; equal
    scores are those of equal agents, so it does not matter.
    """
    weighed = experience.scores.T * belief[:, None]
    return int(weighed.sum(axis=0).argmax())  # added hypothesis by hypothesis on every machine


def best_to_likeliest(experience: Experience, belief: Floats, seed: Seed) -> int:
    """The best response to the likeliest hypothesis; of equals the first."""
    return int(np.argmax(experience.scores[:, int(np.argmax(belief))]))


def any_response(experience: Experience, belief: Floats, seed: Seed) -> int:
    """Any response, all alike: another in each game."""
    return random.Random(seed).randrange(len(experience.responses))


@dataclass(frozen=True, kw_only=True)
class Mode:
    """How a meta-agent gathers evidence, believes and chooses."""

    name: str
    account: AccountName = "whole"
    """what is noted during games"""
    cumulative: bool = False
    """is evidence counted again in each update, as published, or only since the last one?"""
    likelihood: Likelihood = field(default_factory=Normal)
    schedule: Schedule = Schedule(games=1)
    selection: Selection = best_expected


PUBLISHED = Mode(name="published", account="published", cumulative=True)
"""the program behind Canaan et al. 2020"""
AS_WRITTEN = Mode(name="as_written", likelihood=Normal(nothing="silent"))
"""the equations of Canaan et al. 2020"""
GENERALIST = Mode(name="generalist", schedule=NEVER)
"""always the response that is best with all hypotheses"""
RANDOM_RESPONSE = Mode(name="random_response", schedule=NEVER, selection=any_response)
"""another response in each game"""
MODES = {mode.name: mode for mode in (PUBLISHED, AS_WRITTEN, GENERALIST, RANDOM_RESPONSE)}


def mode(like: str | Mode) -> Mode:
    """A mode by name.

    :raises UnknownNameError: listing the names
    """
    if isinstance(like, Mode):
        return like
    if like not in MODES:
        raise UnknownNameError(
            f"no mode {like!r} of a meta-agent (expected detective, {', '.join(MODES)})"
        )
    return MODES[like]
