"""The mixed-team test with searching agents: its conclusion holds, and its numbers repeat."""

from __future__ import annotations

import numpy as np
import pytest

import tamaya as ty
from tamaya.reproduce import Result, experiment
from tamaya.reproduce.walton_rivers2017 import mixed_teams as test
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
    ("agent", "partner", "players"), [("is_mcts", "flawed", 3), ("predictor", "flawed", 2)]
)
def test_committed_numbers_repeat(agent: str, partner: str, players: int) -> None:
    """Two of the cheapest teams; the whole table takes minutes."""
    args = committed_args()
    ends = test.played(args, agent, partner, players)
    for measure, column in MEASURES.items():
        committed = RESULT.cell(measure, players, agent, partner)
        assert committed.ours == pytest.approx(float(np.mean(ends[column])), abs=1e-4)


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
