"""Kernel densities of features, an alternative to the normal density of `Normal`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.arena.match import RESULT
from tamaya.features import COLUMNS, Counters, features
from tamaya.game import Seed, TamayaError
from tamaya.meta.accounts import ACCOUNTS, UNSEEN
from tamaya.meta.experience import Experience
from tamaya.meta.mode import Mode
from tamaya.numbers import Floats, available_threads, whole_number

_FLOOR = 1e-3
"""density added to every value, so that a single odd game does not rule out a hypothesis"""
_CHUNK = 20_000
"""games in one call of the core"""


@dataclass(frozen=True, eq=False)
class Kernels:
    """A likelihood for `Mode`: the density of features over single games of each pair."""

    samples: Mapping[str, NDArray[np.float64]]
    """values of single games by feature, [response, hypothesis, game]; nan where undefined"""
    width: float = 0.05
    """standard deviation of the kernel around each value"""

    @classmethod
    def learn(
        cls,
        experience: Experience,
        *,
        names: tuple[str, ...] = (),
        games: int = 50,
        first_seed: Seed = 1 << 47,
        width: float = 0.05,
    ) -> Kernels:
        """Plays games of every response with every hypothesis and records each game's features.

        :param names: names of features; by default all that can be observed in others
        :raises TamayaError: for more than two players, or impossible numbers
        """
        whole_number("games", games, 1, 100_000)
        if experience.setup.players != 2 or not width > 0:
            raise TamayaError(
                f"set-up {experience.setup}, width {width} (expected 2 players and a width above 0)"
            )
        chosen = [feature for feature in features(*names) if feature.name not in UNSEEN]
        shape = len(experience.responses), len(experience.hypotheses), games
        values = {feature.name: np.full(math.prod(shape), math.nan) for feature in chosen}
        for first in range(0, math.prod(shape), _CHUNK):
            places = np.arange(first, min(first + _CHUNK, math.prod(shape)))
            seen = _seen(experience, np.stack(np.unravel_index(places, shape)), first_seed)
            for feature in chosen:
                values[feature.name][places] = feature.of_rows(seen)
        return cls({name: row.reshape(shape) for name, row in values.items()}, width)

    def __call__(self, experience: Experience, response: int, evidence: Counters) -> Floats:
        """The product of the densities of all features that the evidence defines."""
        product = np.ones(len(experience.hypotheses))
        for feature in features(*self.samples):
            seen = feature(evidence)
            if not math.isnan(seen):
                distance = (self.samples[feature.name][response] - seen) / self.width
                density = np.where(np.isnan(distance), 0.0, np.exp(-0.5 * distance**2))
                product *= density.mean(axis=1) + _FLOOR
        return product

    @property
    def mode(self) -> Mode:
        """A mode that updates beliefs with these densities, once a game."""
        return Mode(name="kernels", likelihood=self)


def _seen(
    experience: Experience, places: NDArray[np.int64], first_seed: Seed
) -> NDArray[np.uint64]:
    """Counters of seat 1, as observed by seat 0, in games of pairs: [games, counters].

    :param places: index of the response, of the hypothesis and of the game, [3, games]
    """
    responses, hypotheses, games = places
    agents = (*experience.players, *experience.suspects)
    policies = _core.Policies([agent.policy for agent in agents])
    teams = np.stack([responses, len(experience.players) + hypotheses], axis=1).astype(np.int32)
    seeds = games.astype(np.uint64) + np.uint64(first_seed)
    results = np.zeros((len(teams), RESULT.itemsize), np.uint8)
    accounts = np.zeros((len(teams), len(ACCOUNTS), 2, len(COLUMNS)), np.uint64)
    _core.witness_teams(
        experience.setup,
        policies,
        np.ascontiguousarray(teams),
        seeds,
        0,
        available_threads(),
        results,
        accounts,
    )
    return np.ascontiguousarray(accounts[:, ACCOUNTS.index("whole"), 1])
