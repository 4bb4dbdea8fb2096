"""Plays the parts of the test and keeps their games in a folder, so that a run can resume."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import tamaya as ty
from benchmarks.detective_test.partners import Partners
from tamaya.benchmark.seeds import derived
from tamaya.game import Seed
from tamaya.meta import Contender
from tamaya.numbers import Floats
from tamaya.stats import Estimate, estimate, two_sided


@dataclass(frozen=True)
class Played:
    """Scores of several agents with every partner, [agent, partner, episode, game]."""

    agents: tuple[str, ...]
    partners: tuple[str, ...]
    scores: Floats

    def score(self, agent: str) -> Estimate:
        """The mean score, with its error over episodes."""
        return estimate(self._of(agent).mean(axis=(0, 2)))

    def gain(self, agent: str, over: str) -> Estimate:
        """The mean gain over another agent, with its error over episodes."""
        return estimate((self._of(agent) - self._of(over)).mean(axis=(0, 2)))

    def by_game(self, agent: str, over: str) -> tuple[Estimate, ...]:
        """The gain in the first game of an episode, the second, ..."""
        gains = (self._of(agent) - self._of(over)).mean(axis=0)
        return tuple(estimate(column) for column in gains.T)

    def by_partner(self, agent: str, over: str) -> dict[str, Estimate]:
        """The gain with each partner."""
        gains = (self._of(agent) - self._of(over)).mean(axis=2)
        return {name: estimate(row) for name, row in zip(self.partners, gains, strict=True)}

    def _of(self, agent: str) -> Floats:
        scores: Floats = self.scores[self.agents.index(agent)]
        return scores

    @classmethod
    def joined(cls, parts: list[Played]) -> Played:
        """Parts with the same agents and sizes, and different partners."""
        agents = tuple(name for name in parts[0].agents if all(name in p.agents for p in parts))
        scores = [np.stack([part._of(name) for name in agents]) for part in parts]
        partners = tuple(name for part in parts for name in part.partners)
        return cls(agents, partners, np.concatenate(scores, axis=1))


def p_below(gain: Estimate, limit: float) -> float:
    """One-sided p-value of the hypothesis that the true gain is at least the limit."""
    if not gain.sem > 0:
        return 0.0 if gain.mean < limit else 1.0
    t = (gain.mean - limit) / gain.sem
    p = two_sided(t, gain.games - 1) / 2
    return p if t < 0 else 1 - p


@dataclass(frozen=True)
class Decks:
    """Where games are kept, and the seed that all decks depend on."""

    folder: Path
    seed: Seed

    def play(  # noqa: PLR0913
        self,
        part: str,
        contenders: Mapping[str, Contender],
        partners: Partners,
        *,
        episodes: int,
        games: int,
        setup: str,
        decks: str | None = None,
    ) -> Played:
        """Plays all contenders with all partners on the same decks, or reads the games.

        :param decks: a part whose decks are used; by default this part has its own
        """
        file = self.folder / f"{re.sub('[^a-z0-9]+', '-', part.lower())}.npz"
        if file.exists():
            with np.load(file) as saved:
                names = tuple(map(str, saved["agents"])), tuple(map(str, saved["partners"]))
                return Played(*names, saved["scores"].astype(np.float64))
        result = ty.evaluate(
            contenders,
            dict(partners),
            episodes=episodes,
            games=games,
            first_seed=derived(self.seed, f"decks of {decks or part}") >> 1,
            setup=setup,
            threads=1,
            key=self.seed.to_bytes(16, "big"),
        )
        if result.failures:
            print(f"{part}: {len(result.failures)} pairs lost games: {result.failures}", flush=True)
        self.folder.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(
            file, agents=result.agents, partners=result.partners, scores=result.scores
        )
        print(f"{part}: {result.scores.size:,} games", flush=True)
        return Played(result.agents, result.partners, result.scores.astype(np.float64))
