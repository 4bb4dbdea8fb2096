"""The mixed-team test with searching agents: its conclusion holds, and its numbers repeat."""

from __future__ import annotations

import numpy as np
import pytest

import tamaya as ty
from tamaya.reproduce import Result, experiment
from tamaya.reproduce.walton_rivers2017 import mixed_teams as test
from tamaya.reproduce.walton_rivers2017 import one_second
from tamaya.reproduce.walton_rivers2017.one_among_copies import ALL, MEASURES, PARTNERS
from tests.truth import ROOT

NAME = "walton_rivers2017_mixed_teams"
RESULT = Result.from_json((ROOT / "docs" / "reproduction" / f"{NAME}.json").read_text())


def committed_args() -> test.SearchArgs:
    known = {**RESULT.args, "players": tuple(RESULT.args["players"])}  # type: ignore[arg-type]
    return test.SearchArgs(**known)  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_search_that_knows_its_partners_scores_more(players: int) -> None:
    gain = RESULT.cell(test.GAIN, players, f"{players} players", ALL)
    assert gain.agrees
    assert gain.ours > 3 * gain.sem


def test_with_two_players_it_scores_more_with_at_least_five_partners() -> None:
    gains = [RESULT.cell(test.GAIN, 2, "2 players", partner) for partner in PARTNERS]
    assert sum(gain.ours > 2.6 * gain.sem for gain in gains) >= 5  # p < 0.01


@pytest.mark.parametrize(
    ("agent", "partner", "players"),
    [
        ("mcs_flawed", "flawed", 4),
        ("predictor", "flawed", 5),
        pytest.param("is_mcts", "piers", 2, marks=pytest.mark.exhaustive),
    ],
)
def test_committed_numbers_repeat(agent: str, partner: str, players: int) -> None:
    """Two of the cheapest teams; the whole table takes an hour."""
    args = committed_args()
    ends = test.played(args, agent, partner, players)
    for measure, column in MEASURES.items():
        committed = RESULT.cell(measure, players, agent, partner)
        assert committed.ours == pytest.approx(float(np.mean(ends[column])), abs=1e-4)


def test_the_numbers_are_those_of_the_whole_test() -> None:
    assert committed_args() == experiment(NAME).scales["paper"]


def test_the_pages_agree_about_the_hours_of_the_paper() -> None:
    searches = [agent for agent in test.SEARCHES if agent != "our_predictor"]
    hours = [test.hours_at_one_second(RESULT, a, n) for a in searches for n in (2, 3, 4, 5)]
    assert round(sum(hours)) == one_second.HOURS


def test_a_predictor_knows_its_partners() -> None:
    assert (
        test.spec("predictor", "piers", 5)
        == "predictor(competition:piers, published=yes, iterations=5)"
    )
    assert test.spec("piers", "iggi", 5) == "competition:piers"


def test_only_experiments_with_searching_agents_have_a_budget() -> None:
    result = experiment(NAME).run("tiny", budget=1)
    assert result.args["budget"] == 1
    assert result.scale == "own"
    with pytest.raises(
        ty.TamayaError, match="budget = 5, but nothing searches in canaan2020_table1"
    ):
        experiment("canaan2020_table1").run("tiny", budget=5)
