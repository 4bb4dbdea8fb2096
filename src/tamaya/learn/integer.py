"""Quantizes trained networks, and compares both versions on games of the network."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.game import Setup
from tamaya.networks import LearnedAgent, WeightsFile, quantized
from tamaya.networks.quantize import check_playable, preferences
from tamaya.vector import Vector

_SEED = 2**40
"""seed of decks that training does not use"""


@dataclass(frozen=True)
class QuantizationCheck:
    """Compares a quantized network with the trained one; `str` gives a readable line."""

    positions: int
    same_move: float
    """share of positions in which both prefer the same legal move"""

    def __str__(self) -> str:
        return f"same move in {100 * self.same_move:.1f} % of {self.positions} positions"


def export(source: Path, out: Path, *, games: int = 256, turns: int = 60) -> QuantizationCheck:
    """Writes a quantized network, which `learned:PATH` plays without PyTorch.

    :param source: weights file of a training run
    :param games: self-play games in which the activations of the layers are measured
    :param turns: turns of each game
    :raises TamayaError: if the file is damaged, or the core cannot play such a network
    """
    file = WeightsFile.read(source)
    check_playable(file)
    env = Vector(
        games,
        Setup.parse(file.about["setup"]),
        seed=_SEED,
        observation=file.about["observation"],  # type: ignore[arg-type]
    )
    observations = _self_play_observations(file, env, turns)
    rounded = quantized(file, observations, min(env.bit_size, env.size))
    check = _compare(file, rounded, env)
    about = dict(rounded.about) | {"agreement": str(check)}
    WeightsFile(rounded.tensors, about).write(out)
    return check


def _self_play_observations(file: WeightsFile, env: Vector, turns: int) -> NDArray[np.uint8]:
    """Every fourth observation of the network in self-play."""
    observations = []
    for turn in range(turns):
        if turn % 4 == 0:
            observations.append(env.observation.copy())
        env.step(_best(preferences(file, env.observation), env.legal))
    return np.concatenate(observations)


def _best(logits: NDArray[np.float32], legal: NDArray[np.uint8]) -> NDArray[np.int32]:
    actions = legal.shape[1]
    allowed = np.where(legal == 1, logits[:, :actions], -np.inf)
    best: NDArray[np.int32] = allowed.argmax(axis=1).astype(np.int32)
    return best


def _compare(file: WeightsFile, rounded: WeightsFile, env: Vector) -> QuantizationCheck:
    """Compares both networks in the current positions of the vector."""
    policy = LearnedAgent("quantized", [rounded]).policy
    trained = preferences(file, env.observation)
    same = positions = 0
    for row, logits in enumerate(trained):
        view = env.state(row).view(int(env.seat[row]))
        ids = sorted(move.action_id(view.setup) for move in view.legal_moves())
        if not ids:
            continue
        integers = np.array(_core.network_preferences(policy, view)[0])
        same += int(logits[ids].argmax() == integers[ids].argmax())
        positions += 1
    return QuantizationCheck(positions, same / max(positions, 1))
