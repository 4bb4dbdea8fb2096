"""Responses that are evolved for partners."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tamaya as ty
from tamaya.meta.growth import Growth, covering, groups, grow

POOL = ty.pool("canaan2020-1")
FEW = replace(POOL, agents=POOL.agents[4:12])


def test_the_first_response_is_the_generalist_and_others_add_what_it_lacks() -> None:
    scores = np.array([[9.0, 9.0, 0.0], [10.0, 0.0, 0.0], [0.0, 0.0, 5.0], [5.0, 5.0, 4.0]])
    assert covering(scores, 1) == (0,)
    assert covering(scores, 2) == (0, 2)
    assert covering(scores, 9) == (0, 2, 1), "responses that add nothing are left out"


def test_every_hypothesis_is_in_one_group() -> None:
    parts = groups(FEW, 3)
    assert 1 <= len(parts) <= 3
    members = [elite for group in parts for elite in group.elites]
    assert len(members) == len(FEW)
    assert set(members) == set(FEW.elites)
    assert all(group.setup == FEW.setup for group in parts)


@pytest.mark.exhaustive
def test_growing_again_gives_the_same_responses(tmp_path: Path) -> None:
    def grown(folder: Path) -> Growth:
        return grow(
            FEW,
            folder,
            most_groups=2,
            candidates=60,
            generations=1,
            children=1,
            random=3,
            joining=4,
            training_games=60,
            rulebooks=["published"],
            most=5,
        )

    first = grown(tmp_path / "a")
    assert 2 <= len(first.responses) <= 5
    trained = ty.Experience.train(FEW, games=60)
    best = trained.responses.elites[trained.responses.names.index(trained.generalist)]
    assert first.responses.elites[0].genome == best.genome, "the Generalist comes first"
    assert first.hypotheses.elites[: len(FEW)] == FEW.elites
    joined = first.hypotheses.elites[-4:]
    assert [elite.name.split(" ")[0] for elite in joined] == 2 * ["group-1-published"] + 2 * [
        "wide-group-1-published"
    ], "specialists of each run join"
    assert not any(elite.niche for elite in joined)
    both = ty.Experience.train(first.hypotheses, first.responses, games=4)
    assert both.reference == 0, "the reference is the pool's Generalist, not another hypothesis"
    again = grown(tmp_path / "a")
    assert again == first
    other = grown(tmp_path / "b")
    assert [e.genome for e in other.responses.elites] == [e.genome for e in first.responses.elites]
    assert ty.pool(tmp_path / "a" / "responses.json") == first.responses
    assert ty.pool(tmp_path / "a" / "hypotheses.json") == first.hypotheses
    for name in ("group-1", "wide-group-1"):
        run = tmp_path / "a" / f"{name}-published"
        settings = json.loads((run / "pool.json").read_text())["made"]["settings"]
        assert settings["objective"] == "mean"
        assert settings["partners"] == str(tmp_path / "a" / f"{name}.json")


@pytest.mark.exhaustive
def test_illegal_moves_of_published_rules_do_not_end_a_growth(tmp_path: Path) -> None:
    """A response from published rules chooses such a move in a set-up that does not allow it."""
    grown = grow(
        "tamaya-1",
        tmp_path / "grown",
        most_groups=1,
        candidates=20,
        generations=0,
        children=1,
        random=2,
        joining=2,
        training_games=2,
        most=2,
    )
    assert ty.pool("tamaya-1").setup == "standard"
    assert ty.Setup.parse(grown.hypotheses.setup) == ty.Setup.standard().replace(illegal="end")


def test_impossible_arguments_are_refused_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(ty.TamayaError, match="groups = 0"):
        grow(FEW, tmp_path, most_groups=0)
    with pytest.raises(ty.TamayaError, match="no rulebook"):
        grow(FEW, tmp_path, rulebooks=[])
    with pytest.raises(ty.UnknownNameError, match="nonsense"):
        grow(FEW, tmp_path, rulebooks=["nonsense"])
    with pytest.raises(ty.TamayaError, match="responses = 0"):
        grow(FEW, tmp_path, most=0)
    with pytest.raises(ty.TamayaError, match="joining = -1"):
        grow(FEW, tmp_path, joining=-1)
    with pytest.raises(ty.TamayaError, match="games = 0"):
        grow(FEW, tmp_path, training_games=0)
    assert not list(tmp_path.iterdir())
    (tmp_path / "file").write_text("")
    with pytest.raises(ty.TamayaError, match="cannot create"):
        grow(FEW, tmp_path / "file", candidates=10)


def test_a_folder_grown_for_one_pool_is_refused_for_another(tmp_path: Path) -> None:
    """Runs name their partners by a file, which growing for another pool would overwrite."""
    few: dict[str, Any] = {
        "most_groups": 1,
        "candidates": 20,
        "generations": 0,
        "children": 0,
        "random": 0,
        "joining": 0,
        "training_games": 10,
        "rulebooks": ["published"],
    }
    grow(FEW, tmp_path, **few)
    before = (tmp_path / "group-1.json").read_bytes()
    other = replace(POOL, agents=POOL.agents[12:20])
    with pytest.raises(ty.TamayaError, match="was grown for other partners: group-1.json differs"):
        grow(other, tmp_path, **few)
    assert (tmp_path / "group-1.json").read_bytes() == before
    same_names = replace(
        FEW, agents=tuple(elite.but(genome=FEW.elites[0].genome) for elite in FEW.elites)
    )
    with pytest.raises(ty.TamayaError, match="differs .changed: "):
        grow(same_names, tmp_path, **few)
