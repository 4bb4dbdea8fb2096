"""MAP-Elites with small networks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tamaya.errors import TamayaError
from tamaya.qd import NetworkMap, NetworkSettings, evolve_networks

SMALL = NetworkSettings(candidates=24, batch=8, games=4, hidden=2)


def test_a_run_fills_cells_and_its_scores_never_fall(tmp_path: Path) -> None:
    best: list[float] = []
    found = evolve_networks(
        tmp_path / "run", SMALL, progress=lambda m: best.append(float(np.nanmax(m.scores)))
    )
    assert found.is_done
    assert len(found.filled) >= 2
    assert best == sorted(best)
    assert len(best) == 3


def test_a_resumed_run_gives_the_elites_of_an_uninterrupted_one(tmp_path: Path) -> None:
    whole = evolve_networks(tmp_path / "whole", SMALL)

    class Stopped(Exception):
        pass

    def stop(_: NetworkMap) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        evolve_networks(tmp_path / "parts", SMALL, progress=stop)
    resumed = evolve_networks(tmp_path / "parts", SMALL)
    assert np.array_equal(resumed.genomes, whole.genomes)
    assert np.array_equal(resumed.scores, whole.scores, equal_nan=True)


def test_the_number_of_threads_does_not_matter(tmp_path: Path) -> None:
    one, two = (evolve_networks(tmp_path / str(n), SMALL, threads=n) for n in (1, 2))
    assert np.array_equal(one.genomes, two.genomes)


def test_a_folder_with_other_settings_is_refused(tmp_path: Path) -> None:
    evolve_networks(tmp_path, SMALL)
    with pytest.raises(TamayaError, match="other settings"):
        evolve_networks(tmp_path, replace(SMALL, games=5))


def test_impossible_settings_are_refused() -> None:
    with pytest.raises(TamayaError, match="hidden = 65"):
        NetworkSettings(hidden=65)
    with pytest.raises(TamayaError, match="games = 0"):
        NetworkSettings(games=0)
