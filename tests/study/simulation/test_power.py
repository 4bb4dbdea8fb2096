"""Power by simulation, held to textbook numbers, and what it says about bad plans."""

from __future__ import annotations

import gc
from pathlib import Path

import numpy as np
import pytest

from tamaya.errors import TamayaError, UnknownNameError
from tamaya.networks.agent import LearnedAgent
from tamaya.study import reading, templates
from tamaya.study.analysis.public_2017 import read_public
from tamaya.study.simulation import answers
from tamaya.study.simulation.games import Bank, play_bank
from tamaya.study.simulation.people import Participants, models
from tamaya.study.simulation.power import PowerArgs, _holm, power
from tamaya.study.study_file import StudyFile
from tests.study.analysis.made_up import planned
from tests.truth import truth

PLAIN = Participants(drop_out=0, deviation=0)


def normal_bank(difference: float) -> Bank:
    """Scores of two arms with deviation 2, without decks that matter."""
    quantiles = (np.arange(4000) + 0.5) / 4000
    from scipy.stats import norm

    scores = np.stack([11 + difference + 2 * norm.ppf(quantiles), 11 + 2 * norm.ppf(quantiles)])
    shaped = scores.reshape(2, 1, 1, 1, -1)
    return Bank(("one", "two"), ("piers", "iggi"), ("human:all",), np.ones(1), shaped, shaped)


def single_game(*changes: tuple[str, str]) -> StudyFile:
    return planned(
        ("count = 2", "count = 1"),
        ('after_each = ["eger2017_partner"]', ""),
        ('correlations = [["intention", "like"]]', ""),
        *changes,
    )


def test_the_textbook_needs_64_people_in_each_of_two_groups() -> None:
    """Cohen 1988: d = 0.5, power 0.8, alpha 0.05, two-sided."""
    args = PowerArgs(studies=4000, most=200, people=PLAIN)
    (result,) = power(single_game(), normal_bank(1.0), args).contrasts
    assert result.needed == pytest.approx(128, abs=6)
    assert result.needed_low <= result.needed <= result.needed_high  # type: ignore[operator]
    assert (result.difference, result.deviation) == pytest.approx((1, 2), abs=0.02)


def test_people_who_drop_out_must_be_recruited_too() -> None:
    args = PowerArgs(studies=4000, most=250, people=Participants(drop_out=0.25, deviation=0))
    (result,) = power(single_game(), normal_bank(1.0), args).contrasts
    assert result.needed == pytest.approx(128 / 0.75, abs=8)


def test_within_subjects_34_people_are_enough() -> None:
    """G*Power: paired test, d_z = 0.5, two-sided: 34 people. Two games with deviation 2 differ by
    2.83, so the arms are 1.414 points apart."""
    study = planned(
        ('design = "between"', 'design = "within"'),
        ('after_each = ["eger2017_partner"]', ""),
        ('correlations = [["intention", "like"]]', ""),
    )
    args = PowerArgs(studies=4000, most=80, people=PLAIN)
    (result,) = power(study, normal_bank(2**0.5), args).contrasts
    assert result.needed == pytest.approx(34, abs=2)


def test_without_a_difference_the_power_is_the_level_of_the_test() -> None:
    args = PowerArgs(studies=4000, most=100, people=PLAIN)
    (result,) = power(single_game(), normal_bank(0.0), args).contrasts
    assert result.power[-1] == pytest.approx(0.05, abs=0.012)
    assert result.needed is None


def test_holms_adjustment_is_that_of_statsmodels(monkeypatch: pytest.MonkeyPatch) -> None:
    from statsmodels.stats.multitest import multipletests

    # It collects garbage in every call, which takes 0.4 seconds in a process with all tests.
    monkeypatch.setattr(gc, "collect", lambda: 0)
    rng = np.random.default_rng(0)
    p = rng.random((4, 50)) ** 2
    theirs = np.stack([multipletests(column, method="holm")[1] for column in p.T], axis=1)
    assert _holm(p) == pytest.approx(theirs)


def test_games_and_studies_follow_from_the_seed() -> None:
    study = planned()
    bank = play_bank(study, games=20)
    again = play_bank(study, games=20)
    assert bank.scores.shape == (2, 3, 2, 1, 10)  # arms, models, decks, meetings, repeats
    assert (bank.scores == again.scores).all()
    args = PowerArgs(studies=50, most=60)
    assert power(study, bank, args) == power(study, again, args)
    other = power(study, bank, PowerArgs(studies=50, most=60, seed=1))
    assert other.means != power(study, bank, args).means
    outcomes = {result.outcome for result in other.contrasts}
    assert outcomes == {"score", "intention", "skill", "like"}


def test_repeated_games_on_a_deck_differ() -> None:
    bank = play_bank(planned(), games=40)
    assert len(set(bank.points[0, 0, 0, 0].tolist())) > 3


TIRED = """
class Tired:
    def begin_episode(self, episode):
        self.played, self.most = 0, episode.games
    def begin_game(self, view, seed=None):
        self.played += 1
        assert self.played <= self.most <= 2
    def act(self, view):
        moves = list(view.legal_moves())
        plays = [move for move in moves if move.kind == "play"]
        others = [move for move in moves if move.kind != "play"]
        return others[0] if self.played == 1 and others else plays[0]
"""
"""plays its cards blindly from the second game of an episode on"""


