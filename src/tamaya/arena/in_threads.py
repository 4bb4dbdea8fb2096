"""Runs work in threads and yields results as they finish."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from queue import SimpleQueue
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def in_threads(
    work: Callable[[T], R], items: Iterable[T], threads: int
) -> Generator[R, None, None]:
    """Does the work for every item and yields results in the order in which they are ready.

    Threads help if `work` releases the GIL. Closing the iterator, as Ctrl-C does, waits for the
    items in progress and starts no others. Errors of `work` are raised here.
    """
    source, fetching, stopped = iter(items), threading.Lock(), threading.Event()
    results: SimpleQueue[R | BaseException | None] = SimpleQueue()

    def process_items() -> None:
        try:
            while not stopped.is_set():
                with fetching:
                    item = next(source)
                results.put(work(item))
        except StopIteration:
            results.put(None)
        except BaseException as error:
            results.put(error)

    workers = _started(process_items, threads)
    try:
        if not workers:  # the system allows no thread at all, so this one does the work
            yield from map(work, source)
        yield from _until_all_are_done(results, len(workers))
    finally:
        stopped.set()
        for worker in workers:
            worker.join()


def _started(work: Callable[[], None], threads: int) -> list[threading.Thread]:
    """Starts up to `threads` threads, as many as the system allows."""
    workers: list[threading.Thread] = []
    for _ in range(threads):
        worker = threading.Thread(target=work, daemon=True)
        try:
            worker.start()
        except RuntimeError:  # no memory for its stack, or too many threads
            break
        workers.append(worker)
    return workers


def _until_all_are_done(
    results: SimpleQueue[R | BaseException | None], threads: int
) -> Iterator[R]:
    while threads:
        result = results.get()
        if result is None:
            threads -= 1
        elif isinstance(result, BaseException):
            raise result
        else:
            yield result
