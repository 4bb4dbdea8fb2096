"""Bayes' rule, with numbers that can be worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tamaya as ty
from tamaya.features import Counters
from tamaya.meta import Mode, Normal, Schedule
from tamaya.meta.belief import Belief
from tamaya.meta.mode import (
    AS_WRITTEN,
    PUBLISHED,
    any_response,
    best_expected,
    best_to_likeliest,
    mode,
)
from tests.meta.people import canaan, made_up

HALF_HINTS = Counters(hints_with_token=5, turns_with_hint=10, plays=4, known_at_play=4)
"""communicativeness 0.5, information per play 0.5"""
TWO = made_up(
    [[10, 0], [0, 9]],
    {
        "communicativeness": [[0.5, 0.6], [0.5, 0.5]],
        "information_per_play": [[0.5, 0.5], [0.5, 0.5]],
    },
)


def test_a_feature_one_deviation_away_makes_a_hypothesis_less_likely_by_the_normal_law() -> None:
    belief = Belief(TWO, PUBLISHED, None)
    belief.see(HALF_HINTS)
    assert belief.update(response=0)
    other = math.exp(-0.5)
    assert belief.row.tolist() == pytest.approx([1 / (1 + other), other / (1 + other)])


def test_evidence_is_compared_with_what_the_response_in_play_expects() -> None:
    belief = Belief(TWO, PUBLISHED, None)
    belief.see(HALF_HINTS)
    belief.update(response=1)
    assert belief.row.tolist() == pytest.approx([0.5, 0.5])


def test_the_published_program_counts_all_evidence_again_at_every_update() -> None:
    """Two updates without new evidence have the effect of seeing the same evidence twice."""
    belief = Belief(TWO, PUBLISHED, None)
    belief.see(HALF_HINTS)
    belief.update(0)
    belief.update(0)
    other = math.exp(-1)
    assert belief.row[1] == pytest.approx(other / (1 + other))


def test_as_written_evidence_counts_once() -> None:
    belief = Belief(TWO, AS_WRITTEN, None)
    belief.see(HALF_HINTS)
    belief.update(0)
    once = belief.row.tolist()
    belief.update(0)
    assert belief.row.tolist() == once


def test_if_no_hypothesis_fits_the_prior_stays() -> None:
    nowhere = made_up([[1, 1]], {"communicativeness": [[30, 40]], "information_per_play": [[0, 0]]})
    belief = Belief(nowhere, PUBLISHED, [3, 1])
    belief.see(HALF_HINTS)
    assert not belief.update(0)
    assert belief.row.tolist() == [0.75, 0.25]


def test_a_partner_that_has_played_no_card_has_information_0_in_the_published_program() -> None:
    """Its other features count too; a hypothesis that never played (nan) fits no evidence."""
    known = made_up(
        [[1, 1, 1]],
        {
            "communicativeness": [[0.5, 0.5, 0.5]],
            "information_per_play": [[0.0, math.nan, 0.1]],
        },
    )
    silent = Counters(hints_with_token=1, turns_with_hint=2)
    belief = Belief(known, PUBLISHED, None)
    belief.see(silent)
    belief.update(0)
    assert belief.row[1] == 0
    assert belief.row[2] / belief.row[0] == pytest.approx(math.exp(-0.5))
    written = Belief(known, AS_WRITTEN, None)
    written.see(silent)
    written.update(0)
    assert written.row.tolist() == pytest.approx([1 / 3] * 3)


def test_nothing_seen_at_all_changes_nothing_as_written() -> None:
    belief = Belief(TWO, AS_WRITTEN, None)
    belief.see(Counters())
    assert belief.update(0)
    assert belief.row.tolist() == [0.5, 0.5]


def test_the_only_hypothesis_stays_certain() -> None:
    alone = made_up([[7]], {"communicativeness": [[0.9]], "information_per_play": [[0.1]]})
    for mode_used in (PUBLISHED, AS_WRITTEN):
        belief = Belief(alone, mode_used, None)
        belief.see(HALF_HINTS)
        belief.update(0)
        assert belief.row.tolist() == [1.0]
    agent = ty.MetaAgent(alone)
    ty.match(agent, "flawed", games=3)
    assert agent.beliefs["partner-1"].probabilities == (1.0,)


@given(
    hints=st.integers(0, 30),
    more=st.integers(0, 30),
    plays=st.integers(0, 20),
    games=st.integers(1, 12),
)
def test_probabilities_always_add_up_to_1(hints: int, more: int, plays: int, games: int) -> None:
    seen = Counters(
        hints_with_token=hints, turns_with_hint=hints + more, plays=plays, known_at_play=plays
    )
    for mode_used in (PUBLISHED, AS_WRITTEN):
        belief = Belief(canaan(), mode_used, None)
        for game in range(games):
            belief.see(seen)
            belief.update(game % len(canaan().responses))
        assert belief.row.sum() == pytest.approx(1)
        assert (belief.row >= 0).all()


def test_the_response_is_the_best_on_average_and_of_equals_the_first() -> None:
    assert best_expected(TWO, np.array([0.5, 0.5]), 0) == 0
    assert best_expected(TWO, np.array([0.4, 0.6]), 0) == 1
    tie = made_up([[2, 4], [4, 2], [3, 3]], {})
    assert best_expected(tie, np.array([0.5, 0.5]), 0) == 0


def test_the_response_to_the_likeliest_can_differ_from_the_best_on_average() -> None:
    safe = made_up([[10, 0, 0], [6, 6, 6]], {})
    belief = np.array([0.4, 0.3, 0.3])
    assert best_expected(safe, belief, 0) == 1
    assert best_to_likeliest(safe, belief, 0) == 0


def test_random_responses_follow_the_seed_and_reach_all_responses() -> None:
    drawn = [any_response(canaan(), np.ones(1), seed) for seed in range(400)]
    assert drawn == [any_response(canaan(), np.ones(1), seed) for seed in range(400)]
    assert set(drawn) == set(range(len(canaan().responses)))


def test_updates_are_due_after_so_many_games_or_turns() -> None:
    assert Schedule(games=2).is_due(2, 0)
    assert not Schedule(games=2).is_due(1, 99)
    assert Schedule(turns=5).is_due(0, 5)
    assert not Schedule().is_due(99, 99)


def test_bad_modes_priors_and_features_are_refused() -> None:
    with pytest.raises(ty.UnknownNameError, match="no mode 'best' of a meta-agent .*published"):
        mode("best")
    with pytest.raises(ty.TamayaError, match="not a prior"):
        Belief(TWO, PUBLISHED, [1, 2, 3])
    with pytest.raises(ty.UnknownNameError, match="no feature 'mood'"):
        Normal(features=("mood",))
    with pytest.raises(ty.TamayaError, match="deviation > 0"):
        Normal(deviation=0)
    with pytest.raises(ty.UnknownNameError, match="no feature 'misplay_rate' was measured"):
        Belief(TWO, Mode(name="x", likelihood=Normal(features=("misplay_rate",))), None).update(0)
