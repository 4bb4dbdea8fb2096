"""Maps as data: what a page shows is what the pool says and what games measure."""

from __future__ import annotations

import pytest

import tamaya as ty
from tamaya.agents import as_agent
from tamaya.web.maps.atlas import GAMES, Atlas


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return Atlas("tamaya-1", ty.pool("tamaya-1"))


def test_axes_come_from_the_pool() -> None:
    old = Atlas("wide-1", ty.pool("wide-1")).map()
    assert [axis.feature for axis in old.axes] == ["communicativeness", "risk_aversion"]
    assert [axis.cells for axis in old.axes] == [20, 20]
    assert old.size == 400
    edges = old.axes[0].edges
    assert edges is not None
    assert edges[:3] == pytest.approx([0, 0.05, 0.1])


def test_cells_name_agents_that_can_be_seated(atlas: Atlas) -> None:
    made = atlas.map()
    assert len(made.cells) == len(ty.pool("tamaya-1"))
    for cell in made.cells:
        agent = as_agent(cell.agent)
        assert isinstance(agent, ty.Elite)
        assert list(agent.niche) == cell.niche


def test_a_cell_tells_who_decides(atlas: Atlas) -> None:
    detail = atlas.detail("2,2")
    assert sum(one.share for one in detail.rules) + detail.other_share == pytest.approx(1)
    assert {one.dead for one in detail.rules} == {True, False}
    assert all(one.dead == (one.decided == 0) for one in detail.rules)
    assert sum(detail.histogram) == GAMES
    mean = sum(points * games for points, games in enumerate(detail.histogram)) / GAMES
    assert detail.cell.score is not None
    assert mean == pytest.approx(detail.cell.score.mean, abs=6 * (detail.cell.score.sem or 0))


def test_sample_games_score_what_is_said(atlas: Atlas) -> None:
    detail = atlas.detail("2,2")
    labels = {one.label: one for one in detail.samples}
    for one in detail.samples:
        game = ty.play(detail.cell.agent, detail.cell.agent, seed=one.seed)
        assert (game.score, game.bombed) == (one.score, one.bombed)
    assert labels["worst"].score <= labels["typical"].score <= labels["best"].score


def test_comparison_names_what_both_have(atlas: Atlas) -> None:
    both = atlas.compare("2,2", "2,3")
    rules = [{use.rule for use in detail.rules} for detail in both.cells]
    assert set(both.shared) == rules[0] & rules[1]
    assert both.together.games == GAMES


def test_a_layer_is_played_with_the_partner(atlas: Atlas) -> None:
    layer = atlas.layer(as_agent("piers"))
    assert layer.scores.keys() == {cell.id for cell in atlas.map().cells}
    played = ty.match("piers", "elite:tamaya-1#2,2", games=layer.games, first_seed=3_000_000)
    assert layer.scores["2,2"].mean == pytest.approx(played.score.mean)


def test_slow_partners_are_refused(atlas: Atlas) -> None:
    with pytest.raises(ty.TamayaError, match="is_mcts"):
        atlas.layer(as_agent("is_mcts(iterations=10)"))


def test_known_agents_lie_where_they_behave(atlas: Atlas) -> None:
    points = {one.agent: one for one in atlas.points()}
    played = ty.match("piers", "piers", games=500, first_seed=3_000_000)
    assert points["piers"].at == pytest.approx(
        [played.features()["communicativeness"], played.features()["information_per_play"]]
    )


def test_empty_cells_are_refused_by_name(atlas: Atlas) -> None:
    with pytest.raises(ty.UnknownNameError, match="'4,9'"):
        atlas.detail("4,9")
