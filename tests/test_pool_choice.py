"""Operations on pools: merge, filter, sample, compare and simplify."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

import tamaya as ty
from tamaya.agents import NativeAgent
from tamaya.matchups.conditions import feature_condition, niche_condition, score_condition
from tamaya.matchups.pool_choice import derived, distinct, merge, sample, select, spread
from tamaya.matchups.pool_difference import differences, hamming
from tamaya.matchups.traces import fires, traces
from tamaya.qd import simplify
from tamaya.rules import Genome
from tests.pools import elite, pool

SETUP = ty.Setup.parse("standard players=2")
CORNERS = pool(
    elite(0, 0, mean=1),
    elite(0, 4, mean=2),
    elite(1, 1, mean=3),
    elite(2, 2, mean=9),
    elite(4, 0, mean=4),
    elite(4, 4, mean=5),
)


def rule_agents(*names: str) -> list[NativeAgent]:
    agents = [ty.as_agent(name) for name in names]
    return [agent for agent in agents if isinstance(agent, NativeAgent)]


def names(elites: tuple[ty.Elite, ...]) -> list[str]:
    return [member.name for member in elites]


def test_a_merged_pool_has_all_agents_and_prefixes_names_that_clash() -> None:
    merged = merge([pool(elite(0, 0), elite(1, 1), name="a"), pool(elite(1, 1, mean=2), name="b")])
    assert merged.names == ("0,0", "a:1,1", "b:1,1")
    assert merged.grid == (5, 5)
    assert [member.niche for member in merged.elites] == [(0, 0), (1, 1), (1, 1)]
    assert merged.made["from"] == [
        {"name": name, "version": "0.1.0", "made": dict(pool().made)} for name in "ab"
    ]


def test_pools_of_one_name_are_numbered() -> None:
    assert merge([pool(elite(1, 1)), pool(elite(1, 1))]).names == ("mine:1,1", "mine-2:1,1")


def test_named_agents_can_be_merged_with_elites() -> None:
    merged = merge([pool(elite(1, 1)), ty.Pool("others", ("piers",), "standard")])
    assert merged.names == ("1,1", "piers")
    assert merged.elites[1].niche == ()
    assert merged.grid == (5, 5)


def test_pools_of_different_set_ups_are_merged_only_if_told_for_which() -> None:
    three = pool(elite(2, 2), name="three", setup="standard players=3")
    with pytest.raises(
        ty.TamayaError, match="'mine' is made for 'standard players=2', 'three' for .*players=3'"
    ):
        merge([pool(), three])
    merged = merge([pool(elite(1, 1)), three], setup="standard players=3")
    assert merged.setup == "standard players=3"
    assert [member.score is None for member in merged.elites] == [True, False]
    assert dict(merged.elites[0].features) == {}


def test_scores_of_another_rule_are_not_mixed() -> None:
    strict = replace(pool(elite(2, 2)), scoring="strict: 0 when bombed")
    merged = merge([pool(elite(1, 1)), strict])
    assert merged.scoring == "points kept"
    assert [member.score is None for member in merged.elites] == [False, True]


def test_different_maps_merge_into_none() -> None:
    merged = merge([pool(elite(1, 1), name="a"), replace(pool(elite(2, 2), name="b"), grid=(9, 9))])
    assert merged.names == ("a:1,1", "b:2,2")
    assert (merged.grid, merged.features) == ((), ())
    assert all(not member.niche and member.features for member in merged.elites)


def test_one_pool_is_nothing_to_merge() -> None:
    with pytest.raises(ty.TamayaError, match="1 pools to merge"):
        merge([pool()])


@pytest.mark.parametrize(
    ("niche", "kept"),
    [
        ("2,2", ["2,2"]),
        ("0-1,*", ["0,0", "0,4", "1,1"]),
        ("*, 4", ["0,4", "4,4"]),
        ("1-4,0-2", ["1,1", "2,2", "4,0"]),
    ],
)
def test_niches_choose_agents(niche: str, kept: list[str]) -> None:
    assert names(select(CORNERS, niche_condition(niche, CORNERS))) == kept


@pytest.mark.parametrize("niche", ["", "1", "1,2,3", "5,1", "3-1,*", "a,*", "1-,*", "-1,2"])
def test_a_wrong_niche_is_quoted(niche: str) -> None:
    with pytest.raises(
        ty.NotationError, match=rf"'{re.escape(niche)}' .expected places in 0-4,0-4"
    ):
        niche_condition(niche, CORNERS)


@pytest.mark.parametrize(
    ("feature", "kept"),
    [
        ("communicativeness>0.5", ["4,0", "4,4"]),
        ("communicativeness >= 0.5", ["2,2", "4,0", "4,4"]),
        ("information_per_play<.2", ["0,0", "4,0"]),
        ("information_per_play<=0.5", ["0,0", "1,1", "2,2", "4,0"]),
    ],
)
def test_features_choose_agents(feature: str, kept: list[str]) -> None:
    assert names(select(CORNERS, feature_condition(feature, CORNERS))) == kept


def test_nan_meets_no_condition() -> None:
    nothing = elite(1, 1).but(features={"risk_aversion": float("nan")})
    for text in ("risk_aversion>0", "risk_aversion<=1"):
        assert not feature_condition(text, pool(nothing))(nothing)


@pytest.mark.parametrize("text", ["", "communicativeness", "communicativeness=1", ">0.4", "a>b"])
def test_a_wrong_condition_is_quoted(text: str) -> None:
    with pytest.raises(ty.NotationError, match=f"not a condition: {text!r}"):
        feature_condition(text, CORNERS)


def test_a_feature_that_nobody_has_is_named_with_those_there_are() -> None:
    with pytest.raises(ty.UnknownNameError, match="no feature 'comm' .*: communicativeness, inf"):
        feature_condition("comm>0", CORNERS)


def test_scores_choose_agents_and_those_without_one_are_left_out() -> None:
    unknown = replace(CORNERS, agents=(*CORNERS.agents, elite(3, 3).but(score=None)))
    assert names(select(unknown, score_condition(3, None))) == ["1,1", "2,2", "4,0", "4,4"]
    assert names(select(unknown, score_condition(2, 3))) == ["0,4", "1,1"]
    with pytest.raises(ty.TamayaError, match="no agent of the pool 'mine' is left"):
        derived(unknown, select(unknown, score_condition(30, None)), {})


def test_of_agents_that_play_the_same_the_best_stays() -> None:
    safe = "play_safe > hint_playable(1) > discard_oldest > legal_random"
    longer = f"play_safe > {safe}"
    three = (
        elite(0, 0, rules=safe),
        elite(0, 1, rules=longer, mean=11),
        elite(0, 2, rules="unblock"),
    )
    assert names(distinct(three, SETUP, games=20)) == ["0,1", "0,2"]


def test_agents_that_differ_only_with_others_are_told_apart_by_them() -> None:
    """These agents never hint, so only other partners show how they react to hints."""
    two = (
        elite(0, 0, rules="play_randomly"),
        elite(0, 1, rules="play_hinted_only(0) > play_randomly"),
    )
    assert len(distinct(two, SETUP, games=30)) == 1
    assert len(distinct(two, SETUP, games=30, partners=rule_agents("piers"))) == 2


def test_samples_are_drawn_without_replacement_and_by_seed() -> None:
    drawn = {tuple(names(sample(CORNERS, 3, seed=seed))) for seed in range(40)}
    assert len(drawn) > 5
    assert all(len(set(names)) == 3 for names in drawn)
    assert sample(CORNERS, 3, seed=1) == sample(CORNERS, 3, seed=1)
    assert sample(CORNERS, 6) == CORNERS.elites
    with pytest.raises(ty.TamayaError, match="count = 7 .expected 1 to 6"):
        sample(CORNERS, 7)


def test_a_spread_sample_is_the_best_agent_and_then_far_corners() -> None:
    assert names(spread(CORNERS, 1)) == ["2,2"]
    assert names(spread(CORNERS, 3)) == ["2,2", "4,0", "4,4"]
    assert names(spread(CORNERS, 5)) == ["0,0", "0,4", "2,2", "4,0", "4,4"]
    with pytest.raises(ty.TamayaError, match="agent 'piers' .* has no niche"):
        spread(ty.pool(["piers"]), 1)


def test_pools_are_compared_niche_by_niche() -> None:
    other = elite(2, 3, mean=16.5, rules="play_safe > hint_playable(0) > discard_oldest")
    by_niche = {
        difference.niche: difference
        for difference in differences(pool(), pool(elite(0, 1), other, elite(1, 1)))
    }
    assert list(by_niche) == ["0,1", "2,3", "4,4", "1,1"]
    assert (by_niche["0,1"].distance, by_niche["2,3"].distance) == (0, 2)
    score = by_niche["2,3"].score
    assert score is not None
    assert score.mean == pytest.approx(1.0)
    assert score.sem == pytest.approx(0.25 * 2**0.5)
    assert by_niche["4,4"].theirs is None
    assert by_niche["1,1"].ours is None
    assert (by_niche["1,1"].score, by_niche["1,1"].distance) == (None, None)


def test_agents_that_niches_do_not_tell_apart_are_compared_by_name() -> None:
    twins = pool(elite(1, 1, name="a"), elite(1, 1, name="b"))
    assert [difference.niche for difference in differences(twins, pool(elite(1, 1, name="b")))] == [
        "a",
        "b",
    ]


def test_different_maps_cannot_be_compared() -> None:
    with pytest.raises(ty.TamayaError, match="pools of different maps: 'mine' has .* 5x5 cells"):
        differences(pool(), replace(pool(), grid=(6, 6)))


def test_distance_counts_places_that_only_one_list_has() -> None:
    short, long = Genome.parse("play_safe"), Genome.parse("unblock > play_safe > play_safe")
    assert hamming(short, long) == hamming(long, short) == 3


def test_traces_are_equal_exactly_where_moves_are() -> None:
    agents = rule_agents("piers", "iggi", "piers")
    hashes = traces(agents, SETUP, partners=rule_agents("iggi"), games=10)
    assert hashes.shape == (3, 3)
    assert hashes[0].tolist() == hashes[2].tolist()
    assert hashes[0, 0] != hashes[1, 0]
    assert hashes[1, 0] == hashes[1, 1] == hashes[1, 2]  # iggi with the partner iggi is self-play
    assert hashes[0, 1] != hashes[0, 2]  # seats matter


def test_fires_with_partners_count_only_the_agents_own_moves() -> None:
    (agent,) = rule_agents("piers")
    counted = fires(agent, SETUP, partners=rule_agents("iggi"), games=15, first_seed=2)
    turns = sum(
        ty.match(*pair, games=15, first_seed=2).counted(seat).turns
        for pair, seat in (
            (("piers", "piers"), None),
            (("piers", "iggi"), 0),
            (("iggi", "piers"), 1),
        )
    )
    assert counted.sum() == turns
    assert len(counted) == len(agent.genome) + 1


DEAD = "play_safe > play_safe > hint_playable(1) > discard_oldest > discard_newest > legal_random"


def test_rules_that_never_decide_are_dropped_and_every_move_stays() -> None:
    """A repeated rule never decides, nor does `discard_newest` after `discard_oldest`."""
    whole = Genome.parse(DEAD)
    short = simplify(whole, "standard", games=200)
    assert str(short) == "play_safe > hint_playable(1) > discard_oldest > legal_random"
    agents = [NativeAgent("x", genome) for genome in (whole, short)]
    rows = traces(agents, SETUP, games=300, first_seed=5000)
    assert rows[0].tolist() == rows[1].tolist()


def test_a_rule_that_lives_only_with_others_stays_if_they_are_named() -> None:
    genome = Genome.parse("play_hinted_only(0) > play_randomly")
    alone = simplify(genome, "standard", games=50)
    assert "play_hinted_only" not in str(alone)
    assert "play_hinted_only" in str(simplify(genome, "standard", games=50, partners=["piers"]))


def test_a_rule_that_draws_random_numbers_without_deciding_stays() -> None:
    """It never hints where the rule before it did not, but it draws a random partner."""
    genome = Genome.parse("hint_playable(0) > hint_playable_randomly > unblock > discard_randomly")
    (agent,) = [NativeAgent("x", genome)]
    assert fires(agent, SETUP, games=100)[1] == 0
    assert str(simplify(genome, SETUP, games=100)) == (
        "hint_playable(0) > hint_playable_randomly > discard_randomly"
    )


@pytest.mark.parametrize("seed", range(6))
def test_random_genomes_play_on_unchanged(seed: int) -> None:
    book = ty.rules.rulebook("published")
    genes = np.random.default_rng(seed).choice(len(book), 15)
    genome = Genome(tuple(book[gene] for gene in genes))
    setup = ty.Setup.parse("competition players=2")
    gives_up = seed % 2 == 0
    partners = rule_agents("competition:piers")
    short = simplify(genome, setup, gives_up=gives_up, games=60, partners=partners)
    assert 1 <= len(short) <= 15
    agents = [NativeAgent("x", rules, gives_up=gives_up) for rules in (genome, short)]
    rows = traces(agents, setup, partners=partners, games=60)
    assert rows[0].tolist() == rows[1].tolist()


def test_one_rule_stays_if_none_ever_decides() -> None:
    never = Genome.parse("hint_save_two > hint_save_two")
    assert len(simplify(never, "standard hand_size=1", games=5)) == 1


def test_impossible_simplifications_are_refused() -> None:
    with pytest.raises(ty.TamayaError, match="games = 0"):
        simplify(Genome.parse(DEAD), "standard", games=0)
    with pytest.raises(ty.TamayaError, match="'Python' is not a native agent"):
        simplify(Genome.parse(DEAD), "standard", partners=[Python])


class Python:
    def act(self, view: ty.View) -> ty.Move:
        return view.legal_moves()[0]
