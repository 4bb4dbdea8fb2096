"""MAP-Elites with small networks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tamaya import Setup, State, _core, play
from tamaya.errors import TamayaError
from tamaya.qd import NetworkMap, NetworkSettings, evolve_networks, network_map
from tamaya.qd.checkpoint import Lock

SMALL = NetworkSettings(candidates=24, batch=8, games=4, hidden=2)


def test_a_run_fills_cells_and_its_scores_never_fall(tmp_path: Path) -> None:
    best: list[float] = []
    run = evolve_networks(
        tmp_path / "run", SMALL, progress=lambda m: best.append(float(np.nanmax(m.scores)))
    )
    assert run.is_done
    assert len(run.filled) >= 2
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
    alone, two = (evolve_networks(tmp_path / str(n), SMALL, threads=n) for n in (1, 2))
    assert np.array_equal(alone.genomes, two.genomes)


def test_a_refused_run_leaves_the_folder_free(tmp_path: Path) -> None:
    with pytest.raises(TamayaError, match="no feature 'risk'"):
        evolve_networks(tmp_path / "run", replace(SMALL, features=("risk", "communicativeness")))
    assert not (tmp_path / "run").exists()


def test_a_folder_with_other_settings_is_refused(tmp_path: Path) -> None:
    evolve_networks(tmp_path, SMALL)
    with pytest.raises(TamayaError, match="other settings"):
        evolve_networks(tmp_path, replace(SMALL, games=5))


def test_a_folder_in_which_another_run_works_is_refused(tmp_path: Path) -> None:
    with Lock(tmp_path), pytest.raises(TamayaError, match="another process is running"):
        evolve_networks(tmp_path, SMALL)


def test_impossible_settings_are_refused() -> None:
    with pytest.raises(TamayaError, match="hidden = 65"):
        NetworkSettings(hidden=65)
    with pytest.raises(TamayaError, match="games = 0"):
        NetworkSettings(games=0)


def _closed_inputs(kind: int) -> list[int]:
    """Inputs of a kind of move whose weights do not evolve."""
    evolves = np.zeros(_core.PERSON_WEIGHTS, bool)
    evolves[network_map._open_weights(_core.PERSON_HIDDEN)] = True
    shape = _core.PERSON_KINDS, _core.PERSON_SCENE + _core.PERSON_MARKS, _core.PERSON_HIDDEN
    inward = evolves[: np.prod(shape)].reshape(shape)
    return [int(i) for i in np.flatnonzero(~inward[kind].any(axis=1)) - _core.PERSON_SCENE]


def test_evolution_leaves_out_the_inputs_that_mark_the_one_move_of_another_agent() -> None:
    closed = [_closed_inputs(kind) for kind in range(_core.PERSON_KINDS)]
    setup = Setup.parse("competition players=2")
    state = State.deal(seed=3, setup=setup)
    for move in play("piers", "piers", seed=3, setup=setup).transcript.moves:
        view = state.view(state.current)
        marks = np.zeros((_core.count_moves([view]), _core.PERSON_MARKS), np.float32)
        owners, ids = np.zeros((2, len(marks)), np.int32)
        scenes = np.zeros((1, _core.PERSON_SCENE), np.float32)
        _core.notice([view], scenes, marks, owners, ids)
        legal = [str(move).split()[0] for move in view.legal_moves()]
        kinds = [("discard", "play", "hint").index(word) for word in legal]
        for agent in range(2):
            marked = [row[closed[kind][agent]] for row, kind in zip(marks, kinds, strict=True)]
            assert sorted(marked) == [0] * (len(marked) - 1) + [1]
        state.apply(move)


def test_the_inputs_that_evolution_leaves_out_follow_the_names_of_the_fields(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    card, _, hint = network_map._INPUTS
    monkeypatch.setattr(network_map, "_INPUTS", (hint, hint, card))
    monkeypatch.setattr(network_map, "_open_weights", network_map._open_weights.__wrapped__)
    last = [sum(field.count for field in fields) - 1 for fields in (hint, hint, card)]
    assert [_closed_inputs(kind) for kind in range(3)] == [[n - 1, n] for n in last]
