"""Self-play scores of a pool."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tamaya.arena import Backend
from tamaya.game import Seed, Setup, TamayaError
from tamaya.matchups import Pool
from tamaya.qd.metrics.games import Scores, Tell, over_decks, play_on_same_decks, quiet
from tamaya.stats import Estimate, estimate


@dataclass(frozen=True, eq=False)
class SelfPlay:
    """Scores of all agents of a pool, each with copies of itself, all on the same decks."""

    pool: Pool
    scores: Scores
    """[agents, decks]"""
    first_seed: Seed
    scoring: str

    @property
    def means(self) -> NDArray[np.float64]:
        """Mean score of each agent."""
        return np.asarray(self.scores.mean(axis=1, dtype=np.float64))

    @property
    def sems(self) -> NDArray[np.float64]:
        """Standard errors of these means."""
        return np.array([estimate(row).sem for row in self.scores])

    @property
    def best(self) -> tuple[str, Estimate]:
        """The agent with the highest mean. The highest of many means is somewhat too high."""
        place = int(self.means.argmax())
        return self.pool.names[place], estimate(self.scores[place])

    @property
    def coverage(self) -> int:
        """The number of niches whose agent scores above zero; without niches, of such agents."""
        elites = self.pool.elites
        scoring = [
            elite.niche or elite.name
            for elite, mean in zip(elites, self.means, strict=True)
            if mean > 0
        ]
        return len(set(scoring))

    @property
    def cells(self) -> int:
        """The number of cells of the map; 0 without a map."""
        return math.prod(self.pool.grid) if self.pool.grid else 0

    @property
    def mean_of_covered(self) -> Estimate:
        """Mean over agents that score above zero."""
        return over_decks(self.scores[self.means > 0])

    @property
    def mean_of_all_cells(self) -> Estimate | None:
        """Mean over all cells of the map, with 0 for empty cells; None without a map."""
        if not self.cells:
            return None
        mean, share = over_decks(self.scores), len(self.scores) / self.cells
        return Estimate(mean.mean * share, mean.sem * share, mean.games)

    @property
    def sd_of_agents(self) -> float:
        """Standard deviation of the agents' means."""
        return float(self.means.std(ddof=1)) if len(self.means) > 1 else math.nan

    @property
    def sd_of_games(self) -> float:
        """Mean standard deviation of the games of one agent."""
        if self.scores.shape[1] < 2:
            return math.nan
        return float(self.scores.std(axis=1, ddof=1, dtype=np.float64).mean())


def self_play(  # noqa: PLR0913
    pool: Pool,
    *,
    games: int = 1000,
    first_seed: Seed = 0,
    strict: bool = False,
    on: Backend | None = None,
    keep: Path | None = None,
    progress: Tell = quiet,
) -> SelfPlay:
    """Plays every agent of a pool with itself.

    :param games: games of each agent, on the seeds first_seed, first_seed + 1, ...
    :param keep: folder that caches finished games
    :raises TamayaError: for impossible numbers, or if an agent is not a plain rule list
    """
    check_games("games", games, first_seed)
    setup = Setup.parse(pool.setup)
    teams = np.repeat(np.arange(len(pool), dtype=np.int32)[:, None], setup.players, axis=1)
    scores = play_on_same_decks(
        pool.elites,
        teams,
        setup,
        games=games,
        first_seed=first_seed,
        strict=strict,
        on=on,
        keep=keep,
        progress=progress,
    )
    return SelfPlay(pool, scores, first_seed, scoring_of(strict))


def scoring_of(strict: bool) -> str:
    """The name of a scoring rule."""
    return "strict: 0 when bombed" if strict else "points kept"


def check_games(what: str, games: int, first_seed: Seed) -> None:
    """Checks a number of games and a first seed.

    :param what: name of the number of games, for the message
    :raises TamayaError: if one of them is out of range
    """
    if isinstance(games, bool) or not 1 <= games <= 1_000_000:
        raise TamayaError(f"{what} = {games} (expected 1 to 1,000,000)")
    if not 0 <= first_seed <= 2**64 - games:
        raise TamayaError(f"first_seed = {first_seed} (expected 0 to 2**64 - {games})")
