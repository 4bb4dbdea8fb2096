"""Plays many games of one team on a range of seeds."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.agents import AgentLike
from tamaya.agents.seeds import NO_KEY
from tamaya.arena.play import play_to_end
from tamaya.arena.side_by_side import MOST_GAMES, SideBySide
from tamaya.arena.table import Table
from tamaya.arena.team import Team
from tamaya.features import COLUMNS, Counters, features
from tamaya.game import Seat, Seed, Setup, State, TamayaError
from tamaya.numbers import thread_count, whole_number
from tamaya.search.agent import out_of_memory
from tamaya.stats import Estimate, ScoreHistogram

ENDS = tuple(_core.ends())
"""names of the ways in which a game ends, by number"""
RESULT = np.dtype(
    {
        "names": [field.name for field in _core.result_fields()],
        "formats": [field.type for field in _core.result_fields()],
        "offsets": [field.offset for field in _core.result_fields()],
        "itemsize": _core.RESULT_BYTES,
    }
)
"""layout of a game's result, as the core writes it"""
_CHUNK_SECONDS = 0.2
_MAX_GAMES = 50_000_000


@dataclass(frozen=True, eq=False)
class Matchup:
    """Results of one team on seeds first_seed, first_seed + 1, ..."""

    agents: tuple[str, ...]
    """who played, by seat"""
    setup: Setup
    first_seed: Seed
    results: NDArray[np.void]
    """one row per game: score (points kept), lives, hints, turns, end, trace (hash of the moves)"""
    counters: NDArray[np.uint64]
    """counters of each seat over all games: [seats, counters], columns as in `Counters`"""
    game_counters: NDArray[np.uint64] | None = None
    """counters of each game, [games, seats, counters]; None unless requested"""
    lost: Mapping[Seed, str] = field(default_factory=dict)
    """why remote agents lost games, by seed; such games are forfeits with 0 points"""

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
        lost: NDArray[np.bool_] = self.results["end"] == ENDS.index("bombed")
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
        return int(np.count_nonzero(self.results["end"] == ENDS.index("forfeit")))

    def joined(self, others: Iterable[Matchup]) -> Matchup:
        """Joins this match-up with match-ups of the same team on the seeds that follow.

        :raises TamayaError: if the team or the seeds do not fit
        """
        parts, next_seed = [self], self.first_seed + self.games
        for matchup in others:
            same_team = (matchup.agents, matchup.setup) == (self.agents, self.setup)
            if not same_team or matchup.first_seed != next_seed:
                raise TamayaError(
                    f"cannot join games of {' and '.join(matchup.agents)} from seed "
                    f"{matchup.first_seed} (expected consecutive seeds of one team and set-up: "
                    f"{' and '.join(self.agents)} from seed {next_seed})"
                )
            parts.append(matchup)
            next_seed += matchup.games
        results = np.concatenate([part.results for part in parts])
        counters = np.stack([part.counters for part in parts]).sum(axis=0, dtype=np.uint64)
        by_game = [part.game_counters for part in parts if part.game_counters is not None]
        joined = np.concatenate(by_game) if len(by_game) == len(parts) else None
        lost = {seed: why for part in parts for seed, why in part.lost.items()}
        return Matchup(self.agents, self.setup, self.first_seed, results, counters, joined, lost)

    def counted(self, seat: Seat | None = None) -> Counters:
        """Counters of a seat over all games; of all seats together by default."""
        rows = self.counters if seat is None else self.counters[seat : seat + 1]
        return sum((Counters.of(row) for row in rows), Counters())

    def features(self, seat: Seat | None = None) -> dict[str, float]:
        """All behaviour features of a seat; of all seats together by default."""
        counted = self.counted(seat)
        return {feature.name: feature(counted) for feature in features()}

    def __eq__(self, other: object) -> bool:
        """Compares team, seeds and results."""
        return (
            isinstance(other, Matchup)
            and (self.agents, self.setup, self.first_seed)
            == (other.agents, other.setup, other.first_seed)
            and np.array_equal(self.results, other.results)
        )

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        last = self.first_seed + self.games - 1
        forfeits = f", {self.forfeits} forfeited" if self.forfeits else ""
        return (
            f"{' and '.join(self.agents)}: mean {self.score} sem (points kept), "
            f"strict {self.strict_score}, bombed {100 * self.histogram.bomb_rate:.1f} %{forfeits}, "
            f"{self.games:,} games, seeds {self.first_seed}-{last}, {self.setup}{self._losses}"
        )

    @property
    def _losses(self) -> str:
        return f"; lost: {next(iter(self.lost.values()))}" if self.lost else ""

    def __repr__(self) -> str:
        return f"<Matchup: {self}>"


def match(  # noqa: PLR0913
    *agents: AgentLike,
    games: int = 1000,
    first_seed: Seed = 0,
    setup: Setup | str | None = None,
    threads: int | None = None,
    count_each_game: bool = False,
    key: bytes = NO_KEY,
) -> Matchup:
    """Plays games on the seeds first_seed .. first_seed + games - 1.

    A seed gives every team the same deck, so results of different teams can be compared game by
    game. Results do not depend on the number of threads.

    :param agents: names, objects or classes, one for each seat
    :param setup: a `Setup`, or words like "competition" or "standard max_lives=1"; by default the
        set-up that the agents are made for
    :param threads: number of threads, by default one for each available core; teams with agents
        written in Python always use one thread
    :param count_each_game: keep the behaviour counters of every game, not only their sums
    :param key: hides the decks from agents written in Python; see `tamaya.agents.seeds`
    :raises TamayaError: if a number is out of range, or an agent fails as described in `play`
    """
    chunks = match_in_chunks(
        *agents,
        games=games,
        first_seed=first_seed,
        setup=setup,
        threads=threads,
        count_each_game=count_each_game,
        key=key,
    )
    return next(chunks).joined(chunks)


