"""Results of episodes with partners: scores, gains, learning curves, recognition."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tamaya.agents.seeds import NO_KEY
from tamaya.files import parquet
from tamaya.game import Seed, Setup, UnknownNameError
from tamaya.stats import Comparison, Estimate, estimate, paired_test, welch_test

if TYPE_CHECKING:
    import polars

_EARLY = 3
"""games after which partners should be known"""


@dataclass(frozen=True, eq=False, kw_only=True)
class Evaluation:
    """Several agents, each with every partner in several episodes of some games.

    Arrays are indexed [agent, partner, episode, game]. Episode e is played on the decks
    first_seed + e * games and on: the same for all partners and for all agents, so agents can be
    compared episode by episode.
    """

    agents: tuple[str, ...]
    partners: tuple[str, ...]
    setup: Setup
    first_seed: Seed
    scores: NDArray[np.uint8]
    """points of each game, kept when bombed"""
    bombed: NDArray[np.bool_]
    truth: NDArray[np.float64]
    """probability that the agent gave to the true partner when the game began; nan for agents that
    believe nothing, and for partners that are none of the hypotheses"""
    responses: NDArray[np.int16]
    """whom a meta-agent played like: place in its responses; -1 for other agents"""
    recognition: NDArray[np.float64]
    """[agent, partner, episode, games + 1]: before the first game and after each, the share of the
    likeliest hypotheses (mostly one) that are the partner or do what it does in 99 % of recorded
    positions; nan for agents that believe nothing, and for partners that nobody is like"""
    key: bytes = NO_KEY
    """hides the decks from agents written in Python; see `tamaya.agents.seeds`"""

    @property
    def episodes(self) -> int:
        """Episodes with each partner."""
        return int(self.scores.shape[2])

    @property
    def games(self) -> int:
        """Games of an episode."""
        return int(self.scores.shape[3])

    @property
    def seeds(self) -> tuple[Seed, Seed]:
        """The first and the last deck."""
        return self.first_seed, self.first_seed + self.episodes * self.games - 1

    def place(self, agent: str) -> int:
        """Where an agent stands in the arrays.

        :raises UnknownNameError: listing those that are there
        """
        if agent not in self.agents:
            raise UnknownNameError(f"no agent {agent!r} here (expected {', '.join(self.agents)})")
        return self.agents.index(agent)

    def by_episode(self, agent: str, *, strict: bool = False) -> NDArray[np.float64]:
        """Mean score of each episode over all partners and games."""
        points = self._points(strict)[self.place(agent)]
        means: NDArray[np.float64] = points.mean(axis=(0, 2), dtype=np.float64)
        return means

    def score(self, agent: str, *, strict: bool = False) -> Estimate:
        """Mean score; its error is that of the mean over episodes, which share no deck."""
        return estimate(self.by_episode(agent, strict=strict))

    def by_partner(self, agent: str, *, strict: bool = False) -> dict[str, Estimate]:
        """Mean score with each partner, over episodes."""
        points = self._points(strict)[self.place(agent)].mean(axis=2, dtype=np.float64)
        return {name: estimate(row) for name, row in zip(self.partners, points, strict=True)}

    def by_game(self, agent: str, *, strict: bool = False) -> tuple[Estimate, ...]:
        """The learning curve: mean score of the first game of an episode, the second, ..."""
        points = self._points(strict)[self.place(agent)].mean(axis=0, dtype=np.float64)
        return tuple(estimate(points[:, game]) for game in range(self.games))

    def identification(self, agent: str) -> tuple[Estimate, ...]:
        """Mean probability of the true partner at the beginning of each game of an episode.

        nan for agents that believe nothing; partners that are no hypothesis are left out.
        """
        truth = self.truth[self.place(agent)]
        known = truth[~np.isnan(truth).any(axis=(1, 2))]
        if not len(known):
            return (Estimate(np.nan, np.nan, 0),) * self.games
        means = known.mean(axis=0)
        return tuple(estimate(means[:, game]) for game in range(self.games))

    def recognized(self, agent: str) -> tuple[Estimate, ...]:
        """How often the likeliest hypothesis is the partner or plays like it.

        Before the first game, by chance, and after each game of an episode: one more than games.
        nan for agents that believe nothing; partners that are like no hypothesis are left out.
        """
        found = self.recognition[self.place(agent)]
        known = found[~np.isnan(found).any(axis=(1, 2))]
        if not len(known):
            return (Estimate(np.nan, np.nan, 0),) * (self.games + 1)
        means = known.mean(axis=0)
        return tuple(estimate(means[:, game]) for game in range(self.games + 1))

    def gain(self, agent: str, over: str, *, strict: bool = False) -> Comparison:
        """How much more an agent scores than another, episode by episode on the same decks."""
        ours, theirs = (self.by_episode(one, strict=strict) for one in (agent, over))
        return paired_test(ours, theirs, unit="episode")

    def welch(self, agent: str, over: str, *, strict: bool = False) -> Comparison:
        """The same as if their episodes were independent: the test of the paper."""
        ours, theirs = (self.by_episode(one, strict=strict) for one in (agent, over))
        return welch_test(ours, theirs, unit="episode")

    def regret(self, agent: str, to: str = "oracle", *, strict: bool = False) -> Estimate:
        """What an agent loses against one that knows its partners."""
        return self.gain(to, agent, strict=strict).difference

    def gains_by_game(self, agent: str, over: str, *, strict: bool = False) -> tuple[Estimate, ...]:
        """The gain in each game of an episode: where learning begins to pay."""
        points = self._points(strict).mean(axis=1, dtype=np.float64)
        apart = points[self.place(agent)] - points[self.place(over)]
        return tuple(estimate(apart[:, game]) for game in range(self.games))

    def _points(self, strict: bool) -> NDArray[np.uint8]:
        return np.where(self.bombed, np.uint8(0), self.scores) if strict else self.scores

    def to_polars(self) -> polars.DataFrame:
        """One line for each game.

        :raises TamayaError: if Polars is missing
        """
        pl = parquet.library()
        places = np.indices(self.scores.shape).reshape(4, -1)
        episodes, games = places[2].astype(np.uint64), places[3].astype(np.uint64)
        seeds = np.uint64(self.first_seed) + episodes * np.uint64(self.games) + games
        result: polars.DataFrame = pl.DataFrame(
            {
                "agent": np.array(self.agents)[places[0]].tolist(),
                "partner": np.array(self.partners)[places[1]].tolist(),
                "episode": places[2],
                "game": places[3] + 1,
                "seed": seeds,
                "score": self.scores.ravel(),
                "bombed": self.bombed.ravel(),
                "truth": self.truth.ravel(),
                "response": self.responses.ravel(),
                "recognized": self.recognition[..., 1:].ravel(),
            }
        )
        return result

    def write(self, path: str | Path) -> None:
        """Writes one line for each game into a Parquet file, and the key into its metadata.

        :raises TamayaError: if it cannot be written
        """
        parquet.write(Path(path), self.to_polars(), {"tamaya key": self.key.hex()})

    def plot(self, path: str | Path, *, strict: bool = False) -> None:
        """Draws the gains over the first agent, game by game, and how partners are recognized.

        :raises TamayaError: if the picture's kind is unknown or it cannot be written
        """
        from tamaya.meta.pictures import draw_learning  # noqa: PLC0415

        draw_learning(self, Path(path), strict=strict)

    def text(self, *, strict: bool = False) -> str:
        """A line for each agent, for people; gains are over the first one."""
        first = self.agents[0]
        scoring = "strict: 0 when bombed" if strict else "points kept"
        wide = max(map(len, self.agents))
        key = f", key {self.key.hex()}" if self.key else ""
        lines = [
            f"{len(self.partners)} partners, {self.episodes:,} episodes of {self.games} games, "
            f"seeds {self.seeds[0]}-{self.seeds[1]}{key}, {self.setup}, {scoring}"
        ]
        for agent in self.agents:
            line = f"{agent:<{wide}}  {self.score(agent, strict=strict)}"
            if agent != first:
                line += f"  gain {self.gain(agent, first, strict=strict)}"
            lines.append(line)
        return "\n".join([*lines, *self._recognitions()])

    @property
    def learners(self) -> tuple[str, ...]:
        """Agents that came to believe something, of partners they could recognize."""
        start, end = self.recognition[..., 0], self.recognition[..., -1]
        learned = ((start != end) & ~np.isnan(start)).any(axis=(1, 2))
        return tuple(name for name, did in zip(self.agents, learned, strict=True) if did)

    def _recognitions(self) -> list[str]:
        """Whom partners were known to, early in an episode and at its end."""
        found = {name: self.recognized(name) for name in self.learners}
        if not found:
            return []
        chance = 100 * next(iter(found.values()))[0].mean
        return [
            f"recognized after game {game}: "
            + ", ".join(f"{name} {100 * one[game].mean:.0f} %" for name, one in found.items())
            + f" (by chance {chance:.0f} %)"
            for game in dict.fromkeys((min(_EARLY, self.games), self.games))
        ]

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return (
            f"<Evaluation: {', '.join(self.agents)} with {len(self.partners)} partners, "
            f"{self.episodes} episodes of {self.games} games>"
        )
