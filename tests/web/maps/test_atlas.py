"""Maps of pools: their data equals the pool's, and their scores equal those of the arena."""

from __future__ import annotations

import pytest

import tamaya as ty
from tamaya.agents import as_agent
from tamaya.web.maps.atlas import GAMES, Atlas


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return Atlas("tamaya-1", ty.pool("tamaya-1"))


def test_axes_come_from_the_pool() -> None:
    map_data = Atlas("wide-1", ty.pool("wide-1")).map()
    assert [axis.feature for axis in map_data.axes] == ["communicativeness", "risk_aversion"]
    assert [axis.cells for axis in map_data.axes] == [20, 20]
    assert map_data.size == 400
    edges = map_data.axes[0].edges
    assert edges is not None
    assert edges[:3] == pytest.approx([0, 0.05, 0.1])


def test_a_map_sends_the_words_of_features(atlas: Atlas) -> None:
    sent = atlas.map().words
    assert sent["communicativeness"].description.startswith("Share of turns with a hint token")
    assert sent["misplay_rate"].label == "misplay rate"
    cells = [detail.features for detail in atlas.map().cells]
    assert all(cell.keys() <= sent.keys() for cell in cells)


def test_cells_name_agents_that_can_be_seated(atlas: Atlas) -> None:
    map_data = atlas.map()
    assert len(map_data.cells) == len(ty.pool("tamaya-1"))
    for cell in map_data.cells:
        agent = as_agent(cell.agent)
        assert isinstance(agent, ty.Elite)
        assert list(agent.niche) == cell.niche


def test_a_cell_tells_who_decides(atlas: Atlas) -> None:
    detail = atlas.detail("2,2")
    assert sum(rule.share for rule in detail.rules) + detail.other_share == pytest.approx(1)
    assert {rule.dead for rule in detail.rules} == {True, False}
    assert all(rule.dead == (rule.decided == 0) for rule in detail.rules)
    assert sum(detail.histogram) == GAMES
    mean = sum(points * games for points, games in enumerate(detail.histogram)) / GAMES
    assert detail.cell.score is not None
    assert mean == pytest.approx(detail.cell.score.mean, abs=6 * (detail.cell.score.sem or 0))


def test_sample_games_score_what_is_said(atlas: Atlas) -> None:
    detail = atlas.detail("2,2")
    labels = {sample.label: sample for sample in detail.samples}
    for sample in detail.samples:
        game = ty.play(detail.cell.agent, detail.cell.agent, seed=sample.seed)
        assert (game.score, game.bombed) == (sample.score, sample.bombed)
    assert labels["worst"].score <= labels["typical"].score <= labels["best"].score


def test_comparison_names_what_both_have(atlas: Atlas) -> None:
    comparison = atlas.compare("2,2", "2,3")
    rules = [{use.rule for use in detail.rules} for detail in comparison.cells]
    assert set(comparison.shared) == rules[0] & rules[1]
    assert comparison.together.games == GAMES


def test_a_layer_is_played_with_the_partner(atlas: Atlas) -> None:
    layer = atlas.layer(as_agent("piers"))
    assert layer.scores.keys() == {cell.id for cell in atlas.map().cells}
    matchup = ty.match("piers", "elite:tamaya-1#2,2", games=layer.games, first_seed=3_000_000)
    assert layer.scores["2,2"].mean == pytest.approx(matchup.score.mean)


def test_slow_partners_are_refused(atlas: Atlas) -> None:
    with pytest.raises(ty.TamayaError, match="is_mcts"):
        atlas.layer(as_agent("is_mcts(iterations=10)"))


def test_known_agents_lie_where_they_behave(atlas: Atlas) -> None:
    points = {point.agent: point for point in atlas.points()}
    matchup = ty.match("piers", "piers", games=500, first_seed=3_000_000)
    assert points["piers"].at == pytest.approx(
        [matchup.features()["communicativeness"], matchup.features()["information_per_play"]]
    )


def test_empty_cells_are_refused_by_name(atlas: Atlas) -> None:
    with pytest.raises(ty.UnknownNameError, match="'4,9'"):
        atlas.detail("4,9")
