"""Behaviour features, computed from the counters of a seat."""

from __future__ import annotations

import math

import pytest

import tamaya as ty
from tamaya.features import Counters, feature_names, features
from tamaya.game import UnknownNameError


def value(name: str, **counted: int) -> float:
    (feature,) = features(name)
    return feature(Counters(**counted))


CASES: list[tuple[str, dict[str, int], float]] = [
    ("communicativeness", {"hints_with_token": 3, "turns_with_hint": 4}, 0.75),
    ("information_per_play", {"known_at_play": 3, "plays": 2}, 0.75),
    ("explicit_information_per_play", {"hinted_at_play": 1, "plays": 2}, 0.25),
    ("risk_aversion", {"playability": 3 * 2**31, "plays": 2}, 0.75),
    ("misplay_rate", {"misplays": 1, "plays": 4}, 0.25),
    ("color_hint_share", {"color_hints": 1, "hints": 4}, 0.25),
    ("newest_play_share", {"newest_plays": 1, "plays": 4}, 0.25),
    ("oldest_play_share", {"oldest_plays": 1, "plays": 4}, 0.25),
    ("newest_discard_share", {"newest_discards": 1, "discards": 4}, 0.25),
    ("oldest_discard_share", {"oldest_discards": 3, "discards": 4}, 0.75),
    ("discard_when_hint_available", {"discards_with_hint": 1, "discards": 4}, 0.25),
]


@pytest.mark.parametrize(("name", "counted", "expected"), CASES)
def test_a_feature_is_the_share_it_says(
    name: str, counted: dict[str, int], expected: float
) -> None:
    assert value(name, **counted) == expected
    assert math.isnan(value(name))


def test_every_feature_has_a_case_above_and_a_sentence() -> None:
    assert sorted(name for name, _, _ in CASES) == feature_names()
    assert all(feature.description.endswith(".") for feature in features())


def test_an_unknown_feature_lists_near_ones() -> None:
    with pytest.raises(UnknownNameError, match="no feature 'risk'.*risk_aversion"):
        features("risk")


class Discarder(ty.Agent):
    """Hints while all tokens are there, otherwise discards the oldest card."""

    def act(self, view: ty.View) -> ty.Move:
        kinds = {move.kind: move for move in reversed(view.legal_moves())}
        return kinds.get("discard") or kinds.get("hint_rank") or view.legal_moves()[0]


def test_features_of_a_match_are_those_of_the_seats() -> None:
    matchup = ty.match(Discarder, "competition:flawed", games=20, setup="standard illegal=end")
    discarder, flawed = matchup.features(0), matchup.features(1)
    assert discarder["oldest_discard_share"] == 1.0
    assert math.isnan(discarder["misplay_rate"])
    assert flawed["misplay_rate"] > 0.3
    assert flawed["risk_aversion"] < 0.6


def test_a_play_of_a_card_that_must_fit_is_no_risk() -> None:
    safe = ty.match("competition:internal", "competition:internal", games=50, setup="competition")
    assert safe.features()["risk_aversion"] == pytest.approx(1.0)
    assert safe.features()["misplay_rate"] == 0.0


def test_discards_are_counted_as_the_transcript_shows_them() -> None:
    """Also those with one hint token left, which rule agents seldom make."""
    discards = with_token = with_one = 0
    agent = "discard_oldest > hint_playable > legal_random"
    match = ty.match(f"noisy(40, {agent})", "piers", games=30)
    for seed in range(30):
        transcript = ty.play(f"noisy(40, {agent})", "piers", seed=seed).transcript
        state = ty.State.deal(seed)
        for move in transcript.moves:
            if state.current == 0 and str(move).startswith("discard"):
                discards += 1
                with_token += state.hints > 0
                with_one += state.hints == 1
            state.apply(move)
    counted = match.counted(seat=0)
    assert (counted.discards, counted.discards_with_hint) == (discards, with_token)
    assert with_one > 0
