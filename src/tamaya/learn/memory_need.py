"""Estimates the memory of a training run before it starts."""

from __future__ import annotations

import torch

from tamaya.game import TamayaError
from tamaya.learn.checkpoint import MOST_BYTES
from tamaya.learn.config import Config
from tamaya.learn.network import Shape

_GAME_BYTES = 6000
"""memory per game: its state, its partners and buffers"""
_CONTEXT_BYTES = 1_000_000_000
"""GPU memory of libraries, kernels and work space"""


def needed_bytes(config: Config, shape: Shape, players: int) -> int:
    """A rough estimate of the device memory of a run, in bytes."""
    number = 2 if config.precision == "bfloat16" else 4
    units = sum(shape.hidden) + 4 * shape.memory
    turn = shape.inputs + 6 * shape.actions + 48
    seats = players if config.learners == "all" else 1
    game = _GAME_BYTES + config.steps * turn + number * 4 * units + 8 * seats * shape.memory
    backward = (
        config.batch
        // config.minibatches
        * (number * (shape.inputs + 4 * units) + 8 * shape.outputs + 24 * shape.actions)
    )
    return _CONTEXT_BYTES + config.games * game + backward + 20 * shape.weights


def check_memory(config: Config, shape: Shape, players: int, device: torch.device) -> None:
    """Checks that a run fits into the memory of the GPU.

    :raises TamayaError: saying how much memory is needed, and how many games would fit
    """
    if device.type != "cuda":
        return
    free, _ = torch.cuda.mem_get_info()
    need = needed_bytes(config, shape, players)
    if need > free:
        each = (need - _CONTEXT_BYTES - 20 * shape.weights) / config.games
        fit = int((free - _CONTEXT_BYTES - 20 * shape.weights) / each)
        fit -= fit % config.minibatches
        hint = f"--games {fit} would fit" if fit > 0 else "no number of games would fit"
        raise TamayaError(
            f"{config.games} games need about {need / 1e9:.1f} GB of GPU memory, "
            f"{free / 1e9:.1f} GB are free: {hint}"
        )


def check_checkpoint(config: Config, shape: Shape, players: int) -> None:
    """Checks that the checkpoints of a run will not be too large.

    :raises TamayaError: saying what to make smaller
    """
    seats = players if config.learners == "all" else 1
    size = 12 * shape.weights + config.games * (100 + seats * shape.memory)
    if size > MOST_BYTES:
        raise TamayaError(
            f"checkpoints would have {size / 1e6:.0f} MB (at most {MOST_BYTES / 1e6:.0f}): "
            "choose fewer games, fewer units or less memory"
        )
