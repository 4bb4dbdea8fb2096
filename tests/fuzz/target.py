"""What a fuzzing target is, and the registry of all of them."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from tamaya import TamayaError

CORPUS = Path(__file__).with_name("corpus")
"""inputs that were once mishandled, by target"""

Draw = Callable[[random.Random], bytes]
Run = Callable[[bytes], None]


class Refused(Exception):
    """The input was refused in an orderly way."""


@dataclass(frozen=True)
class Target:
    """Something that is given inputs, each as bytes, so that any of them can be kept in a file."""

    name: str
    promise: str
    """what always holds, in a sentence"""
    draw: Draw
    """a random input"""
    run: Run
    """raises `Refused` or `TamayaError` where it refuses; whatever else it raises is a bug"""
    slow: bool = False
    """a single input takes seconds"""
    seconds: float = 20.0
    """after which a single input counts as a hang"""

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
"""servers and folders that targets need until the end; whoever runs them closes it"""
MODULES = tuple(
    f"tests.fuzz.{name}"
    for name in (
        "parsers",
        "stored",
        "served",
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
"""those that register targets"""


def load(*modules: str) -> None:
    """Imports modules, which register their targets."""
    for module in modules:
        importlib.import_module(module)


def register(target: Target) -> None:
    """Adds a target; modules of this folder do so when they are imported."""
    assert target.name not in TARGETS, target.name
    TARGETS[target.name] = target


def corpus(name: str) -> list[Path]:
    """Kept inputs of a target, in a fixed order."""
    return sorted((CORPUS / name).glob("*")) if (CORPUS / name).is_dir() else []
