"""Small networks with random weights, and a NumPy version of what the core computes with them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tamaya.game import Setup
from tamaya.networks.quantize import quantized
from tamaya.networks.weights_file import FORMAT, WeightsFile
from tamaya.vector import Vector
from tamaya.vector.fields import ObservationKind

Ints = NDArray[np.int64]


def float_network(
    setup: str, observation: ObservationKind, hidden: tuple[int, ...], normalized: int, seed: int
) -> WeightsFile:
    """A network as training writes it, with random weights."""
    env = Vector(1, setup, observation=observation)
    rng = np.random.default_rng(seed)
    tensors: dict[str, NDArray[np.generic]] = {}
    inputs = env.size
    for i, units in enumerate(hidden):
        weight = rng.normal(0, 1 / np.sqrt(min(inputs, 200)), (units, inputs))
        if i == 0:
            weight[:, env.bit_size :] /= 255
        tensors[f"layers.{i}.weight"] = weight.astype(np.float32)
        tensors[f"layers.{i}.bias"] = rng.normal(0, 0.1, units).astype(np.float32)
        if i < normalized:
            tensors[f"layers.{i}.gain"] = rng.uniform(0.5, 1.5, units).astype(np.float32)
            tensors[f"layers.{i}.shift"] = rng.normal(0, 0.3, units).astype(np.float32)
        inputs = units
    tensors["head.weight"] = rng.normal(0, 0.3, (env.actions + 1, inputs)).astype(np.float32)
    tensors["head.bias"] = rng.normal(0, 0.1, env.actions + 1).astype(np.float32)
    about = {
        "format": FORMAT,
        "observation": observation,
        "setup": setup,
        "players": str(Setup.parse(setup).players),
        "inputs": str(env.size),
        "actions": str(env.actions),
        "hidden": ",".join(map(str, hidden)),
        "normalized": str(normalized),
        "memory": "none",
        "card": "{}",
    }
    return WeightsFile(tensors, about)


def seen_in_games(setup: str, observation: ObservationKind, turns: int = 30) -> Vector:
    """A vector of games after so many random turns."""
    env = Vector(40, setup, observation=observation, episode=3)
    for turn in range(turns):
        env.step(env.random_actions(turn))
    return env


def whole_network(
    setup: str,
    observation: ObservationKind = "extended",
    hidden: tuple[int, ...] = (32, 16),
    normalized: int = 1,
    seed: int = 0,
) -> WeightsFile:
    """A network as agents play it: random weights, quantized to whole numbers."""
    env = seen_in_games(setup, observation)
    file = float_network(setup, observation, hidden, normalized, seed)
    return quantized(file, env.observation, min(env.bit_size, env.size))


def expected_sums(file: WeightsFile, row: NDArray[np.uint8]) -> Ints:
    """The head's sums for one observation, computed with NumPy's whole numbers and IEEE floats."""
    bits = int(file.about["bits"])
    values = row.astype(np.int64)
    whole = {name: t.astype(np.int64) for name, t in file.tensors.items() if t.dtype.kind in "iu"}
    levels = {name: t.astype(np.float32) for name, t in file.tensors.items() if name not in whole}
    weight = whole["layers.0.weight"] * 2 ** file.tensors["layers.0.exponent"].astype(int)[:, None]
    sums = ((128 + values[bits:] @ weight[bits:]) >> 8) + whole["layers.0.bias"]
    sums = sums + values[:bits] @ weight[:bits]
    variances = [float(text) for text in file.about["variances"].split(",")]
    for i in range(len(variances)):
        if i > 0:
            sums = whole[f"layers.{i}.weight"] @ values + whole[f"layers.{i}.bias"]
        mean, scale = np.float32(0), np.float32(1)
        if i < int(file.about["normalized"]):
            count, total = float(len(sums)), float(sums.sum())
            spread = count * float((sums * sums).sum()) - total * total + variances[i]
            mean, scale = np.float32(total / count), np.float32(count / np.sqrt(spread))
        level = (sums.astype(np.float32) - mean) * scale
        outputs = level * levels[f"layers.{i}.gain"] + levels[f"layers.{i}.shift"]
        assert outputs.dtype == np.float32
        values = np.clip(outputs, 0, 127).astype(np.int64)
    result: Ints = whole["head.weight"] @ values + whole["head.bias"]
    return result
