"""Runs work in threads and yields results as they finish."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from queue import SimpleQueue
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def in_threads(work: Callable[[T], R], items: Iterable[T], threads: int) -> Iterator[R]:
    """Does the work for every item and yields results in the order in which they are ready.

    Threads help where the work releases the GIL. Closing the iterator, as Ctrl-C does, waits only
    for what is being worked on. What `work` raises is raised here.
    """
    source, fetching, stopped = iter(items), threading.Lock(), threading.Event()
    results: SimpleQueue[R | BaseException | None] = SimpleQueue()

    def help_out() -> None:
        try:
            while not stopped.is_set():
                with fetching:
                    item = next(source)
                results.put(work(item))
        except StopIteration:
            results.put(None)
        except BaseException as error:
            results.put(error)

    helpers = [threading.Thread(target=help_out, daemon=True) for _ in range(threads)]
    for helper in helpers:
        helper.start()
    try:
        yield from _until_all_are_done(results, threads)
    finally:
        stopped.set()
        for helper in helpers:
            helper.join()


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
