"""On a GPU, rows play the games that they play on a CPU. Needs a device: `pytest -m gpu`."""

from __future__ import annotations

import pytest
from benchmarks.vector_gpu import CHECKS, check

pytestmark = pytest.mark.gpu


@pytest.fixture(scope="module", autouse=True)
def device() -> None:
    """Skips the module where PyTorch finds no GPU."""
    torch = pytest.importorskip("torch")
    if not torch.cuda.is_available():
        pytest.skip("there is no GPU")


@pytest.mark.parametrize("name", CHECKS)
def test_the_gpu_plays_the_games_of_the_cpu(name: str) -> None:
    assert check(name, games=300, turns=100).startswith("equal")
