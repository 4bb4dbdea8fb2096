"""How many points searching gains, measured on common decks."""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks import search_strength
from numpy.typing import NDArray

import tamaya as ty
from tamaya.stats import paired_test
from tests.truth import ROOT

PARTNERS = ("iggi", "internal", "outer", "legal_random", "van_den_bergh", "flawed", "piers")


def scores(*agents: str, games: int) -> NDArray[np.float64]:
    return ty.match(*agents, games=games, first_seed=20_000).scores.astype(float)


@pytest.mark.exhaustive
@pytest.mark.parametrize("policy", ["piers", "iggi"])
def test_one_searcher_gains_half_a_point_and_two_a_whole_one(policy: str) -> None:
    """With 300 rollouts per move, which take a few milliseconds on one core."""
    search = f"mcs({policy}, iterations=300)"
    alone = scores(policy, policy, games=60)
    assert (scores(search, policy, games=60) - alone).mean() >= 0.5
    assert (scores(search, search, games=60) - alone).mean() >= 1.0


@pytest.mark.slow
def test_a_predictor_scores_more_than_plain_search_with_nearly_all_partners() -> None:
    gains = []
    for partner in PARTNERS:
        knowing = scores(f"predictor({partner}, published=yes, iterations=100)", partner, games=60)
        plain = scores("is_mcts(published=yes, iterations=100)", partner, games=60)
        gains.append((knowing, plain))
    tests = [paired_test(*pair) for pair in gains]
    assert sum(test.difference.mean > 0 and test.p < 0.01 for test in tests) >= 5
    knowing, plain = (np.mean(side, axis=0) for side in zip(*gains, strict=True))
    over_all = paired_test(knowing, plain)
    assert over_all.difference.mean > 0
    assert over_all.p < 0.01


@pytest.mark.slow
@pytest.mark.exhaustive
def test_a_predictor_that_must_find_out_scores_more_than_any_rule_agent() -> None:
    search = f"predictor({' | '.join(PARTNERS)}, iterations=200)"
    searching = np.mean([scores(search, partner, games=40) for partner in PARTNERS], axis=0)
    for name in ("piers", "iggi", "iggi2", "evolved:best_2019", "evolved:nyu_2"):
        rules = np.mean([scores(name, partner, games=40) for partner in PARTNERS], axis=0)
        test = paired_test(searching, rules)
        assert test.difference.mean > 0, name
        assert test.p < 0.01, name


def test_a_strict_search_bombs_less() -> None:
    """Only a search for points kept may take risks with the last life."""
    bold = ty.match("mcs(iggi, iterations=150)", "iggi", games=60)
    strict = ty.match("mcs(iggi, iterations=150, strict=yes)", "iggi", games=60)
    assert strict.histogram.bomb_rate < bold.histogram.bomb_rate


@pytest.mark.parametrize("name", ["`is_mcts(published=yes)` with `piers`", "two of `mcs(iggi)`"])
def test_the_documents_curve_is_what_is_played(name: str) -> None:
    """Checks the first column of the page's table, at 30 rollouts per move."""
    page = (ROOT / "docs" / "search.md").read_text()
    row = next(line for line in page.splitlines() if line.startswith(f"| {name} |"))
    measured = search_strength.entry(search_strength.TEAMS[name], search_strength.ITERATIONS[0])
    assert row.split("|")[2].strip() == measured
