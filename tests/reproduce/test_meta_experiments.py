"""Results of meta-agents beyond the numbers of the paper."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import tamaya as ty
from tamaya.meta import meta_agent
from tamaya.reproduce import Result, experiment
from tamaya.reproduce.behaviour_maps import as_map
from tamaya.reproduce.canaan2020 import fig3
from tamaya.reproduce.canaan2020.fig3 import BELIEF, RECOGNIZED, TRUE_PARTNER
from tamaya.reproduce.canaan2020.populations import SETUP, SHIPPED
from tamaya.reproduce.canaan2020.table4 import GAIN, SCORE
from tamaya.reproduce.detective import two_adaptive
from tamaya.reproduce.detective.two_adaptive import PairEpisodes, meet
from tamaya.reproduce.experiment import EpisodeArgs
from tests.meta.people import canaan
from tests.truth import ROOT

FOLDER = ROOT / "docs" / "reproduction"
STRANGERS = ("strangers", "strangers_design")


def committed(name: str) -> Result:
    return Result.from_json((FOLDER / f"{name}.json").read_text())


def test_the_belief_of_figure_3_starts_even_and_ends_at_the_partner_or_its_double() -> None:
    result = committed("canaan2020_fig3")
    maps = [as_map(result, BELIEF.format(game)) for game in range(1, 7)]
    for belief in maps:
        assert np.nansum(belief) == pytest.approx(1, abs=22 * 0.5e-4)  # files have four decimals
    assert np.nanmin(maps[0]) == np.nanmax(maps[0])
    assert maps[-1][4, 1] > 10 / 22
    known = [result.cell("all episodes", 2, TRUE_PARTNER, str(game)).ours for game in range(1, 7)]
    assert known == sorted(known)
    assert result.cell("all episodes", 2, RECOGNIZED, "1").ours == pytest.approx(1 / 22, abs=1e-4)


@pytest.mark.parametrize("name", SHIPPED)
def test_our_pools_have_all_nine_scenarios_and_learning_pays_in_three(name: str) -> None:
    result = committed("canaan2020_table4_own")
    assert result.args["episodes"] == 200
    scores = {other: result.cell(SCORE, 2, f"{name}, adaptive", other).ours for other in SHIPPED}
    assert len(scores) == 3
    adaptive, oracle = (
        result.cell(GAIN, 2, f"{name}, {agent}", name) for agent in ("adaptive", "oracle")
    )
    assert adaptive.ours > 3 * adaptive.sem
    assert oracle.ours > adaptive.ours


def test_two_learners_with_different_experience_gain_over_generalists() -> None:
    """The page says so. Generalists never change their response."""
    result = committed("two_adaptive")
    for kind in ("published", "detective"):
        gain = result.cell("summary", 2, f"{kind}, different", "gain over generalists")
        assert gain.ours > 5 * gain.sem
    for table in two_adaptive.TABLES:
        assert result.cell("summary", 2, f"generalist, {table}", "changes between games").ours == 0
        first = [
            result.cell("score by game", 2, f"{kind}, {table}", "1").ours
            for kind in ("generalist", "published")
        ]
        assert first[0] == first[1], "a learner plays the first game as a generalist"


def test_back_and_forth_is_a_return_to_the_game_before_last() -> None:
    began = np.array([[[1, 5], [2, 5], [1, 5], [1, 6], [2, 7]]])
    met = PairEpisodes(np.zeros((1, 5)), began, np.zeros_like(began))
    assert met.changed[0, :, 0].tolist() == [True, True, False, True]
    assert met.back[0, :, 0].tolist() == [True, False, False]
    assert met.back[0, :, 1].tolist() == [False, False, False]


def test_episodes_of_two_agents_are_those_of_a_match() -> None:
    args = EpisodeArgs(episodes=2, games=3, first_seed=40)
    met = meet("published", (canaan(), canaan()), args)
    ours, theirs = (meta_agent(canaan(), "published") for _ in range(2))
    played = ty.match(ours, theirs, games=3, first_seed=43, setup=SETUP)
    assert met.scores[1].tolist() == played.scores.tolist()
    for seat, agent in enumerate((ours, theirs)):
        assert isinstance(agent, ty.MetaAgent)
        names = [canaan().responses.names[place] for place in met.began[1, :, seat]]
        assert names == [choice.response for choice in agent.choices]


@pytest.mark.parametrize("name", ["canaan2020_fig3", "two_adaptive"])
def test_committed_results_are_drawn(name: str, tmp_path: Path) -> None:
    result = committed(name)
    experiment(name).draw(result, tmp_path / "picture.png")
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")
    assert all(grid.markdown() for grid in experiment(name).grids(result))


def test_the_belief_in_an_empty_niche_is_nan_not_0() -> None:
    result = committed("canaan2020_fig3")
    assert np.isnan(as_map(result, BELIEF.format(1))[0, 4])
    header = fig3.grids(result)[0].header
    assert header == tuple(f"game {number}" for number in range(1, 7))


@pytest.mark.parametrize("name", STRANGERS)
def test_the_detective_gains_with_partners_of_every_pool(name: str) -> None:
    result = committed(name)
    assert result.args["episodes"] == 200
    cells = [
        cell for cell in result.cells if cell.row.endswith(", detective") and cell.measure == "gain"
    ]
    assert len(cells) == 9
    for cell in cells:  # every training pool with every pool of partners: p < 0.001
        assert cell.ours > 3.4 * cell.sem
    for place, least in (("the same pool", 0.0), ("another pool", 0.3)):
        gain = {c.column: c.ours for c in result.cells if (c.measure, c.row) == ("together", place)}
        assert gain["detective"] > gain["oracle"], "the Oracle has only the pool's responses"
        assert gain["detective"] >= least
    gain = {c.column: c.ours for c in result.cells if c.row == "the same pool"}
    assert gain["detective"] >= 0.8 * gain["grown oracle"]


@pytest.mark.parametrize("name", STRANGERS)
def test_the_detective_hardly_loses_with_families_outside_its_hypotheses(name: str) -> None:
    families = [cell for cell in committed(name).cells if cell.measure == "family"]
    assert len(families) == 24
    assert min(cell.ours for cell in families) >= -0.1
    assert sum(cell.ours for cell in families) / len(families) > 0


@pytest.mark.parametrize("name", STRANGERS)
def test_the_detective_hardly_loses_with_any_single_partner(name: str) -> None:
    worst = [cell for cell in committed(name).cells if cell.measure == "family, worst partner"]
    assert len(worst) == 24
    assert min(cell.ours for cell in worst) >= -0.1


@pytest.mark.parametrize("name", STRANGERS)
def test_the_detective_recognizes_its_partner_within_three_games(name: str) -> None:
    cells = committed(name).cells
    shares = [c for c in cells if (c.measure, c.column) == ("recognized", "3")]
    assert len(shares) == 3
    assert min(cell.ours for cell in shares) >= 0.8


def test_the_page_on_meta_agents_shows_the_committed_numbers() -> None:
    """The page has its own header for the table."""
    result = committed("strangers")
    table = experiment("strangers").grids(result)[0].markdown()
    assert "\n".join(table[4:-1]) in (ROOT / "docs" / "meta.md").read_text()
