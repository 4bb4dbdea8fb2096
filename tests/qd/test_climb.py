"""Climbing: lists of rules that go well with given partners."""

from __future__ import annotations

import dataclasses

import pytest

import tamaya as ty
from tamaya.agents.native import NativeAgent
from tamaya.qd.climb import Climb, Climbing, climb
from tamaya.rules import Genome, chromosome

SMALL = Climb(generations=4, random=60, children=60, survivors=10, games=8, again=20)


def test_it_finds_better_company_than_it_starts_with() -> None:
    start = NativeAgent("start", Genome.parse("legal_random"))
    best = climb(["iggi"], SMALL, start=[start])[0]
    grown = NativeAgent("grown", best.genome)
    games = {"games": 400, "first_seed": 10**6}
    met = ty.match(grown, "iggi", **games)  # type: ignore[arg-type]
    assert met.score.mean > ty.match("legal_random", "iggi", **games).score.mean + 3  # type: ignore[arg-type]


def test_equal_settings_grow_equal_agents_and_other_seeds_others() -> None:
    once = climb(["iggi", "eger:full"], SMALL)
    assert once == climb(["iggi", "eger:full"], SMALL)
    assert once[0] != climb(["iggi", "eger:full"], dataclasses.replace(SMALL, seed=1))[0]


def test_survivors_are_different_lists_ranked_by_all_their_games() -> None:
    told: list[Climbing] = []
    grown = climb(["iggi", "flawed"], SMALL, tell=told.append)
    assert len({one.genome for one in grown}) == len(grown) == SMALL.survivors
    worth = [0.75 * sum(one.with_partners) / 2 + 0.25 * min(one.with_partners) for one in grown]
    assert worth == sorted(worth, reverse=True)
    assert [now.generation for now in told] == [1, 2, 3, 4]
    assert told[-1].best == grown[0]
    assert max(one.games for one in grown) > SMALL.again, "nobody survived a generation"


def test_impossible_wishes_are_named() -> None:
    with pytest.raises(ty.TamayaError, match="no partners"):
        climb([], SMALL)
    with pytest.raises(ty.TamayaError, match="'mcs:iggi' is no agent of the core"):
        climb(["mcs:iggi"], SMALL)
    with pytest.raises(ty.TamayaError, match="two players"):
        Climb(setup="standard players=3")
    with pytest.raises(ty.TamayaError, match="worst = 2"):
        Climb(worst=2)
    with pytest.raises(ty.TamayaError, match="children"):
        Climb(children=0)
    foreign = NativeAgent("theirs", chromosome([5]))
    with pytest.raises(ty.TamayaError, match="'theirs' has the rule"):
        climb(["iggi"], SMALL, start=[foreign])
