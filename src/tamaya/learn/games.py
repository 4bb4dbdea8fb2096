"""The games that a network learns from, as PyTorch tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from tamaya.agents import AgentLike, agent_names
from tamaya.game import TamayaError
from tamaya.learn.config import Config
from tamaya.matchups import is_pool, pool
from tamaya.vector import Vector


class Games(Protocol):
    """The part of `tamaya.vector.Vector` that training uses.

    The first five tensors describe the current positions, the others the result of the last move.
    """

    @property
    def observation(self) -> Tensor:
        """Observations of the seats to move, uint8 [games, size]."""

    @property
    def legal(self) -> Tensor:
        """1 for each legal action, uint8 [games, actions]."""

    @property
    def seat(self) -> Tensor:
        """The seat to move, int8 [games]."""

    @property
    def partner(self) -> Tensor:
        """Index of the partner among all partners, int32 [games]."""

    @property
    def game(self) -> Tensor:
        """Number of the game in its episode, int32 [games]."""

    @property
    def reward(self) -> Tensor:
        """Points of the move and of the partners' moves after it, float32 [games]."""

    @property
    def done(self) -> Tensor:
        """1 if the game ended, uint8 [games]."""

    @property
    def final_score(self) -> Tensor:
        """Points of the game that ended, uint8 [games]."""

    @property
    def bombed(self) -> Tensor:
        """1 if the game that ended lost its last life, uint8 [games]."""

    @property
    def bit_size(self) -> int:
        """Number of leading bytes of an observation that are 0 or 1; the others are 0 to 255."""

    def reset(self) -> object:
        """Deals new games."""

    def step(self, actions: Tensor) -> object:
        """Makes one move (int32) in every game; deals the next game where one ends."""

    def save(self) -> bytes:
        """Serializes all games."""

    def load(self, saved: bytes) -> object:
        """Restores games that `save` returned."""


def highest_values(games: Games) -> NDArray[np.uint8]:
    """The largest value of each byte of an observation."""
    highest = np.full(games.observation.shape[1], 255, np.uint8)
    highest[: games.bit_size] = 1
    return highest


def open_games(
    config: Config, device: torch.device, *, threads: int | None = None, seed: int | None = None
) -> Games:
    """Creates the games of a config on a device.

    :param seed: seed of the decks, if not that of the config
    """
    partners, weights = named_partners(config.partners, config.left_out)
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


def named_partners(
    names: Sequence[str], left_out: Sequence[str] = ()
) -> tuple[list[AgentLike], list[float]]:
    """The agents of named pools and agents, and their weights; each name has the same weight.

    A name of both, like `tamaya`, means the agent.

    :param left_out: beginnings of names of agents that are left out
    :raises TamayaError: if a name is neither a pool nor an agent, or all agents are left out
    """
    partners: list[AgentLike] = []
    weights: list[float] = []
    for name in names:
        is_agent = name in agent_names() or not is_pool(name)
        members = {name: name} if is_agent else _members(name)
        kept = [agent for word, agent in members.items() if not word.startswith(tuple(left_out))]
        partners += kept
        weights += [1 / len(kept) for _ in kept]
    if names and not partners:
        raise TamayaError(
            f"no partners in {', '.join(names)} without {', '.join(left_out)} (expected an agent "
            "whose name begins otherwise)"
        )
    return partners, weights


def _members(name: str) -> dict[str, AgentLike]:
    """The agents of a pool by the names under which every command accepts them."""
    members = pool(name)
    known = agent_names()
    words = (member if member in known else f"elite:{name}#{member}" for member in members.names)
    return dict(zip(words, members.agents, strict=True))


def chosen_device(name: str) -> torch.device:
    """The device `cuda` or `cpu`; `auto` takes the GPU if there is one.

    :raises TamayaError: if there is no such device
    """
    if name not in ("auto", "cpu", "cuda"):
        raise TamayaError(f"no device {name!r} (expected auto, cpu or cuda)")
    has_gpu = torch.cuda.is_available()
    if name == "cuda" and not has_gpu:
        raise TamayaError("no GPU: PyTorch finds no CUDA device (--device cpu trains small games)")
    return torch.device("cuda" if has_gpu and name != "cpu" else "cpu")
