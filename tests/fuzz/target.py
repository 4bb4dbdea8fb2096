"""Fuzzing targets and their registry."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from tamaya import TamayaError

CORPUS = Path(__file__).with_name("corpus")
"""inputs that once failed, by target"""

Draw = Callable[[random.Random], bytes]
Run = Callable[[bytes], None]


class Refused(Exception):
    """The input was refused properly."""


@dataclass(frozen=True)
class Target:
    """A function under test. Inputs are bytes, so that they can be stored in files."""

    name: str
    promise: str
    """the property that must always hold"""
    draw: Draw
    """a random input"""
    run: Run
    """raises `Refused` or `TamayaError` to refuse an input; any other exception is a bug"""
    slow: bool = False
    """a single input takes seconds"""
    seconds: float = 120.0
    """seconds after which an input counts as a hang"""

    module: str = ""
    """that registers it, if not the one of `run`"""

    @property
    def run_module(self) -> str:
        """What a process must import to run it."""
        return self.module or self.run.__module__

    def accepts(self, data: bytes) -> bool:
        """Runs one input; False if it was refused."""
        try:
            self.run(data)
        except (TamayaError, Refused):
            return False
        return True


TARGETS: dict[str, Target] = {}
RESOURCES = ExitStack()
"""servers and folders that targets need until the end; the runner closes it"""
MODULES = tuple(
    f"tests.fuzz.{name}"
    for name in (
        "parsers",
        "stored",
        "served",
        "served_study",
        "engine",
        "vectors",
        "learned",
        "misbehaving",
        "crashes",
        "killed_study",
        "limits",
        "full_database",
    )
)
"""modules that register targets"""


def load(*modules: str) -> None:
    """Imports modules, which register their targets."""
    for module in modules:
        importlib.import_module(module)


def register(target: Target) -> None:
    """Adds a target; modules of this folder do so when they are imported."""
    assert target.name not in TARGETS, target.name
    TARGETS[target.name] = target


def corpus(name: str) -> list[Path]:
    """Stored inputs of a target, in a fixed order."""
    return sorted((CORPUS / name).glob("*")) if (CORPUS / name).is_dir() else []
