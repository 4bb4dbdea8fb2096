"""Made-up partners: children of a pool's agents, and random rule lists."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import tamaya as ty
from tamaya.meta.relatives import widened
from tamaya.qd.metrics.similarity import ask
from tamaya.rules import rulebook

POOL = ty.pool("canaan2020-1")
FEW = replace(POOL, agents=POOL.agents[8:14])


def test_a_pool_keeps_its_agents_and_gets_others_that_act_differently() -> None:
    wide = widened(FEW, children=2, random=8)
    assert wide.elites[: len(FEW)] == FEW.elites
    made_up = wide.elites[len(FEW) :]
    assert all(not elite.niche for elite in made_up)
    children = [elite for elite in made_up if "child" in elite.name]
    lists = [elite for elite in made_up if "random" in elite.name]
    assert 0 < len(children) <= 2 * len(FEW)
    assert len(lists) == 8
    assert len({elite.genome for elite in wide.elites}) == len(wide)
    moves = ask(FEW, wide.elites, games=3).moves
    by_name = {elite.name: row for elite, row in zip(wide.elites, moves, strict=True)}
    for child in children:
        parent = by_name[child.name.split(" child ")[0]]
        assert 0 < (by_name[child.name] == parent).mean() <= 0.97
    similarities = [(moves[-i] == moves[-j]).mean() for i in range(1, 9) for j in range(1, i)]
    assert max(similarities) < 0.97


def test_rules_come_from_the_parents_rulebook_and_are_few() -> None:
    wide = widened(FEW, children=2, random=0)
    book = set(rulebook("published"))
    for child in wide.elites[len(FEW) :]:
        assert set(child.genome) <= book
        assert len(child.genome) == len(FEW.elites[0].genome)


def test_random_lists_score_well() -> None:
    wide = widened(FEW, children=0, random=5, rulebooks=["tamaya"])
    points = [
        ty.match(elite, elite.but(name="other"), games=100, setup=FEW.setup).score.mean
        for elite in wide.elites
    ]
    assert min(points[len(FEW) :]) > 0.6 * np.mean(points[: len(FEW)])


def test_equal_seeds_make_equal_partners_for_any_number_of_threads() -> None:
    first = widened(FEW, children=1, random=4, seed=3, threads=1)
    assert widened(FEW, children=1, random=4, seed=3, threads=2) == first
    assert widened(FEW, children=1, random=4, seed=4) != first


def test_games_for_more_players_have_relatives_too() -> None:
    wide = widened(replace(FEW, setup="competition players=4"), children=1, random=3)
    assert len(wide) > len(FEW) + 3


def test_impossible_numbers_are_named() -> None:
    with pytest.raises(ty.TamayaError, match="children = -1"):
        widened(FEW, children=-1)
    with pytest.raises(ty.UnknownNameError, match="nonsense"):
        widened(FEW, rulebooks=["nonsense"])
