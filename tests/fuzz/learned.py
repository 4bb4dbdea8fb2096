"""What training leaves behind: settings, checkpoints, and networks that are agents."""

from __future__ import annotations

import hashlib
import io
import json
import random
import re
import runpy
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.files import SEAL, sealed
from tamaya.learn.checkpoint import Checkpoint
from tamaya.learn.config import PRESETS, Config
from tests.fuzz.mutate import from_seeds
from tests.fuzz.parsers import text_target
from tests.fuzz.target import Draw, Run, Target, register
from tests.networks.networks import whole_network
from tests.truth import ROOT

SMALL = "standard colors=2 ranks=2 hand_size=2"


class _Settings:
    def __init__(self, text: str) -> None:
        self.config = Config.from_toml(text)

    def __str__(self) -> str:
        return self.config.to_toml()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Settings) and self.config == other.config

    __hash__ = None  # type: ignore[assignment]


text_target(
    "training settings",
    "settings of a training are of the right kind and range, or refused",
    [config.to_toml() for config in PRESETS.values()],
    _Settings,
    __name__,
)

_PART = b"\n-- part --\n"
"""stands between the two files of a checkpoint"""


@cache
def _checkpoint() -> bytes:
    content = io.BytesIO()
    np.savez(content, batches=np.array(3), curve=np.zeros((3, 4)))
    part = content.getvalue()
    about = {
        "format": "tamaya learning checkpoint 1",
        "batches": 3,
        "parts": ["checkpoint-3-0.part"],
        "bytes": len(part),
        "sha256": hashlib.sha256(part).hexdigest(),
    }
    return json.dumps(about, indent=1).encode() + _PART + part


def _load_checkpoint(data: bytes) -> None:
    """Reads a damaged checkpoint; then the same with a checksum that fits the damage."""
    about, _, part = data.partition(_PART)
    right = re.sub(rb"[0-9a-f]{64}", hashlib.sha256(part).hexdigest().encode(), about)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "checkpoint-3-0.part").write_bytes(part)
        for text in dict.fromkeys((about, right)):
            (folder / "checkpoint.json").write_bytes(text)
            try:
                Checkpoint(folder).load()
            except ty.TamayaError:
                if text == right:
                    raise


def _network() -> bytes:
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "file"
        whole_network(SMALL, hidden=(8, 8)).write(path)
        return path.read_bytes()


def _resealed(content: bytes) -> bytes:
    """The content with a checksum that fits its damage, if it still has one."""
    mark = SEAL.partition(":")[0].encode()
    blank = re.sub(mark + rb":[0-9a-f]{64}", SEAL.encode(), content)
    return sealed(blank) if SEAL.encode() in blank else content


def _play_network(data: bytes) -> None:
    """Plays a game with a damaged network; then with one whose checksum fits the damage."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "file.safetensors"
        for content in dict.fromkeys((data, _resealed(data))):
            path.write_bytes(content)
            try:
                ty.match(f"learned:{path}", "legal_random", games=1, setup=SMALL)
            except ty.TamayaError:
                if content != data or content == _resealed(data):
                    raise


def _onnx() -> bytes:
    write = runpy.run_path(str(ROOT / "examples" / "onnx_policy.py"))["write_network"]
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "file.onnx"
        write(path, ty.Setup.parse(SMALL))
        return path.read_bytes()


def _play_onnx(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "file.onnx"
        path.write_bytes(data)
        ty.match(f"onnx:{path}", "legal_random", games=1, setup=SMALL)


def _from(name: str, whole: Callable[[], bytes]) -> Draw:
    """Makes the file only when the first input is drawn."""

    @cache
    def draws() -> Draw:
        return from_seeds(name, [whole()])

    def draw(rng: random.Random) -> bytes:
        return draws()(rng)

    return draw


def _register(name: str, promise: str, whole: Callable[[], bytes], run: Run) -> None:
    register(Target(name, promise, _from(name, whole), run))


_register(
    "training checkpoints",
    "a damaged checkpoint of a training is refused, also where its checksum fits the damage",
    _checkpoint,
    _load_checkpoint,
)
_register(
    "learned networks",
    "a damaged network plays legal moves or is refused, also where its checksum fits the damage",
    _network,
    _play_network,
)
_register("ONNX networks", "a damaged ONNX file plays or is refused", _onnx, _play_onnx)
