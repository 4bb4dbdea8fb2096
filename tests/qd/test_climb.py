"""A climb finds rule lists that score well with given partners."""

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


def test_a_climb_finds_a_better_partner_than_it_starts_with() -> None:
    start = NativeAgent("start", Genome.parse("legal_random"))
    best = climb(["iggi"], SMALL, start=[start])[0]
    grown = NativeAgent("grown", best.genome)
    games = {"games": 400, "first_seed": 10**6}
    matchup = ty.match(grown, "iggi", **games)  # type: ignore[arg-type]
    assert matchup.score.mean > ty.match("legal_random", "iggi", **games).score.mean + 3  # type: ignore[arg-type]


def test_equal_settings_grow_equal_agents_and_other_seeds_others() -> None:
    once = climb(["iggi", "eger:full"], SMALL)
    assert once == climb(["iggi", "eger:full"], SMALL)
    assert once[0] != climb(["iggi", "eger:full"], dataclasses.replace(SMALL, seed=1))[0]


def test_survivors_are_different_lists_ranked_by_all_their_games() -> None:
    progress: list[Climbing] = []
    grown = climb(["iggi", "flawed"], SMALL, tell=progress.append)
    assert len({survivor.genome for survivor in grown}) == len(grown) == SMALL.survivors
    scores = [survivor.with_partners for survivor in grown]
    worth = [0.75 * sum(with_each) / 2 + 0.25 * min(with_each) for with_each in scores]
    assert worth == sorted(worth, reverse=True)
    assert [now.generation for now in progress] == [1, 2, 3, 4]
    assert progress[-1].best == grown[0]
    most_games = max(survivor.games for survivor in grown)
    assert most_games > SMALL.again, "no list survived a generation"


def test_lists_are_rated_by_their_gain_over_an_agent_and_losses_count_more() -> None:
    settings = dataclasses.replace(SMALL, worst=0.0, caution=5.0, generations=3)
    over = as_agent("outer")
    assert isinstance(over, NativeAgent)
    grown = climb(["iggi", "flawed", "piers"], settings, over=over)
    worth = []
    for survivor in grown:
        gains, games = np.array(survivor.with_partners), survivor.games
        shrunk = gains.mean() + (gains - gains.mean()) * games / (games + BELIEVED)
        worth.append(np.where(shrunk > 0, shrunk, 5 * shrunk).mean())
    assert worth == sorted(worth, reverse=True)
    only_the_start = Climb(generations=0, random=1, survivors=1, games=2, again=40, worst=0.0)
    start = NativeAgent("outer", over.genome)
    first_lists = {
        str(survivor.genome): survivor
        for survivor in climb(
            ["iggi"],
            dataclasses.replace(only_the_start, survivors=2, length=len(over.genome)),
            start=[start],
            over=over,
        )
    }
    gains_over_itself = first_lists[str(over.genome)].with_partners
    assert gains_over_itself == (0.0,), "the agent and its copy play the same decks"


def test_rules_of_several_books_mix() -> None:
    start = NativeAgent("theirs", chromosome([5, 8, 13]))
    settings = dataclasses.replace(SMALL, rulebooks=("published", "tamaya"), generations=2)
    grown = climb(["iggi"], settings, start=[start])
    rules = [rule for survivor in grown for rule in survivor.genome]
    books = {rule.name.startswith("published.") for rule in rules}
    assert books == {True, False}


def test_partners_fill_all_other_seats() -> None:
    settings = dataclasses.replace(SMALL, setup="standard players=4", generations=1)
    best = climb(["piers"], settings)[0]
    grown = NativeAgent("grown", best.genome)
    team = [grown, *(as_agent("piers") for _ in range(3))]
    matchup = ty.match(*team, games=200, first_seed=10**6, setup="standard players=4")
    # The score that selected it is somewhat too high, so the two are not equal.
    assert abs(matchup.score.mean - best.with_partners[0]) < 3


def test_impossible_settings_are_refused() -> None:
    with pytest.raises(ty.TamayaError, match="no partners"):
        climb([], SMALL)
    with pytest.raises(ty.TamayaError, match="'mcs:iggi' is not a native agent"):
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
