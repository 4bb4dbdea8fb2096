"""On a GPU, teams play the games that they play on a CPU. Needs a device: `pytest -m gpu`."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from benchmarks.gpu_games import request

from tamaya.arena import TeamGames, TeamRequest

pytestmark = pytest.mark.gpu


def on_gpu(work: TeamRequest) -> TeamGames:
    cupy = pytest.importorskip("cupy")
    if not cupy.cuda.is_available():
        pytest.skip("there is no GPU")
    from tamaya.arena.cuda_backend import CudaBackend

    return CudaBackend().play(work)


def check(work: TeamRequest) -> None:
    played, expected = on_gpu(work), work.play()
    np.testing.assert_array_equal(played.scores, expected.scores)
    np.testing.assert_array_equal(played.counters, expected.counters)
    np.testing.assert_array_equal(played.traces, expected.traces)


@pytest.mark.parametrize("name", ["piers", "canaan2020-1", "tamaya-1"])
def test_the_gpu_plays_the_games_of_the_cpu(name: str) -> None:
    check(request(name, 200_000))


def test_games_that_wrong_machine_code_broke() -> None:
    """Optimized code of NVRTC 13.0 read outside of its memory in this batch."""
    games = 9375
    work = request("canaan2020-1", 22_000)
    check(
        replace(
            work,
            others=[work.others[19]],
            teams=np.zeros((games, 2), np.int32),
            first_seeds=np.arange(46_875, 46_875 + games, dtype=np.uint64),
            games=1,
        )
    )
