"""Three to five players: the detective against the best fixed agent, on a new test set."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tamaya.benchmark.protocol import MIXED, VALIDATION_SEED
from tamaya.benchmark.result import BenchmarkResult
from tamaya.benchmark.run import Challenge, run_benchmark
from tamaya.benchmark.seeds import TestSeed, derived, entry_hash
from tamaya.game import Seed
from tamaya.stats import Estimate, estimate

FIXED = (
    "companion",
    "tamaya",
    "piers",
    "learned:response",
    "learned:self-play",
    "convention:ladder(level=3)",
)
"""agents that may be the best fixed one"""


@dataclass(frozen=True)
class TableOfPlayers:
    """Results for a number of players."""

    players: int
    fixed: str
    """the best fixed agent on the validation set, which has other partners and other decks"""
    detective: BenchmarkResult
    baseline: BenchmarkResult

    def gain(self, *, mixed: bool = False, fresh: bool = False) -> Estimate:
        """Mean over families of the mean gain over their partners; the error is over partners.

        :param mixed: of tables with partners of different families, instead of one partner in all
            other seats
        :param fresh: only of families whose partners were made from the seed
        """
        gains = self.detective.means - self.baseline.means
        families = np.array([partner.family for partner in self.detective.partners])
        chosen = [
            estimate(gains[families == family])
            for family in dict.fromkeys(families.tolist())
            if (family == MIXED.name) is mixed and (not fresh or family in self.detective.fresh)
        ]
        count = sum(family.games for family in chosen)
        error = float(np.sqrt(np.mean([family.sem**2 for family in chosen]) / len(chosen)))
        return Estimate(float(np.mean([family.mean for family in chosen])), error, count)


def play_table(players: int, seed: Seed, folder: Path) -> TableOfPlayers:
    """Plays a quick test set of ten-game episodes, and chooses the best fixed agent before."""

    def result(agent: str, number: Seed) -> BenchmarkResult:
        name = re.sub("[^a-z0-9]+", "-", agent)
        file = folder / f"{players}-{number}-{name}.json"
        if file.exists():
            return BenchmarkResult.read(file)
        challenge = Challenge(
            agent=agent,
            entry=entry_hash(agent),
            track="ten-games",
            players=players,
            seed=TestSeed.chosen(number),
            quick=True,
            threads=1,
        )
        played = run_benchmark(challenge, file, cache=folder / "sets")
        print(f"{players} players, {agent}, seed {number}: {played.score}", flush=True)
        return played

    folder.mkdir(parents=True, exist_ok=True)
    fixed = max(FIXED, key=lambda agent: result(agent, VALIDATION_SEED).score.value)
    new = derived(seed, f"{players} players") >> 1
    return TableOfPlayers(players, fixed, result("detective", new), result(fixed, new))
