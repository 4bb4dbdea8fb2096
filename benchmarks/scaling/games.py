"""How the cost of games grows with players, rules, pool size and threads."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

import numpy as np

import tamaya as ty
from benchmarks.scaling.series import Series, cpu_seconds
from tamaya.arena import TeamRequest
from tamaya.features import COLUMNS
from tamaya.numbers import available_threads
from tamaya.rules import rulebook

_LISTS = 40
"""random rule lists of each length"""


def players() -> Series:
    """Games of Piers with 2 to 5 players."""
    games, points, shown = 4000, [], []
    for count in (2, 3, 4, 5):
        seats = ["piers"] * count
        turns = int(ty.match(*seats, games=500, threads=1).results["turns"].sum(dtype=int)) / 500
        spent = cpu_seconds(partial(ty.match, *seats, games=games, threads=1)) / games
        points.append((float(count), spent))
        per_turn = f"{1e6 * spent / turns:.2f} µs per turn of {turns:.0f}"
        shown.append(f"{1 / spent:,.0f} games/s, {1e6 * spent:.1f} µs per game, {per_turn}")
    explanation = (
        "Games of more players have fewer turns, since more cards are in hands when the deck is "
        "empty, and hands have four cards instead of five from four players on."
    )
    return Series("Players", "players", "Piers, one core", points, shown, explanation)


def rules() -> Series:
    """Games of random lists of our rulebook, by length."""
    games, points, shown = 100, [], []
    rng = np.random.default_rng(25)
    book = rulebook("tamaya")
    genes = rng.integers(len(book), size=(_LISTS, 16)).astype(np.uint16)
    for length in (1, 2, 4, 8, 16):
        request = TeamRequest(
            setup=ty.Setup.parse("standard"),
            rules=book,
            genes=np.ascontiguousarray(genes[:, :length]),
            teams=np.repeat(np.arange(_LISTS, dtype=np.int32)[:, None], 2, axis=1),
            first_seeds=np.zeros(_LISTS, np.uint64),
            games=games,
        )
        turns = request.play(threads=1).counters[:, :, COLUMNS.index("turns")].sum()
        spent = cpu_seconds(partial(request.play, threads=1)) / int(turns)
        points.append((float(length), spent))
        games_per_second = _LISTS * games / (spent * int(turns))
        shown.append(f"{1e6 * spent:.3f} µs per turn, {games_per_second:,.0f} games/s")
    explanation = (
        "A list stops at the first rule that applies, so many turns never reach its later rules. "
        f"The shorter lists are the beginnings of {_LISTS} random lists of 16 rules; if no rule "
        "applies, the agent moves at random."
    )
    title = "Rules in a list"
    return Series(title, "rules", "random lists of our rules, one core", points, shown, explanation)


def pools() -> tuple[Series, Series]:
    """Time and memory of match-up tables of all pairs, each in a process of its own."""
    times, memories, seconds_text, memory_text = [], [], [], []
    for size in (25, 50, 100, 200):
        command = [sys.executable, "-m", "benchmarks.scaling.games", str(size)]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        spent, before, peak = map(float, output.split())
        times.append((float(size), spent))
        seconds_text.append(f"{spent:.2f} s, {size * size * _PAIR_GAMES / spent:,.0f} games/s")
        memories.append((float(size), peak))
        memory_text.append(f"{peak:.0f} MB, of which {peak - before:.0f} MB for the table")
    return (
        Series(
            "Pool size: time",
            "agents",
            f"all pairs, {_PAIR_GAMES} games each, CPU seconds",
            times,
            seconds_text,
            "The number of pairs is the square of the number of agents.",
        ),
        Series(
            "Pool size: memory",
            "agents",
            "peak memory of the same tables",
            memories,
            memory_text,
            "A table keeps sums of each pair and no games. Python and NumPy need so much memory "
            "that small tables do not show.",
        ),
    )


_PAIR_GAMES = 10


def _table(size: int) -> None:
    """Plays one table; prints CPU seconds, and the peak memory before and after."""
    from benchmarks.pair_table import agents  # noqa: PLC0415

    pool = ty.Pool("scaling", tuple(agents(size)), "competition")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    spent = cpu_seconds(lambda: ty.matchups(pool, games=_PAIR_GAMES, threads=1), rounds=1)
    print(spent, before, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def threads() -> Series:
    """Wall-clock time of the same games by number of threads."""
    games, points, shown = 20_000, [], []
    counts = [count for count in (1, 2, 4, 8, 16) if count <= available_threads()]
    for count in counts:
        spent = _wall_seconds(partial(ty.match, "piers", "piers", games=games, threads=count))
        points.append((float(count), spent))
        shown.append(f"{games / spent:,.0f} games/s, {points[0][1] / spent:.2f} times one thread")
    explanation = (
        "Threads share nothing but the list of games, so -1 is ideal. This is wall-clock time, "
        "the best of fifteen rounds; other programs that run at the same time make it worse."
    )
    return Series("Threads", "threads", "Piers, wall-clock time", points, shown, explanation)


def _wall_seconds(work: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(15):
        started = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - started)
    return best


if __name__ == "__main__":
    _table(int(sys.argv[1]))
