"""The partners that a network learns with."""

from __future__ import annotations

import pytest
import torch

from tamaya.learn.config import Config
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
