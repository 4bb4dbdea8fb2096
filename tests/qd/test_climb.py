"""Climbing: lists of rules that go well with given partners."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import tamaya as ty
from tamaya.agents import as_agent
from tamaya.agents.native import NativeAgent
from tamaya.qd.climb import BELIEVED, Climb, Climbing, climb
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


def test_who_is_to_be_surpassed_is_the_measure_and_losses_count_more() -> None:
    how = dataclasses.replace(SMALL, worst=0.0, caution=5.0, generations=3)
    over = as_agent("outer")
    assert isinstance(over, NativeAgent)
    grown = climb(["iggi", "flawed", "piers"], how, over=over)
    worth = []
    for one in grown:
        gains = np.array(one.with_partners)
        believed = gains.mean() + (gains - gains.mean()) * one.games / (one.games + BELIEVED)
        worth.append(np.where(believed > 0, believed, 5 * believed).mean())
    assert worth == sorted(worth, reverse=True)
    same = Climb(generations=0, random=1, survivors=1, games=2, again=40, worst=0.0)
    start = NativeAgent("outer", over.genome)
    begun = {
        str(one.genome): one
        for one in climb(
            ["iggi"],
            dataclasses.replace(same, survivors=2, length=len(over.genome)),
            start=[start],
            over=over,
        )
    }
    assert begun[str(over.genome)].with_partners == (0.0,), "on the same decks it is its own equal"


def test_rules_of_several_books_mix() -> None:
    start = NativeAgent("theirs", chromosome([5, 8, 13]))
    how = dataclasses.replace(SMALL, rulebooks=("published", "tamaya"), generations=2)
    grown = climb(["iggi"], how, start=[start])
    books = {rule.name.startswith("published.") for one in grown for rule in one.genome}
    assert books == {True, False}


def test_partners_fill_all_other_seats() -> None:
    how = dataclasses.replace(SMALL, setup="standard players=4", generations=1)
    best = climb(["piers"], how)[0]
    grown = NativeAgent("grown", best.genome)
    team = [grown, *(as_agent("piers") for _ in range(3))]
    met = ty.match(*team, games=200, first_seed=10**6, setup="standard players=4")
    assert abs(met.score.mean - best.with_partners[0]) < 3, "chosen for its luck"


def test_impossible_wishes_are_named() -> None:
    with pytest.raises(ty.TamayaError, match="no partners"):
        climb([], SMALL)
    with pytest.raises(ty.TamayaError, match="'mcs:iggi' is no agent of the core"):
        climb(["mcs:iggi"], SMALL)
    with pytest.raises(ty.TamayaError, match="caution = 0.5"):
        Climb(caution=0.5)
    with pytest.raises(ty.TamayaError, match="worst = 2"):
        Climb(worst=2)
    with pytest.raises(ty.TamayaError, match="children"):
        Climb(children=0)
    foreign = NativeAgent("theirs", chromosome([5]))
    with pytest.raises(ty.TamayaError, match="'theirs' has the rule"):
        climb(["iggi"], SMALL, start=[foreign])
