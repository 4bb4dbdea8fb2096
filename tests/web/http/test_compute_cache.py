"""The cache of slow answers: each is computed once, in a thread, and the oldest are evicted."""

from __future__ import annotations

import asyncio
import threading

import pytest

from tamaya.web.http.compute_cache import ComputeCache


def test_who_asks_meanwhile_gets_the_same_answer() -> None:
    calls: list[int] = []
    go = threading.Event()

    def slow() -> int:
        calls.append(1)
        assert go.wait(120)
        return 7

    async def work() -> list[int]:
        memory = ComputeCache(4)
        both = [asyncio.create_task(memory.get("key", slow)) for _ in range(2)]
        await asyncio.sleep(0)
        go.set()  # never reached if the event loop itself computed the answer
        return [*await asyncio.gather(*both), await memory.get("key", slow)]

    assert asyncio.run(work()) == [7, 7, 7]
    assert len(calls) == 1


def test_errors_are_told_and_not_kept() -> None:
    calls: list[int] = []

    def sometimes() -> int:
        calls.append(1)
        if len(calls) == 1:
            raise ValueError("once")
        return 5

    async def work() -> int:
        memory = ComputeCache(4)
        with pytest.raises(ValueError, match="once"):
            await memory.get("key", sometimes)
        return await memory.get("key", sometimes)

    assert asyncio.run(work()) == 5


def test_what_was_asked_longest_ago_is_forgotten() -> None:
    calls: list[str] = []

    async def work() -> None:
        memory = ComputeCache(2)
        for key in ("a", "b", "a", "c", "a", "b"):
            await memory.get(key, lambda key=key: calls.append(key))  # type: ignore[misc]

    asyncio.run(work())
    assert calls == ["a", "b", "c", "b"]


def test_only_a_few_are_computed_side_by_side() -> None:
    running, most = 0, 0
    lock = threading.Lock()
    meet = threading.Barrier(2)

    def task() -> None:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        meet.wait(120)
        with lock:
            running -= 1

    async def work() -> None:
        memory = ComputeCache(10, at_once=2)
        await asyncio.gather(*(memory.get(key, task) for key in range(6)))

    asyncio.run(work())
    assert most == 2
