"""Binary files: experience, match-up tables, checkpoints, models of people."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.agents.families.cyclone import published, read_weights
from tamaya.cyclone.weights_file import write_weights
from tamaya.humans.model import PersonModel, shipped
from tamaya.matchups import MatchupTable
from tamaya.meta import Experience
from tamaya.networks.weights_file import FORMAT, WeightsFile
from tamaya.qd.archive import Elites
from tamaya.qd.checkpoint import EvolutionCheckpoint
from tamaya.qd.settings import EvolutionSettings
from tests.fuzz.mutate import from_seeds
from tests.fuzz.target import Draw, Target, register

Read = Callable[[Path], object]
Write = Callable[[Path], None]


def _checkpoint(path: Path) -> None:
    EvolutionCheckpoint(path.parent).save(
        Elites.none(EvolutionSettings()), 3, np.zeros((0, 0)), np.zeros((0, 6))
    )
    EvolutionCheckpoint(path.parent).path.rename(path)


def _read_checkpoint(path: Path) -> object:
    folder = path.with_suffix(".run")
    folder.mkdir(exist_ok=True)
    (folder / "checkpoint.npz").write_bytes(path.read_bytes())
    return EvolutionCheckpoint(folder).load()


def _model(path: Path) -> None:
    path.write_bytes(next(iter(shipped().values())).read_bytes())


def _weights(path: Path) -> None:
    write_weights(path, next(iter(published().values())), ["found by hand"])


def _network(path: Path) -> None:
    WeightsFile({"layer": np.ones((3, 4), np.float32)}, {"format": FORMAT}).write(path)


KINDS: dict[str, tuple[Write, Read]] = {
    "experience": (
        lambda path: Experience.train(["piers", "iggi"], games=2, threads=1).write(path),
        Experience.read,
    ),
    "tables": (
        lambda path: ty.matchups(["piers", "iggi"], games=2, threads=1).write(path),
        MatchupTable.read,
    ),
    "checkpoints": (_checkpoint, _read_checkpoint),
    "models of people": (_model, PersonModel.read),
    "weights of Cyclone": (_weights, read_weights),
    "networks": (_network, WeightsFile.read),
}


@cache
def _whole(name: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        KINDS[name][0](path)
        return path.read_bytes()


@cache
def _seeds(name: str) -> Draw:
    return from_seeds(name, [_whole(name)])


def _draw(name: str) -> Draw:
    """Creates the files when the first input is generated."""

    def draw(rng: random.Random) -> bytes:
        return _seeds(name)(rng)

    return draw


def _run(name: str) -> Callable[[bytes], None]:
    def run(data: bytes) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "file"
            path.write_bytes(data)
            KINDS[name][1](path)

    return run


for _name in KINDS:
    register(
        Target(
            _name,
            "a damaged file is refused before a library reads it; no process ends",
            _draw(_name),
            _run(_name),
        )
    )
