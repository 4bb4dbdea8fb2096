"""Small networks and their games on a CPU."""

from __future__ import annotations

import torch

from tamaya.learn.config import Config
from tamaya.learn.games import Games, highest_values, open_games
from tamaya.learn.network import Network, Shape


def untrained(config: Config) -> tuple[Games, Network]:
    """The games of a config, and a network with random weights."""
    games = open_games(config, torch.device("cpu"), threads=1)
    shape = Shape.of(config, games.observation.shape[1], games.legal.shape[1])
    torch.manual_seed(0)
    return games, Network(shape, highest_values(games))
