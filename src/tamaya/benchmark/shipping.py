"""Makes the shipped validation sets and their bounds.

`python -m tamaya.benchmark.shipping all 16` makes all of them with 16 processes, by default one for
each core; `python -m tamaya.benchmark.shipping people 2 quick` makes those of a track, a number of
players and a size, and with a fourth word `set` only the set. An interrupted call resumes. A set
that is already shipped is kept; delete its file to grow it again.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from multiprocessing import get_context
from typing import NamedTuple, TypeVar

from tamaya.arena import Threads
from tamaya.arena.backends import Workers
from tamaya.benchmark.bounds import bounds_name, find_bounds
from tamaya.benchmark.growing import grow_test_set
from tamaya.benchmark.protocol import FULL, QUICK, VALIDATION_SEED, track_named
from tamaya.benchmark.test_set import TestSet
from tamaya.benchmark.validation import FOLDER, set_file
from tamaya.files import write_whole
from tamaya.numbers import available_threads

T = TypeVar("T")
R = TypeVar("R")


class Kind(NamedTuple):
    """A validation set."""

    track: str
    players: int
    size: str

    @property
    def quick(self) -> bool:
        """Is it the smaller one of two sets?"""
        return self.size == QUICK.name


ALL = tuple(
    Kind(track, players, size)
    for size in (FULL.name, QUICK.name)
    for track in ("zero-shot", "people")
    for players in range(5, 1, -1)
)
"""all validation sets, those that take long first"""


class Processes:
    """Workers that are processes of this machine."""

    def __init__(self, pool: Executor) -> None:
        self._pool = pool

    def each(
        self, work: Callable[[T], R], items: Iterable[T], batch: int = 1
    ) -> Generator[R, None, None]:
        """Does the work for every item and yields results in the order in which they are ready."""
        for result in as_completed([self._pool.submit(work, item) for item in items]):
            yield result.result()


def grown(kind: Kind, threads: int | None = None) -> TestSet:
    """The set, grown or read from the package or the cache."""
    on = Threads(threads)
    return grow_test_set(VALIDATION_SEED, kind.players, quick=kind.quick, track=kind.track, on=on)


def write_set(kind: Kind, partners: TestSet) -> None:
    """Writes a set into the package."""
    FOLDER.mkdir(exist_ok=True)
    budget = QUICK if kind.quick else FULL
    partners.write(set_file(track_named(kind.track), kind.players, budget))
    print(f"{' '.join(map(str, kind))}: {len(partners.partners)} partners", flush=True)


def write_bounds(kind: Kind, partners: TestSet, on: Workers | None = None) -> None:
    """Finds the bounds of a set and writes them into the package."""
    started = time.monotonic()

    def tell(step: str, done: int, total: int) -> None:
        seconds = time.monotonic() - started
        print(f"{' '.join(map(str, kind))}: {done} of {total} bounds, {seconds:.0f} s", flush=True)

    bounds = find_bounds(partners, quick=kind.quick, tell=tell, on=on)
    text = "".join(bounds[partner.name].line() for partner in partners.partners)
    write_whole(FOLDER / bounds_name(partners, quick=kind.quick), text)


def ship_all(pool: Executor) -> None:
    """Writes all validation sets and their bounds into the package.

    Each set has a thread here, which waits for the pool, so that no core waits for the slowest
    bound of a set.
    """

    def ship(kind: Kind) -> None:
        partners = pool.submit(grown, kind, 1).result()
        write_set(kind, partners)
        write_bounds(kind, partners, Processes(pool))

    with ThreadPoolExecutor(len(ALL)) as waiting:
        try:
            list(waiting.map(ship, ALL))
        except BaseException:  # also Ctrl-C: what was not started is left
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def main(*words: str) -> None:
    """Makes the sets that the words name."""
    if words[0] == "all":
        count = int(words[1]) if len(words) > 1 else available_threads()
        with ProcessPoolExecutor(count, mp_context=get_context("spawn")) as pool:
            ship_all(pool)
        return
    kind = Kind(words[0], int(words[1]), words[2])
    partners = grown(kind)
    write_set(kind, partners)
    if "set" not in words:
        write_bounds(kind, partners)


if __name__ == "__main__":
    main(*sys.argv[1:])
