"""Modes of the meta-agent: likelihood, schedule and selection, and the published modes."""

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
    """How well evidence fits each hypothesis, given the meta-agent's own response."""

    def __call__(self, experience: Experience, response: int, evidence: Counters) -> Floats:
        """Returns a number of 0 or more for each hypothesis; only their ratios matter."""


@dataclass(frozen=True, kw_only=True)
class Normal:
    """Independent normal densities of features around the values expected of a hypothesis.

    A hypothesis whose expected feature is undefined (it never played a card, say) has likelihood 0.
    """

    features: tuple[str, ...] = ("communicativeness", "information_per_play")
    deviation: float = 0.1
    """standard deviation of each feature"""
    nothing: Literal["zero", "silent"] = "zero"
    """how to treat a feature without observations: as 0 (`zero`, as published), or not at all
    (`silent`)"""

    def __post_init__(self) -> None:
        features(*self.features)
        unseen = [name for name in self.features if name in UNSEEN]
        if unseen:
            raise TamayaError(
                f"{unseen[0]} of others cannot be observed, since it depends on their view "
                "(expected other features)"
            )
        if not self.features or not self.deviation > 0:
            raise TamayaError(f"not a likelihood: {self} (expected features and a deviation > 0)")

    def __call__(self, experience: Experience, response: int, evidence: Counters) -> Floats:
        """The product of the densities."""
        product = np.ones(len(experience.hypotheses))
        for feature in features(*self.features):
            seen = feature(evidence)
            if math.isnan(seen) and self.nothing == "silent":
                continue
            distance = experience.expected(feature.name)[response] - (
                0 if math.isnan(seen) else seen
            )
            product *= np.exp(-0.5 * (distance / self.deviation) ** 2) / self.deviation
        return np.nan_to_num(product, nan=0.0)


@dataclass(frozen=True, kw_only=True)
class Schedule:
    """When the agent updates its beliefs: at its first move after a number of games or turns."""

    games: int = 0
    """number of games between updates; 0: games do not count"""
    turns: int = 0
    """number of own turns between updates, so that the response can change within a game; 0: turns
    do not count"""

    def is_due(self, games: int, turns: int) -> bool:
        """Whether to update, given the finished games and own turns since the last update."""
        return bool((self.games and games >= self.games) or (self.turns and turns >= self.turns))


NEVER = Schedule()

Selection = Callable[[Experience, Floats, Seed], int]
"""chooses a response from the mean posterior of the partners; the seed is that of the game"""


def best_expected(experience: Experience, belief: Floats, seed: Seed) -> int:
    """The response with the highest expected score. Ties: the first of the pool.

    The published program takes the first in the order of a hash map, which cannot be repeated; only
    equal agents have equal scores, so it does not matter.
    """
    weighted = experience.scores.T * belief[:, None]
    return int(weighted.sum(axis=0).argmax())  # the same order of addition on every machine


def best_to_likeliest(experience: Experience, belief: Floats, seed: Seed) -> int:
    """The best response to the likeliest hypothesis. Ties: the first."""
    return int(np.argmax(experience.scores[:, int(np.argmax(belief))]))


def any_response(experience: Experience, belief: Floats, seed: Seed) -> int:
    """A random response, drawn anew for each game."""
    return random.Random(seed).randrange(len(experience.responses))


@dataclass(frozen=True, kw_only=True)
class Mode:
    """How a meta-agent gathers evidence, updates beliefs and chooses a response."""

    name: str
    account: AccountName = "whole"
    """how moves of partners are counted during games"""
    cumulative: bool = False
    """whether each update uses all evidence again, as published, or only what is new"""
    likelihood: Likelihood = field(default_factory=Normal)
    schedule: Schedule = Schedule(games=1)
    selection: Selection = best_expected


PUBLISHED = Mode(name="published", account="published", cumulative=True)
"""the program behind Canaan et al. 2020"""
AS_WRITTEN = Mode(name="as_written", likelihood=Normal(nothing="silent"))
"""the equations of Canaan et al. 2020"""
GENERALIST = Mode(name="generalist", schedule=NEVER)
"""always plays the response with the highest mean score over all hypotheses"""
RANDOM_RESPONSE = Mode(name="random_response", schedule=NEVER, selection=any_response)
"""plays a random response in each game"""
MODES = {mode.name: mode for mode in (PUBLISHED, AS_WRITTEN, GENERALIST, RANDOM_RESPONSE)}


def mode(like: str | Mode) -> Mode:
    """A mode by name; a `Mode` is returned as it is.

    :raises UnknownNameError: if there is no such mode; the message lists them
    """
    if isinstance(like, Mode):
        return like
    if like not in MODES:
        raise UnknownNameError(
            f"no mode {like!r} of a meta-agent (expected detective, {', '.join(MODES)})"
        )
    return MODES[like]
