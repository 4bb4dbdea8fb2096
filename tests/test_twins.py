"""Shipped pools without agents that make the same moves."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

import tamaya as ty
from tamaya.cli.app import app
from tamaya.matchups import is_pool, pool_choice
from tamaya.matchups.pool import shipped
from tamaya.matchups.twins import GAMES, find, twins
from tests.truth import ROOT


def test_a_distinct_pool_holds_each_way_to_play_once() -> None:
    pool = ty.pool("canaan2020-1-distinct")
    assert pool.name == "canaan2020-1-distinct"
    assert (len(pool), len(ty.pool("canaan2020-1"))) == (19, 22)
    setup = ty.Setup.parse(pool.setup)
    assert len(pool_choice.distinct(pool.elites, setup, games=GAMES)) == 19


def test_every_shipped_pool_has_a_distinct_version() -> None:
    assert set(twins()) == set(shipped())
    for name, left_out in twins().items():
        assert left_out <= set(ty.pool(name).names)
        assert len(ty.pool(f"{name}-distinct")) == len(ty.pool(name)) - len(left_out)


def test_commands_accept_distinct_pools_and_their_elites() -> None:
    assert is_pool("wide-5p-1-distinct")
    assert not is_pool("nothing-distinct")
    assert ty.match("elite:canaan2020-1-distinct#4,3", "elite:canaan2020-1#4,3", games=2).games == 2
    with pytest.raises(ty.UnknownNameError, match="no pool 'nothing-distinct'"):
        ty.pool("nothing-distinct")


def test_show_tells_how_many_agents_play_differently() -> None:
    shown = CliRunner().invoke(app, ["pool", "show", "canaan2020-1"]).output
    assert "19 of the 22 agents play differently; the pool canaan2020-1-distinct" in shown
    alone = CliRunner().invoke(app, ["pool", "show", "canaan2020-1-distinct"]).output
    assert "play differently" not in alone


@pytest.mark.slow
def test_the_list_of_twins_is_what_the_games_show() -> None:
    assert find() == (ROOT / "src/tamaya/pools/twins.toml").read_text()
