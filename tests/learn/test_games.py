"""The partners that a network learns with."""

from __future__ import annotations

import pytest
import torch

import tamaya as ty
from tamaya.learn import left_out, preset
from tamaya.learn.config import ALL_PARTNERS, Config
from tamaya.learn.games import named_partners, open_games


@pytest.mark.parametrize("name", ["tamaya", "learned"])
def test_a_name_of_an_agent_and_of_a_family_means_the_agent(name: str) -> None:
    assert named_partners([name]) == ([name], [1.0])


def test_all_agents_of_a_pool_share_the_weight_of_its_name() -> None:
    partners, weights = named_partners(["classics", "kagiya"])
    assert len(partners) == 9
    assert partners[-1] == "kagiya"
    assert weights == [1 / 8] * 8 + [1.0]


def test_training_can_begin_with_the_agent_tamaya() -> None:
    config = Config(games=4, partners=("tamaya",), learners="rotate", minibatches=1)
    games = open_games(config, torch.device("cpu"), threads=1)
    assert len(games.observation) == 4


@pytest.mark.parametrize(
    ("family", "beginning", "fewer"),
    [
        ("people", "human:", 4 + 7 + 2),
        ("cyclone", "cyclone:", 9),
        ("canaan2020-3", "elite:", 22),
        ("learned", "learned:", 3),
    ],
)
def test_a_family_that_is_left_out_plays_no_game(family: str, beginning: str, fewer: int) -> None:
    """With people, also seven of Cyclone's agents and two companions, which were made for them."""
    everyone, _ = named_partners(ALL_PARTNERS)
    config = preset("response").changed(left_out([family]) | {"games": 64, "minibatches": 1})
    partners, weights = named_partners(config.partners, config.left_out)
    assert len(partners) == len(weights) == len(everyone) - fewer
    assert not any(str(agent).startswith(beginning) for agent in map(ty.as_agent, partners))
    open_games(config, torch.device("cpu"), threads=1)


def test_a_family_that_does_not_exist_is_answered_with_those_that_do() -> None:
    with pytest.raises(ty.UnknownNameError, match="no family 'peple' .*people, conventions"):
        left_out(["peple"])


def test_nobody_is_left_to_play_with() -> None:
    with pytest.raises(ty.TamayaError, match="no partners in human without human:, companion"):
        named_partners(["human"], left_out(["people"])["left_out"])
