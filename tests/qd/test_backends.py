"""Backends play the same games; losing a worker costs time, not results."""

from __future__ import annotations

import importlib.util
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tamaya as ty
from tamaya.arena import Backend, TeamGames, TeamRequest, Threads, backend, joined
from tamaya.rules import rulebook


def request(teams: int = 60, games: int = 20) -> TeamRequest:
    rng = np.random.default_rng(4)
    others = [ty.as_agent("competition:piers").policy]  # type: ignore[attr-defined]
    return TeamRequest(
        setup=ty.Setup.parse("competition"),
        rules=rulebook("published"),
        genes=rng.integers(105, size=(30, 15)).astype(np.uint16),
        others=others,
        teams=rng.integers(31, size=(teams, 2)).astype(np.int32),
        first_seeds=rng.integers(2**60, size=teams).astype(np.uint64),
        games=games,
    )


def equal(games: TeamGames, other: TeamGames) -> bool:
    return (
        np.array_equal(games.scores, other.scores)
        and np.array_equal(games.counters, other.counters)
        and np.array_equal(games.traces, other.traces)
    )


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_shards_play_the_same_games(size: int) -> None:
    whole = request()
    parts = [shard.play() for shard in whole.shards(size)]
    assert len(parts) == -(-60 // size)
    assert equal(joined(parts), whole.play())


def test_unknown_backends_are_named() -> None:
    with pytest.raises(ty.UnknownNameError, match="no backend 'gpu' .*threads, cuda, ray"):
        backend("gpu")


@pytest.mark.skipif(importlib.util.find_spec("cupy") is not None, reason="CuPy is installed")
def test_a_missing_extra_is_named() -> None:
    with pytest.raises(ty.TamayaError, match=r"pip install .*\[cuda\]'"):
        backend("cuda")


@pytest.fixture(scope="module")
def on_ray() -> Iterator[Backend]:
    if importlib.util.find_spec("ray") is None:
        if os.environ.get("CI"):
            pytest.fail("Ray is absent")
        pytest.skip("Ray is absent: pip install 'tamaya[cluster]'")
    ray = backend("ray")
    yield ray
    ray.close()


@pytest.mark.slow
def test_ray_grows_the_same_archive_as_threads(
    on_ray: Backend, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("runs")
    settings: dict[str, Any] = {
        "candidates": 600,
        "batch": 200,
        "games": 10,
        "rulebook": "published",
        "setup": "competition",
    }
    ty.evolve(folder / "ray", on=on_ray, **settings)
    ty.evolve(folder / "threads", on=Threads(), **settings)
    for name in ("archive.parquet", "pool.json"):
        ours = (folder / "ray" / name).read_bytes()
        assert ours.replace(b'"ray"', b'"threads"') == (folder / "threads" / name).read_bytes()


def playing_processes() -> list[int]:
    """Ids of the processes of Ray that are playing, which are named after their task."""
    names = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it has ended
            names.append((int(path.parent.name), path.read_bytes()))
    return [pid for pid, name in names if name.startswith(b"ray::_play")]


@pytest.mark.slow
@pytest.mark.exhaustive
def test_a_killed_worker_costs_time_and_no_results(on_ray: Backend) -> None:
    games = request(teams=100, games=4000)
    killed: list[int] = []

    def kill() -> None:
        deadline = time.monotonic() + 60
        while not killed and time.monotonic() < deadline:
            for pid in playing_processes():
                time.sleep(0.2)  # in the midst of its work
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)
                return
            time.sleep(0.05)

    killer = threading.Thread(target=kill)
    killer.start()
    played = on_ray.play(games)
    killer.join()
    assert killed
    assert equal(played, games.play())
