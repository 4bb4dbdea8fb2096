"""Writes trained networks to weights files and reads them back."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import numpy as np

from tamaya import __version__
from tamaya.game import TamayaError
from tamaya.learn.config import Config
from tamaya.learn.network import Network, Shape
from tamaya.networks.weights_file import FORMAT, WeightsFile

ModelCard = dict[str, object]
"""a model card: how the network was trained, its scores and its licence"""


def write_network(path: Path, network: Network, config: Config, card: ModelCard) -> None:
    """Writes a network, whose first layer takes the raw bytes of an observation."""
    shape = network.shape
    about = {
        "format": FORMAT,
        "observation": config.observation,
        "setup": str(config.game),
        "players": str(config.game.players),
        "inputs": str(shape.inputs),
        "actions": str(shape.actions),
        "hidden": ",".join(map(str, shape.hidden)),
        "normalized": str(shape.normalized),
        "activation": shape.activation,
        "memory": config.memory,
        "memory_size": str(shape.memory),
        "card": json.dumps(
            {"version": __version__, "licence": "MIT", "config": asdict(config)} | card
        ),
    }
    WeightsFile(network.tensors(), about).write(path)


def read_network(path: str | Path) -> tuple[Network, Config, ModelCard]:
    """Reads a network, the config that it was trained with, and its model card.

    :raises TamayaError: if the file is damaged, or its weights do not fit its model card
    """
    path = Path(path)
    file = WeightsFile.read(path)
    try:
        card: ModelCard = json.loads(file.about["card"])
        settings = card["config"]
        if not isinstance(settings, dict):
            raise ValueError("the model card has no config")
        config = Config().changed(settings)
        shape = Shape(
            inputs=int(file.about["inputs"]),
            actions=int(file.about["actions"]),
            hidden=tuple(int(units) for units in file.about["hidden"].split(",")),
            normalized=int(file.about["normalized"]),
            activation=config.activation,
            memory=int(file.about["memory_size"]),
        )
    except (KeyError, ValueError, TypeError) as error:
        raise TamayaError(f"cannot read the model card of {str(path)!r}: {error}") from None
    network = Network(shape, None, config.precision)
    _check(file, network, path)
    network.take({name: values.astype(np.float32) for name, values in file.tensors.items()})
    return network, config, card


def _check(file: WeightsFile, network: Network, path: Path) -> None:
    expected = {name: values.shape for name, values in network.tensors().items()}
    shapes = {name: values.shape for name, values in file.tensors.items()}
    wrong = sorted(n for n in shapes | expected if shapes.get(n) != expected.get(n))
    if wrong:
        raise TamayaError(
            f"the weights in {str(path)!r} do not fit their description: {wrong[0]} is "
            f"{shapes.get(wrong[0])} (expected {expected.get(wrong[0])})"
        )
