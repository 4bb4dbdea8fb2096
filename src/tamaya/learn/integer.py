"""Turns trained networks into whole numbers, and compares both on games of their own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.game import Setup
from tamaya.networks import LearnedAgent, WeightsFile, quantized
from tamaya.networks.quantize import preferences
from tamaya.vector import Vector

_SEED = 2**40
"""decks that no training uses"""


@dataclass(frozen=True)
class Agreement:
    """How a network in whole numbers compares with the trained one. Printing it tells a person."""

    positions: int
    same_move: float
    """share of positions in which both prefer the same legal move"""

    def __str__(self) -> str:
        return f"same move in {100 * self.same_move:.1f} % of {self.positions} positions"


def export(source: Path, out: Path, *, games: int = 256, turns: int = 60) -> Agreement:
    """Writes a network in whole numbers, which `learned:PATH` plays without PyTorch.

    :param source: weights as training writes them
    :param games: of the network with itself, in which the outputs of its layers are measured
    :param turns: of each of them
    :raises TamayaError: the file is damaged, or the core cannot play such a network
    """
    file = WeightsFile.read(source)
    env = Vector(
        games,
        Setup.parse(file.about["setup"]),
        seed=_SEED,
        observation=file.about["observation"],  # type: ignore[arg-type]
    )
    seen = _own_games(file, env, turns)
    whole = quantized(file, seen, min(env.bit_size, env.size))
    agreement = _agreement(file, whole, env)
    about = dict(whole.about) | {"agreement": str(agreement)}
    WeightsFile(whole.tensors, about).write(out)
    return agreement


def _own_games(file: WeightsFile, env: Vector, turns: int) -> NDArray[np.uint8]:
    """What the network sees while it plays with itself."""
    seen = []
    for turn in range(turns):
        if turn % 4 == 0:
            seen.append(env.observation.copy())
        env.step(_best(preferences(file, env.observation), env.legal))
    return np.concatenate(seen)


def _best(logits: NDArray[np.float32], legal: NDArray[np.uint8]) -> NDArray[np.int32]:
    actions = legal.shape[1]
    allowed = np.where(legal == 1, logits[:, :actions], -np.inf)
    best: NDArray[np.int32] = allowed.argmax(axis=1).astype(np.int32)
    return best


def _agreement(file: WeightsFile, whole: WeightsFile, env: Vector) -> Agreement:
    """Both are asked in the positions that the vector is in."""
    policy = LearnedAgent("whole", [whole]).policy
    trained = preferences(file, env.observation)
    same = positions = 0
    for row, logits in enumerate(trained):
        view = env.state(row).view(int(env.seat[row]))
        ids = sorted(move.action_id(view.setup) for move in view.legal_moves())
        if not ids:
            continue
        rounded = np.array(_core.network_preferences(policy, view)[0])
        same += int(logits[ids].argmax() == rounded[ids].argmax())
        positions += 1
    return Agreement(positions, same / max(positions, 1))
