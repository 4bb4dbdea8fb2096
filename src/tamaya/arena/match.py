"""Many games of one team on a range of seeds."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.agents import AgentLike
from tamaya.arena.play import play_to_end
from tamaya.arena.team import Team
from tamaya.game import Seed, Setup, State, TamayaError
from tamaya.stats import Estimate, ScoreHistogram

_ENDS = ("running", "bombed", "complete", "last_turn", "forfeit")
_RESULT = np.dtype(
    {
        "names": ["score", "lives", "hints", "turns", "end", "trace"],
        "formats": [np.uint8, np.uint8, np.uint8, np.uint8, np.uint8, np.uint64],
        "offsets": [0, 1, 2, 3, 4, 8],
        "itemsize": _core.RESULT_BYTES,
    }
)
_CHUNK_SECONDS = 0.2
_MAX_GAMES = 1_000_000_000


@dataclass(frozen=True)
class Matchup:
    """Results of one team on seeds first_seed, first_seed + 1, ..."""

    agents: tuple[str, ...]
    """who played, by seat"""
    setup: Setup
    first_seed: Seed
    results: NDArray[np.void]
    """one row a game: score (points kept), lives, hints, turns, end, trace (a hash of the moves)"""

    @property
    def games(self) -> int:
        """Games played."""
        return len(self.results)

    @property
    def scores(self) -> NDArray[np.uint8]:
        """Points of each game, kept when bombed."""
        return self.results["score"]

    @property
    def bombed(self) -> NDArray[np.bool_]:
        """Which games lost the last life."""
        lost: NDArray[np.bool_] = self.results["end"] == _ENDS.index("bombed")
        return lost

    @property
    def strict_scores(self) -> NDArray[np.uint8]:
        """Points of each game, 0 when bombed."""
        return np.where(self.bombed, np.uint8(0), self.scores)

    @property
    def histogram(self) -> ScoreHistogram:
        """Games by score."""
        return ScoreHistogram.of(self.scores, self.bombed, self.setup.max_score)

    @property
    def score(self) -> Estimate:
        """Mean score, points kept when bombed."""
        return self.histogram.score

    @property
    def strict_score(self) -> Estimate:
        """Mean score, 0 when bombed."""
        return self.histogram.strict_score

    @property
    def forfeits(self) -> int:
        """Games that an illegal move ended."""
        return int(np.count_nonzero(self.results["end"] == _ENDS.index("forfeit")))

    def joined(self, others: Iterable[Matchup]) -> Matchup:
        """This team's games together with those on the seeds that follow."""
        parts, next_seed = [self.results], self.first_seed + self.games
        for other in others:
            same_team = (other.agents, other.setup) == (self.agents, self.setup)
            if not same_team or other.first_seed != next_seed:
                raise TamayaError("only games of one team on adjoining seeds can be joined")
            parts.append(other.results)
            next_seed += other.games
        return Matchup(self.agents, self.setup, self.first_seed, np.concatenate(parts))

    def __str__(self) -> str:
        last = self.first_seed + self.games - 1
        forfeits = f", {self.forfeits} forfeited" if self.forfeits else ""
        return (
            f"{' and '.join(self.agents)}: mean {self.score} sem (points kept), "
            f"strict {self.strict_score}, bombed {100 * self.histogram.bomb_rate:.1f} %{forfeits}, "
            f"{self.games:,} games, seeds {self.first_seed}-{last}, {self.setup}"
        )

    def __repr__(self) -> str:
        return f"<Matchup: {self}>"


def match(
    *agents: AgentLike,
    games: int = 1000,
    first_seed: Seed = 0,
    setup: Setup | str = "standard",
    threads: int | None = None,
) -> Matchup:
    """Plays games on the seeds first_seed .. first_seed + games - 1.

    Equal seeds give equal decks to whoever plays, so results of different teams can be compared
    game by game. Results do not depend on the number of threads.

    :param agents: names, objects or classes, one for each seat
    :param threads: at most so many (default: all cores this process may use); teams with agents
        written in Python play in one
    :raises TamayaError: for impossible numbers; see `play` for what agents can do wrong
    """
    chunks = match_in_chunks(
        *agents, games=games, first_seed=first_seed, setup=setup, threads=threads
    )
    return next(chunks).joined(chunks)


def match_in_chunks(
    *agents: AgentLike,
    games: int = 1000,
    first_seed: Seed = 0,
    setup: Setup | str = "standard",
    threads: int | None = None,
) -> Iterator[Matchup]:
    """Plays as `match` does and hands over finished games several times a second."""
    if not 1 <= games <= _MAX_GAMES:
        raise TamayaError(f"games = {games} (expected 1 to {_MAX_GAMES:,})")
    if first_seed < 0 or first_seed + games > 2**64:
        raise TamayaError(f"first_seed = {first_seed} (expected 0 to 2**64 - games)")
    if threads is None:
        threads = len(os.sched_getaffinity(0))
    if threads < 1:
        raise TamayaError(f"threads = {threads} (expected 1 or more)")
    return _chunks(Team.seat(agents, setup), games, first_seed, threads)


def _chunks(team: Team, games: int, first_seed: Seed, threads: int) -> Iterator[Matchup]:
    """Yields chunks that take about _CHUNK_SECONDS each, so that Ctrl-C is heard soon."""
    team.begin_episode(games)
    done, size = 0, 1 if not team.is_native else 64 * threads
    while done < games:
        size = min(size, games - done)
        started = time.perf_counter()
        results = np.zeros(size, dtype=_RESULT)
        if team.is_native:
            rows = results.view(np.uint8).reshape(size, _RESULT.itemsize)
            _core.play_games(team.setup, list(team.names), first_seed + done, threads, rows)
        else:
            for i in range(size):
                results[i] = _row(play_to_end(team, first_seed + done + i))
        seconds = max(time.perf_counter() - started, 1e-6)
        yield Matchup(team.names, team.setup, first_seed + done, results)
        done += size
        size = max(1, int(size * min(4.0, _CHUNK_SECONDS / seconds)))
    team.end_episode()


def _row(final: State) -> tuple[int, ...]:
    end = _ENDS.index(final.end)
    return final.score, final.lives, final.hints, final.turn, end, _core.trace(final)
