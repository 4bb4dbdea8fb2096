"""Serializes quantized networks in the memory layout of the core (network.hpp)."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.game import Setup, TamayaError
from tamaya.networks.quantize import first_weights
from tamaya.networks.weights_file import WeightsFile

_FORMAT = 1
_KINDS = ("hle", "extended", "counts")
_HEADER = struct.Struct("<10Id")
_LAYER = struct.Struct("<6Id")
_ALIGNED = 64


@dataclass(frozen=True)
class Sizes:
    """The sizes of observations and actions that a network was trained for."""

    observation: str
    """kind of observation"""
    bit_words: int
    """32-bit words of bits in a packed observation"""
    byte_words: int
    """32-bit words of bytes after the bits"""
    actions: int

    def fit(self, setup: Setup) -> bool:
        """Does a set-up have these sizes?"""
        plan = _core.VectorPlan(
            setup,
            learners=(1 << setup.players) - 1,
            permute_colors=False,
            bombs_cost_all=False,
            observation=self.observation,
            packed=True,
            episode=1,
            partners=0,
            extra=0,
            seed=0,
        )
        sizes = plan.bit_words, plan.byte_words, setup.actions
        return sizes == (self.bit_words, self.byte_words, self.actions)


def sizes_of(file: WeightsFile) -> Sizes:
    """The sizes of a quantized network."""
    bits, inputs = int(file.about["bits"]), int(file.about["inputs"])
    return Sizes(
        file.about["observation"],
        (bits + 31) // 32,
        (inputs - bits) // 4,
        int(file.about["actions"]),
    )


class _Parts:
    """Concatenates arrays, each aligned."""

    def __init__(self) -> None:
        self.bytes = bytearray(_HEADER.size + _core.MAX_HIDDEN_LAYERS * _LAYER.size)

    def add(self, values: NDArray[np.generic], dtype: type[np.generic]) -> int:
        self.pad()
        if values.dtype != np.dtype(dtype):
            raise TamayaError(f"weights of type {values.dtype} (expected {np.dtype(dtype)})")
        offset = len(self.bytes)
        self.bytes += np.ascontiguousarray(values).tobytes()
        return offset

    def pad(self) -> None:
        self.bytes += bytes(-len(self.bytes) % _ALIGNED)


def blob_of(files: Sequence[WeightsFile]) -> bytes:
    """Serializes networks, one for each number of players.

    :raises TamayaError: if a network is not quantized, or damaged
    """
    for file in files:
        if file.about.get("numbers") != "integer":
            raise TamayaError(
                "the weights are not whole numbers: quantize them with `tamaya learn export`"
            )
    try:
        parts = [_network(file, last=file is files[-1]) for file in files]
    except (KeyError, ValueError, struct.error) as error:
        raise TamayaError(f"damaged weights: {error!r}") from None
    return b"".join(parts)


def _network(file: WeightsFile, *, last: bool) -> bytes:
    sizes, about = sizes_of(file), file.about
    variances = [float(text) for text in about["variances"].split(",")]
    parts, layers = _Parts(), []
    count = len(about["hidden"].split(","))
    for i in range(count):
        weight = file.tensors[f"layers.{i}.weight"] if i else first_weights(file)
        if i == 0:
            weight = _with_padding(weight, int(about["bits"]), 32 * sizes.bit_words)
        units = len(file.tensors[f"layers.{i}.bias"])
        _check_shape(file, i, weight, units, sizes)
        layers.append(
            _LAYER.pack(
                units,
                i < int(about["normalized"]),
                parts.add(weight, np.int8 if i else np.int16),
                parts.add(file.tensors[f"layers.{i}.bias"], np.int32),
                parts.add(file.tensors[f"layers.{i}.gain"], np.float32),
                parts.add(file.tensors[f"layers.{i}.shift"], np.float32),
                variances[i],
            )
        )
    if file.tensors["head.weight"].shape != (sizes.actions + 1, units):
        raise ValueError(f"head.weight is {file.tensors['head.weight'].shape}")
    head = parts.add(file.tensors["head.weight"], np.int16)
    biases = parts.add(file.tensors["head.bias"], np.int32)
    parts.pad()
    header = _HEADER.pack(
        _FORMAT,
        _KINDS.index(sizes.observation),
        sizes.bit_words,
        sizes.byte_words,
        sizes.actions,
        count,
        head,
        biases,
        0 if last else len(parts.bytes),
        0,
        float(about["preference_unit"]),
    )
    top = header + b"".join(layers)
    parts.bytes[: len(top)] = top
    return bytes(parts.bytes)


def _with_padding(weight: NDArray[np.generic], bits: int, padded: int) -> NDArray[np.generic]:
    """First-layer weights with zeros for the bits that pad the last word."""
    gap = np.zeros((padded - bits, weight.shape[1]), weight.dtype)
    return np.concatenate([weight[:bits], gap, weight[bits:]])


def _check_shape(
    file: WeightsFile, i: int, weight: NDArray[np.generic], units: int, sizes: Sizes
) -> None:
    before = 32 * sizes.bit_words + 4 * sizes.byte_words
    if i > 0:
        before = len(file.tensors[f"layers.{i - 1}.bias"])
    expected = (units, before) if i else (before, units)
    if weight.shape != expected:
        raise ValueError(f"layers.{i}.weight is {weight.shape} (expected {expected})")