def match_in_chunks(  # noqa: PLR0913
    *agents: AgentLike,
    games: int = 1000,
    first_seed: Seed = 0,
    setup: Setup | str | None = None,
    threads: int | None = None,
    count_each_game: bool = False,
    key: bytes = NO_KEY,
) -> Iterator[Matchup]:
    """Plays like `match`, but yields the finished games several times a second."""
    games = whole_number("games", games, 1, _MAX_GAMES)
    first_seed = whole_number("first_seed", first_seed, 0, 2**64 - games)
    threads = thread_count(threads)
    team = Team.seat(agents, setup)
    if team.is_native or team.is_searching:
        return _chunks(team, games, first_seed, threads, count_each_game)
    if team.is_batched:
        return _batched_chunks(team, games, first_seed, count_each_game)
    return _python_chunks(Table(team, games, key=key), games, first_seed, count_each_game)


def _chunks(
    team: Team, games: int, first_seed: Seed, threads: int, each: bool
) -> Iterator[Matchup]:
    """Yields chunks that take about _CHUNK_SECONDS each, so that Ctrl-C takes effect soon."""
    play = play_native if team.is_native else play_searching
    least = 2 * threads if team.is_searching else 1  # keeps all threads busy
    start = 64 * threads if team.is_native else least
    yield from _sized(
        lambda seed, size: play(team, seed, size, threads, each), games, first_seed, start, least
    )


def _batched_chunks(team: Team, games: int, first_seed: Seed, each: bool) -> Iterator[Matchup]:
    """The same for teams with networks, which play up to MOST_GAMES games side by side."""
    for done in range(0, games, MOST_GAMES):
        size = min(MOST_GAMES, games - done)
        table = SideBySide(team, first_seed + done, size)
        table.play()
        results, counts = table.results(RESULT)
        sums = counts.sum(axis=0, dtype=np.uint64)
        chunk = Matchup(
            team.names, team.setup, first_seed + done, results, sums, counts if each else None
        )
        yield _checked(team, chunk)


def _python_chunks(table: Table, games: int, first_seed: Seed, each: bool) -> Iterator[Matchup]:
    """The same for teams with agents written in Python, whose games are one episode."""
    with table:
        yield from _sized(
            lambda seed, size: _python_chunk(table, seed, size, each), games, first_seed, 1, 1
        )


def _sized(
    play: Callable[[Seed, int], Matchup], games: int, first_seed: Seed, size: int, least: int
) -> Iterator[Matchup]:
    done = 0
    while done < games:
        size = min(size, games - done)
        started = time.perf_counter()
        chunk = play(first_seed + done, size)
        seconds = max(time.perf_counter() - started, 1e-6)
        yield chunk
        done += size
        size = max(least, int(size * min(4.0, _CHUNK_SECONDS / seconds)))


def play_native(
    team: Team, first_seed: Seed, size: int, threads: int = 1, each: bool = False
) -> Matchup:
    """Plays games of a native team in one call of the core, which Ctrl-C does not interrupt."""
    players = team.setup.players
    results = np.zeros(size, dtype=RESULT)
    rows = results.view(np.uint8).reshape(size, RESULT.itemsize)
    sums = np.zeros((players, len(COLUMNS)), np.uint64)
    by_game = np.zeros((size * players, len(COLUMNS)), np.uint64) if each else None
    _core.play_games(
        team.setup, _core.Policies(team.policies), first_seed, threads, rows, sums, by_game
    )
    shaped = None if by_game is None else by_game.reshape(size, players, len(COLUMNS))
    return _checked(team, Matchup(team.names, team.setup, first_seed, results, sums, shaped))


def play_searching(
    team: Team, first_seed: Seed, size: int, threads: int = 1, each: bool = False
) -> Matchup:
    """Plays games of searching and native agents in one call of the core."""
    results = np.zeros(size, dtype=RESULT)
    rows = results.view(np.uint8).reshape(size, RESULT.itemsize)
    by_game = np.zeros((size, team.setup.players, len(COLUMNS)), np.uint64)
    try:
        _core.play_search_games(team.setup, team.players, first_seed, threads, rows, by_game)
    except MemoryError:
        raise out_of_memory(" and ".join(team.names)) from None
    sums = by_game.sum(axis=0, dtype=np.uint64)
    matchup = Matchup(team.names, team.setup, first_seed, results, sums, by_game if each else None)
    return _checked(team, matchup)


def _checked(team: Team, chunk: Matchup) -> Matchup:
    if chunk.forfeits and team.setup.illegal == "raise":
        failed = int(np.flatnonzero(chunk.results["end"] == ENDS.index("forfeit"))[0])
        play_to_end(team, chunk.first_seed + failed)  # raises an error that names the agent
    return chunk


def _python_chunk(table: Table, first_seed: Seed, size: int, each: bool) -> Matchup:
    team = table.team
    results = np.zeros(size, dtype=RESULT)
    by_game = np.zeros((size, team.setup.players, len(COLUMNS)), np.uint64)
    lost: dict[Seed, str] = {}
    for i in range(size):
        final, why = table.play_or_lose(first_seed + i, by_game[i])
        results[i] = _row(final)
        if why:
            lost[first_seed + i] = why
            results[i]["score"], results[i]["end"] = 0, ENDS.index("forfeit")
    sums, by_game_if = by_game.sum(axis=0, dtype=np.uint64), by_game if each else None
    return Matchup(team.names, team.setup, first_seed, results, sums, by_game_if, lost)


def _row(final: State) -> tuple[int, ...]:
    end = ENDS.index(final.end)
    return final.score, final.lives, final.hints, final.turn, end, _core.trace(final)
