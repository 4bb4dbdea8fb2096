"""Quantizes a trained network to whole numbers: it then makes the same moves on every machine.

The core computes with integers (see network.hpp). Weights have 8 bits in the hidden layers and
14 bits in the head. In the first layer, each input also has a power of two that multiplies its
weights. Activations between layers are bytes from 0 to 127; their scale comes from the largest
activations on real observations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.game import TamayaError
from tamaya.networks.weights_file import WeightsFile
from tamaya.numbers import SingleFloats

_EPSILON = 1e-5
"""the constant that LayerNorm adds to the variance"""
_BYTE_UNIT = 256
"""first-layer weights of byte inputs are in units of 1/256, since a byte goes up to 255"""
_MOST_INT8, _MOST_INT16 = 127, 32767


@dataclass(frozen=True)
class FloatLayer:
    """A trained hidden layer: linear, LayerNorm if it has gains, clipped ReLU."""

    weight: SingleFloats
    """[units, inputs]"""
    bias: SingleFloats
    gain: SingleFloats | None
    shift: SingleFloats | None
    limit: float
    """upper limit of the outputs; infinite for a plain ReLU"""

    def outputs(self, inputs: SingleFloats) -> SingleFloats:
        """Activations [n, units] of inputs [n, inputs]."""
        sums = inputs @ self.weight.T + self.bias
        if self.gain is not None and self.shift is not None:
            spread = sums - sums.mean(axis=1, keepdims=True)
            deviation = np.sqrt((spread**2).mean(axis=1, keepdims=True) + _EPSILON)
            sums = spread / deviation * self.gain + self.shift
        positive: SingleFloats = np.clip(sums, 0, self.limit).astype(np.float32)
        return positive


def float_layers(file: WeightsFile) -> list[FloatLayer]:
    """The hidden layers of a trained network."""
    layers = []
    limit = 1.0 if file.about.get("activation") == "clipped" else np.inf
    for i in range(len(file.about["hidden"].split(","))):
        parts = {
            name: file.tensors.get(f"layers.{i}.{name}")
            for name in ("weight", "bias", "gain", "shift")
        }
        weight, bias = parts["weight"], parts["bias"]
        if weight is None or bias is None:
            raise TamayaError(f"layer {i} of the network has no weights")
        gain, shift = (
            None if values is None else values.astype(np.float32)
            for values in (parts["gain"], parts["shift"])
        )
        numbers = weight.astype(np.float32), bias.astype(np.float32)
        layers.append(FloatLayer(*numbers, gain, shift, limit))
    return layers


def preferences(file: WeightsFile, observations: NDArray[np.uint8]) -> SingleFloats:
    """Logits, and the value in the last column, of a trained network: [n, actions + 1]."""
    outputs = observations.astype(np.float32)
    for layer in float_layers(file):
        outputs = layer.outputs(outputs)
    weight, bias = (file.tensors[f"head.{part}"].astype(np.float32) for part in ("weight", "bias"))
    logits: SingleFloats = outputs @ weight.T + bias
    return logits


def quantized(file: WeightsFile, observations: NDArray[np.uint8], bits: int) -> WeightsFile:
    """Quantizes a network.

    :param file: a network as training writes it, which takes raw bytes as inputs
    :param observations: observations from real games [n, inputs], to measure activations
    :param bits: number of inputs that are bits; the others are bytes
    :raises TamayaError: if the core cannot play such a network
    """
    check_playable(file)
    tensors: dict[str, NDArray[np.generic]] = {}
    variances = []
    outputs, unit = observations.astype(np.float32), 1.0
    for i, layer in enumerate(float_layers(file)):
        outputs = layer.outputs(outputs)
        limit = min(max(float(np.quantile(outputs, 0.9999)), 1e-6), layer.limit)
        next_unit = _core.MAX_ACTIVATION / limit
        scale = _first_scale(layer.weight, bits) if i == 0 else _scale(layer)
        rounded = np.rint(layer.weight * scale)
        if i == 0:
            rounded[:, bits:] = np.rint(layer.weight[:, bits:] * scale * _BYTE_UNIT)
            tensors |= _bytes_and_exponents(rounded.T, bits)
        else:
            clipped = np.clip(rounded, -_MOST_INT8, _MOST_INT8)
            tensors[f"layers.{i}.weight"] = clipped.astype(np.int8)
        tensors |= _levels(i, layer, scale * unit, next_unit)
        variances.append(_EPSILON * layer.weight.shape[0] ** 2 * float(np.max(scale) * unit) ** 2)
        unit = next_unit
    return WeightsFile(tensors | _head(file, unit), _about(file, bits, variances, unit))


def check_playable(file: WeightsFile) -> None:
    """Checks that the core can play such a network once it is quantized.

    :raises TamayaError: if it cannot
    """
    if file.about.get("memory", "none") != "none":
        raise TamayaError("the core cannot play recurrent networks (expected memory 'none')")
    hidden = [int(units) for units in file.about["hidden"].split(",")]
    if len(hidden) > _core.MAX_HIDDEN_LAYERS or max(hidden) > _core.MAX_UNITS:
        raise TamayaError(
            f"hidden layers {hidden} (expected at most {_core.MAX_HIDDEN_LAYERS} layers of up to "
            f"{_core.MAX_UNITS} units)"
        )
    if any(units % 4 for units in hidden):
        raise TamayaError(f"hidden layers {hidden} (expected multiples of 4)")


def _first_scale(weight: SingleFloats, bits: int) -> float:
    """The scale of the first layer, with which the weights of bits and of bytes fit."""
    scale = _core.MAX_FIRST_WEIGHT / max(float(np.abs(weight[:, :bits]).max()), 1e-9)
    if weight.shape[1] > bits:
        largest = max(float(np.abs(weight[:, bits:]).max()), 1e-9)
        scale = min(scale, _MOST_INT16 / (_BYTE_UNIT * largest))
    return scale


def _scale(layer: FloatLayer) -> SingleFloats | float:
    """The scale of a later layer: one for all units with LayerNorm, otherwise one per unit."""
    magnitudes = np.abs(layer.weight)
    if layer.gain is not None:
        return _MOST_INT8 / max(float(np.quantile(magnitudes, 0.9999)), 1e-9)
    each: SingleFloats = (_MOST_INT8 / np.maximum(magnitudes.max(axis=1), 1e-9)).astype(np.float32)
    return each[:, None]


def _bytes_and_exponents(rounded: SingleFloats, bits: int) -> dict[str, NDArray[np.generic]]:
    """First-layer weights [inputs, units] as bytes, times a power of two for each input."""
    largest = np.maximum(np.abs(rounded).max(axis=1, keepdims=True), 1)
    exponent = np.maximum(0, np.ceil(np.log2(largest / _MOST_INT8)))
    limit = np.where(np.arange(len(rounded)) < bits, _core.MAX_FIRST_WEIGHT, _MOST_INT16)
    most = np.minimum(_MOST_INT8, limit[:, None] // 2**exponent)
    weight = np.clip(np.rint(rounded / 2**exponent), -most, most)
    return {
        "layers.0.weight": weight.astype(np.int8),
        "layers.0.exponent": exponent[:, 0].astype(np.uint8),
    }


def first_weights(file: WeightsFile) -> NDArray[np.int16]:
    """The first-layer weights [inputs, units] of a quantized network; old files hold 16 bits."""
    weight = file.tensors["layers.0.weight"]
    exponent = file.tensors.get("layers.0.exponent", np.zeros(len(weight), np.uint8))
    whole: NDArray[np.int16] = weight.astype(np.int16) << exponent.astype(np.int16)[:, None]
    return whole


def _levels(
    i: int, layer: FloatLayer, unit: SingleFloats | float, next_unit: float
) -> dict[str, NDArray[np.generic]]:
    """Biases in the scale of the sums, and the gain and shift that turn sums into bytes."""
    units = np.broadcast_to(np.asarray(unit, np.float64).reshape(-1), layer.bias.shape)
    gain: NDArray[np.floating] = next_unit / units
    shift: NDArray[np.floating] = np.full(layer.bias.shape, 0.5)
    if layer.gain is not None and layer.shift is not None:
        gain, shift = layer.gain * next_unit, layer.shift * next_unit + 0.5
    return {
        f"layers.{i}.bias": np.rint(layer.bias * units).astype(np.int32),
        f"layers.{i}.gain": gain.astype(np.float32),
        f"layers.{i}.shift": shift.astype(np.float32),
    }


def _head(file: WeightsFile, unit: float) -> dict[str, NDArray[np.generic]]:
    weight, bias = (file.tensors[f"head.{name}"].astype(np.float64) for name in ("weight", "bias"))
    scale = _head_scale(file)
    return {
        "head.weight": np.rint(weight * scale).astype(np.int16),
        "head.bias": np.rint(bias * scale * unit).astype(np.int32),
    }


def _head_scale(file: WeightsFile) -> float:
    return _core.MAX_HEAD_WEIGHT / max(float(np.abs(file.tensors["head.weight"]).max()), 1e-9)


def _about(file: WeightsFile, bits: int, variances: Sequence[float], unit: float) -> dict[str, str]:
    return dict(file.about) | {
        "numbers": "integer",
        "bits": str(bits),
        "variances": ",".join(map(repr, variances)),
        "preference_unit": repr(1 / (_head_scale(file) * unit)),
    }
