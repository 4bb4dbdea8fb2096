"""The network: from an observation to move preferences and the expected return."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from tamaya.learn.config import Activation, Config

Tensors = dict[str, NDArray[np.float32]]
LARGEST_WEIGHT = 127 / 64


@dataclass(frozen=True, kw_only=True)
class Shape:
    """The sizes of a network."""

    inputs: int
    """bytes of the observation"""
    actions: int
    hidden: tuple[int, ...]
    """units of each hidden layer"""
    normalized: int
    """number of hidden layers with LayerNorm, from the first"""
    activation: Activation = "relu"
    memory: int = 0
    """units of the recurrent memory; 0: none"""

    @classmethod
    def of(cls, config: Config, inputs: int, actions: int) -> Shape:
        """The shape of the network of a config."""
        return cls(
            inputs=inputs,
            actions=actions,
            hidden=config.hidden,
            normalized=config.normalized,
            activation=config.activation,
            memory=0 if config.memory == "none" else config.memory_size,
        )

    @property
    def outputs(self) -> int:
        """Number of inputs of the heads: the last hidden layer and the memory."""
        return self.hidden[-1] + self.memory

    @property
    def weights(self) -> int:
        """Number of trained parameters."""
        return sum(tensor.numel() for tensor in Network(self).parameters())


class Layer(nn.Module):
    """A linear layer, optional LayerNorm, and an activation, in the number format of the input."""

    def __init__(
        self, inputs: int, units: int, *, normalized: bool, activation: Activation = "relu"
    ) -> None:
        super().__init__()
        self._clipped = activation == "clipped"
        self.weight = nn.Parameter(torch.empty(units, inputs))
        self.bias = nn.Parameter(torch.zeros(units))
        self.gain = nn.Parameter(torch.ones(units)) if normalized else None
        self.shift = nn.Parameter(torch.zeros(units)) if normalized else None
        nn.init.orthogonal_(self.weight, math.sqrt(2))

    def forward(self, x: Tensor, scale: Tensor | None = None) -> Tensor:
        """Applies the layer; `scale` multiplies the inputs (computed as scaled weights)."""
        weight = self.weight if scale is None else self.weight * scale
        z = functional.linear(x, weight.to(x.dtype), self.bias.to(x.dtype))
        if self.gain is not None and self.shift is not None:
            gain, shift = self.gain.to(x.dtype), self.shift.to(x.dtype)
            z = functional.layer_norm(z, z.shape[-1:], gain, shift)
        return z.clamp(0, 1) if self._clipped else functional.relu(z)


class Network(nn.Module):
    """Hidden layers, an optional GRU cell beside them, and one head for policy and value.

    Observations are bytes. Each is divided by its largest possible value, so that all inputs are
    between 0 and 1. Exported weights include that division and take the raw bytes.
    """

    scale: Tensor

    def __init__(
        self,
        shape: Shape,
        highest: NDArray[np.uint8] | None = None,
        precision: Literal["bfloat16", "float32"] = "float32",
    ) -> None:
        super().__init__()
        self.shape = shape
        self.number = torch.bfloat16 if precision == "bfloat16" else torch.float32
        sizes = (shape.inputs, *shape.hidden)
        self.layers = nn.ModuleList(
            Layer(
                sizes[i],
                sizes[i + 1],
                normalized=i < shape.normalized,
                activation=shape.activation,
            )
            for i in range(len(shape.hidden))
        )
        if shape.memory:
            self.memory_cell = nn.GRUCell(shape.hidden[-1], shape.memory)
        self.head = nn.Linear(shape.outputs, shape.actions + 1)
        nn.init.orthogonal_(self.head.weight[:-1].data, 0.01)
        nn.init.orthogonal_(self.head.weight[-1:].data, 1.0)
        nn.init.zeros_(self.head.bias)
        top = np.ones(shape.inputs, np.uint8) if highest is None else np.maximum(highest, 1)
        self.register_buffer("scale", torch.from_numpy(1 / top.astype(np.float32)))

    def features(self, observation: Tensor) -> Tensor:
        """Activations of the last hidden layer for observations uint8 [..., inputs]."""
        first, *later = self.layers
        x: Tensor = first(observation.to(self.number), self.scale)
        for layer in later:
            x = layer(x)
        return x

    def heads(self, outputs: Tensor) -> tuple[Tensor, Tensor]:
        """Logits float32 [..., actions] and values float32 [...]."""
        out = self.head(outputs.float())
        return out[..., :-1], out[..., -1]

    def unroll(
        self, observation: Tensor, memory: Tensor, slot: Tensor, reset: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Runs the network on consecutive turns.

        :param observation: uint8 [steps, games, inputs]
        :param memory: memory before the first turn [games, slots, units]; unused without memory
        :param slot: memory slot of the acting seat, int64 [steps, games]
        :param reset: 1 if all memories of a game are cleared after the turn [steps, games]
        :return: logits [steps, games, actions], values [steps, games], memory after the last turn
        """
        features = self.features(observation)
        if not self.shape.memory:
            return *self.heads(features), memory
        remembered, memory = self._remember(features, memory, slot, reset)
        return *self.heads(torch.cat((features, remembered), -1)), memory

    def _remember(
        self, features: Tensor, memory: Tensor, slot: Tensor, reset: Tensor
    ) -> tuple[Tensor, Tensor]:
        """The acting memory after each turn [steps, games, units], and all memories at the end.

        Values that do not depend on the turn are computed once, so a turn needs few kernels.
        """
        cell, number = self.memory_cell, features.dtype
        weights = [
            w.to(number) for w in (cell.weight_ih, cell.weight_hh, cell.bias_ih, cell.bias_hh)
        ]
        places = torch.arange(memory.shape[1], device=memory.device)
        acting = (slot[:, :, None] == places)[..., None]
        survives = (1 - reset).to(number)[:, :, None, None]
        turns = []
        for turn, inputs in enumerate(features):
            own = (memory * acting[turn]).sum(1) if len(places) > 1 else memory[:, 0]
            after = torch.gru_cell(inputs, own, *weights)
            turns.append(after)
            if len(places) > 1:
                memory = torch.where(acting[turn], after[:, None], memory) * survives[turn]
            else:
                memory = after[:, None] * survives[turn]
        return torch.stack(turns), memory

    @torch.no_grad()
    def limit_weights(self) -> None:
        """Clamps weights to the range of 8-bit integers in units of 1/64.

        This does nothing unless activations are clipped.
        """
        if self.shape.activation == "clipped":
            for layer in (*self.layers[1:], self.head):
                layer.weight.clamp_(-LARGEST_WEIGHT, LARGEST_WEIGHT)

    def tensors(self) -> Tensors:
        """Weights by their names in a weights file; the first layer takes raw bytes."""
        weights = {name: array(p) for name, p in self.named_parameters()}
        weights["layers.0.weight"] = weights["layers.0.weight"] * array(self.scale)
        return {_FILE_NAMES.get(name, name): value for name, value in weights.items()}

    def take(self, weights: Tensors) -> None:
        """Sets the weights to the `tensors()` of a network of the same shape."""
        own = {_FILE_NAMES.get(name, name): p for name, p in self.named_parameters()}
        with torch.no_grad():
            for name, parameter in own.items():
                parameter.copy_(torch.from_numpy(np.array(weights[name], np.float32)))
            first = own["layers.0.weight"]
            first.div_(self.scale)


_FILE_NAMES = {
    "memory_cell.weight_ih": "gru.weight_input",
    "memory_cell.weight_hh": "gru.weight_memory",
    "memory_cell.bias_ih": "gru.bias_input",
    "memory_cell.bias_hh": "gru.bias_memory",
}


def array(tensor: Tensor) -> NDArray[np.float32]:
    """A copy of a tensor as a float32 array on the CPU."""
    values: NDArray[np.float32] = tensor.detach().float().cpu().numpy().copy()
    return values
