"""The games that a network learns from, as PyTorch tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from tamaya.agents import AgentLike
from tamaya.game import TamayaError
from tamaya.learn.config import Config
from tamaya.matchups import is_pool, pool
from tamaya.vector import Vector


class Games(Protocol):
    """What training needs of `tamaya.vector.Vector`: tensors at fixed addresses, and moves.

    The first four describe the positions to act in next, the others the last move.
    """

    @property
    def observation(self) -> Tensor:
        """Of the seats to move, uint8 [games, size]."""

    @property
    def legal(self) -> Tensor:
        """1 for each legal action, uint8 [games, actions]."""

    @property
    def seat(self) -> Tensor:
        """The seat to move, int8 [games]."""

    @property
    def partner(self) -> Tensor:
        """The place of the partner among all partners, int32 [games]."""

    @property
    def game(self) -> Tensor:
        """Number of the game in its episode, int32 [games]."""

    @property
    def reward(self) -> Tensor:
        """Points of the move and of what partners did after it, float32 [games]."""

    @property
    def done(self) -> Tensor:
        """1 where that ended the game, uint8 [games]."""

    @property
    def final_score(self) -> Tensor:
        """Points of the game that ended, uint8 [games]."""

    @property
    def bombed(self) -> Tensor:
        """1 where the game that ended was lost by its last life, uint8 [games]."""

    @property
    def bit_size(self) -> int:
        """So many bytes of an observation are 0 or 1; the others are 0 to 255."""

    def reset(self) -> object:
        """Deals all games anew."""

    def step(self, actions: Tensor) -> object:
        """Makes one move in every game (int32); where a game ends, the next one is dealt."""

    def save(self) -> bytes:
        """All games as seeds and moves."""

    def load(self, saved: bytes) -> object:
        """Restores what `save` returned."""


def highest_values(games: Games) -> NDArray[np.uint8]:
    """The largest value of each byte of an observation."""
    highest = np.full(games.observation.shape[1], 255, np.uint8)
    highest[: games.bit_size] = 1
    return highest


def open_games(
    config: Config, device: torch.device, *, threads: int | None = None, seed: int | None = None
) -> Games:
    """The games of a config on a device; another seed deals other decks."""
    partners, weights = named_partners(config.partners)
    games: Games = Vector(
        config.games,
        config.game,
        learners=config.learners,
        partners=partners or None,
        weights=weights or None,
        episode=config.episode,
        permute_colors=config.permute_colors,
        observation=config.observation,
        seed=config.seed if seed is None else seed,
        device="cuda" if device.type == "cuda" else "cpu",
        threads=threads,
        bombed=config.bombed,
        arrays="torch",
    )
    games.reset()
    return games


def named_partners(names: Sequence[str]) -> tuple[list[AgentLike], list[float]]:
    """Agents behind names of pools and agents, and their weights: each name counts the same.

    :raises TamayaError: for a name of neither a pool nor an agent
    """
    partners: list[AgentLike] = []
    weights: list[float] = []
    for name in names:
        members: Sequence[AgentLike] = pool(name).agents if is_pool(name) else (name,)
        partners += members
        weights += [1 / len(members)] * len(members)
    return partners, weights


def chosen_device(name: str) -> torch.device:
    """`cuda`, `cpu`, or `auto`: the GPU where there is one.

    :raises TamayaError: for another name, or if there is no GPU
    """
    if name not in ("auto", "cpu", "cuda"):
        raise TamayaError(f"no device {name!r} (expected auto, cpu or cuda)")
    there = torch.cuda.is_available()
    if name == "cuda" and not there:
        raise TamayaError("no GPU: PyTorch finds no CUDA device (--device cpu trains small games)")
    return torch.device("cuda" if there and name != "cpu" else "cpu")