@pytest.mark.parametrize("remember", ["true", "false"])
def test_agents_remember_the_games_with_one_person_only(tmp_path: Path, remember: str) -> None:
    (tmp_path / "tired.py").write_text(TIRED)
    study = planned(
        ("reply_seconds = 0", f"reply_seconds = 0\nremember = {remember}"),
        ("[analysis]", '[analysis]\noutcome = "strict_score"'),
    )
    bank = play_bank(study, games=20, agents={"one": f"{tmp_path}/tired.py:Tired"})
    meetings = 2 if remember == "true" else 1
    assert bank.scores.shape == (2, 3, 2, meetings, 10 // meetings)
    assert bank.scores[0, :, :, 0].mean() > 0
    assert (bank.scores[0, :, :, 1:] == 0).all()


def test_networks_that_learn_remember_the_first_game(monkeypatch: pytest.MonkeyPatch) -> None:
    study = planned(("reply_seconds = 0", "reply_seconds = 0\nremember = true"))
    bank = play_bank(study, games=20, agents={"one": "learned:response"})
    monkeypatch.setattr(LearnedAgent, "learns", False)
    forgetful = play_bank(study, games=20, agents={"one": "learned:response"})
    assert (bank.points[:, :, :, 0] == forgetful.points[:, :, :, 0]).all()
    assert (bank.points[0, :, :, 1] != forgetful.points[0, :, :, 1]).any()


def test_within_subjects_all_arms_meet_all_decks() -> None:
    """The second deck is worth ten points more, with either arm."""
    study = planned(('design = "between"', 'design = "within"'))
    points = np.zeros((2, 1, 2, 1, 3))
    points[:, :, 1] = 10
    bank = Bank(("one", "two"), ("piers", "iggi"), ("human:all",), np.ones(1), points, points)
    result = power(study, bank, PowerArgs(studies=50, most=400, people=PLAIN))
    assert result.means["one"][0] == pytest.approx(5, abs=0.2)
    assert result.contrasts[0].difference == pytest.approx(0, abs=0.3)


def test_the_error_of_a_difference_comes_from_the_number_of_games() -> None:
    """Two models with shares 0.75 and 0.25, and 50 games each with deviations 2 and 4."""
    rng = np.random.default_rng(0)
    raw = rng.normal(size=(1, 2, 1, 1, 50))
    raw = (raw - raw.mean(-1, keepdims=True)) / raw.std(-1, ddof=1, keepdims=True)
    scores = raw * np.array([2, 4]).reshape(1, 2, 1, 1, 1)
    bank = Bank(("one",), ("piers",), ("a", "b"), np.array([0.75, 0.25]), scores, scores)
    assert bank.errors(scores) == pytest.approx([np.sqrt((1.5**2 + 1) / 50)])


def test_the_range_of_people_holds_the_error_of_the_difference() -> None:
    """4,000 games with deviation 2 in each arm: the difference of 1 has an error of 0.0447."""
    args = PowerArgs(studies=4000, most=250, people=PLAIN)
    (result,) = power(single_game(), normal_bank(1.0), args).contrasts
    assert result.difference_sem == pytest.approx(2 * (2 / 4000) ** 0.5, rel=0.01)
    assert result.needed_low == pytest.approx(128 / 1.0894**2, abs=7)
    assert result.needed_high == pytest.approx(128 / 0.9106**2, abs=9)


def test_models_of_people_have_their_shares_of_2017() -> None:
    assert models() == pytest.approx(
        {"human:cluster1": 57 / 153, "human:cluster2": 48 / 153, "human:cluster3": 48 / 153}
    )


def test_shipped_answers_are_those_of_the_public_data() -> None:
    assert answers.count(read_public(truth("HanabiData"))) == answers.shipped()


def test_answers_follow_their_distribution() -> None:
    rng = np.random.default_rng(4)
    drawn = answers.draw("like", "piers", np.full(20_000, 20.0), rng)
    counts = answers.shipped()[answers.ANY]["like"][3]
    expected = np.dot(counts, range(1, 6)) / sum(counts)
    assert drawn.mean() == pytest.approx(expected, abs=0.05)
    assert set(drawn.tolist()) == {1, 2, 3, 4, 5}


def test_bad_plans_are_refused_in_words() -> None:
    without = planned(('contrasts = [["one", "two"]]', ""))
    bank = normal_bank(1.0)
    with pytest.raises(TamayaError, match="study 'small' plans no contrasts"):
        power(without, bank, PowerArgs())
    with pytest.raises(TamayaError, match="drop-out 1.5 .expected a share"):
        Participants(drop_out=1.5)
    with pytest.raises(TamayaError, match="5 studies of 1200 people"):
        PowerArgs(studies=5)
    with pytest.raises(UnknownNameError, match="no arm 'three' .the arms are one, two"):
        play_bank(planned(), agents={"three": "piers"})
    trained = 'agent = "meta:detective"'
    adaptation = templates.template("adaptation").replace('agent = "detective"', trained)
    assert trained in adaptation
    served = reading.parse(adaptation.encode())
    with pytest.raises(TamayaError, match="which each server trains for itself: name an agent"):
        play_bank(served)
