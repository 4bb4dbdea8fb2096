"""Results of episodes with partners: scores, gains, learning curves, recognition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
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

_FAILURES = 5
"""failures that the text lists"""
_EARLY = 3
"""number of games after which the text first reports recognition"""


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


@dataclass(frozen=True, eq=False, kw_only=True)
class Evaluation:
    """Results of several agents, each with every partner in several episodes of several games.

    Arrays are indexed [agent, partner, episode, game]. Episode e starts at the deck
    first_seed + e * games. All agents and partners play the same decks, so agents can be compared
    episode by episode.
    """

    agents: tuple[str, ...]
    partners: tuple[str, ...]
    setup: Setup
    first_seed: Seed
    scores: NDArray[np.uint8]
    """points of each game, kept when bombed"""
    bombed: NDArray[np.bool_]
    truth: NDArray[np.float64]
    """probability of the true partner at the start of each game; nan for agents without beliefs and
    for partners that are no hypothesis"""
    responses: NDArray[np.int16]
    """response of a meta-agent at the start of each game, as its place; -1 for other agents"""
    recognition: NDArray[np.float64]
    """[agent, partner, episode, games + 1]: before the first game and after each, the share of the
    likeliest hypotheses (usually one) that are the partner or make the same move in 99 % of
    recorded positions; nan for agents without beliefs and partners that resemble no hypothesis"""
    failures: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """why an agent and a partner lost games, by their names: the first reason. A failure ends an
    episode; its last games count as 0 points"""
    notes: tuple[str, ...] = ()
    """what the reader should know about the partners, such as one that was named twice"""
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
        """The index of an agent in the arrays.

        :raises UnknownNameError: if there is no such agent; the message lists all
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
        """Mean score. The error is computed over episodes, which share no deck."""
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
        """Mean probability of the true partner at the start of each game of an episode.

        It is nan for agents without beliefs. Partners that are no hypothesis are left out.
        """
        truth = self.truth[self.place(agent)]
        known = truth[~np.isnan(truth).any(axis=(1, 2))]
        if not len(known):
            return (Estimate(np.nan, np.nan, 0),) * self.games
        means = known.mean(axis=0)
        return tuple(estimate(means[:, game]) for game in range(self.games))

    def recognized(self, agent: str) -> tuple[Estimate, ...]:
        """How often the likeliest hypothesis is the partner or plays like it.

        The first number is that before the first game (chance), then one after each game. They are
        nan for agents without beliefs. Partners that resemble no hypothesis are left out.
        """
        recognition = self.recognition[self.place(agent)]
        known = recognition[~np.isnan(recognition).any(axis=(1, 2))]
        if not len(known):
            return (Estimate(np.nan, np.nan, 0),) * (self.games + 1)
        means = known.mean(axis=0)
        return tuple(estimate(means[:, game]) for game in range(self.games + 1))

    def gain(self, agent: str, over: str, *, strict: bool = False) -> Comparison:
        """The difference between two agents' scores, paired by episode."""
        ours, theirs = (self.by_episode(name, strict=strict) for name in (agent, over))
        return paired_test(ours, theirs, unit="episode")

    def welch(self, agent: str, over: str, *, strict: bool = False) -> Comparison:
        """The same difference with Welch's test for independent samples, as in Canaan et al."""
        ours, theirs = (self.by_episode(name, strict=strict) for name in (agent, over))
        return welch_test(ours, theirs, unit="episode")

    def regret(self, agent: str, to: str = "oracle", *, strict: bool = False) -> Estimate:
        """How much less an agent scores than one that knows its partners."""
        return self.gain(to, agent, strict=strict).difference

    def gains_by_game(self, agent: str, over: str, *, strict: bool = False) -> tuple[Estimate, ...]:
        """The gain in each game of an episode, which shows when learning begins to pay."""
        points = self._points(strict).mean(axis=1, dtype=np.float64)
        gains = points[self.place(agent)] - points[self.place(over)]
        return tuple(estimate(gains[:, game]) for game in range(self.games))

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

        :raises TamayaError: if the file cannot be written
        """
        parquet.write(Path(path), self.to_polars, {"tamaya key": self.key.hex()})

    def plot(self, path: str | Path, *, strict: bool = False) -> None:
        """Draws gains over the first agent and recognition of partners, game by game.

        :raises TamayaError: if the file type is unknown or the file cannot be written
        """
        from tamaya.meta.pictures import draw_learning  # noqa: PLC0415

        draw_learning(self, Path(path), strict=strict)

    @property
    def size(self) -> str:
        """The numbers of partners, episodes and games in words."""
        partners = _counted(len(self.partners), "partner")
        episodes = _counted(self.episodes, "episode")
        return f"{partners}, {episodes} of {_counted(self.games, 'game')}"

    def text(self, *, strict: bool = False) -> str:
        """One line for each agent. Gains are over the first agent."""
        first = self.agents[0]
        scoring = "strict: 0 when bombed" if strict else "points kept"
        wide = max(map(len, self.agents))
        key = f", key {self.key.hex()}" if self.key else ""
        lines = [
            f"{self.size}, seeds {self.seeds[0]}-{self.seeds[1]}{key}, {self.setup}, {scoring}"
            + (f", gains over {first}" if len(self.agents) > 1 else "")
        ]
        for agent in self.agents:
            line = f"{agent:<{wide}}  {self.score(agent, strict=strict)}"
            if agent != first:
                line += f"  gain {self.gain(agent, first, strict=strict)}"
            lines.append(line)
        notes = [f"note: {note}" for note in self.notes]
        return "\n".join([*lines, *self._recognitions(), *self._failure_lines(), *notes])

    def _failure_lines(self) -> list[str]:
        shown = list(self.failures.items())[:_FAILURES]
        lines = [
            f"fail: {agent} with {partner} (games count as 0 points): {why}"
            for (agent, partner), why in shown
        ]
        more = len(self.failures) - len(shown)
        return [*lines, f"fail: {more} more pairs"] if more else lines

    @property
    def learners(self) -> tuple[str, ...]:
        """Agents whose beliefs about recognizable partners changed."""
        start, end = self.recognition[..., 0], self.recognition[..., -1]
        learned = ((start != end) & ~np.isnan(start)).any(axis=(1, 2))
        return tuple(name for name, did in zip(self.agents, learned, strict=True) if did)

    def _recognitions(self) -> list[str]:
        """How often each learner recognized its partner, early in an episode and at its end."""
        curves = {name: self.recognized(name) for name in self.learners}
        if not curves:
            return []
        chance = 100 * next(iter(curves.values()))[0].mean
        return [
            f"recognized after game {game}: "
            + ", ".join(f"{name} {100 * curve[game].mean:.0f} %" for name, curve in curves.items())
            + f" (by chance {chance:.0f} %; {self._recognizable(tuple(curves))})"
            for game in dict.fromkeys((min(_EARLY, self.games), self.games))
        ]

    def _recognizable(self, learners: tuple[str, ...]) -> str:
        """How many partners play like a hypothesis of each learner."""
        unlike = np.isnan(self.recognition).any(axis=(2, 3)).astype(int)
        counts = [len(self.partners) - int(unlike[self.place(name)].sum()) for name in learners]
        alike = str(counts[0]) if len(set(counts)) == 1 else " or ".join(map(str, counts))
        return f"counts only partners that play like a hypothesis: {alike} of {len(self.partners)}"

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Evaluation: {', '.join(self.agents)} with {self.size}>"
