"""Models of people: their files, and agents that play like them."""

from __future__ import annotations

import importlib.resources
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import ClassVar

import numpy as np

from tamaya import _core
from tamaya.agents.native import CoreAgent, in_core
from tamaya.files import arrays, is_file, make_folder
from tamaya.game import Move, TamayaError, View
from tamaya.humans.decision_inputs import HIDDEN, KINDS, MARKS, SCENE
from tamaya.humans.learning import PersonWeights

FORMAT = 1


@dataclass(frozen=True, kw_only=True)
class Provenance:
    """How a model was trained. These fields are saved in its file."""

    what: str
    """one sentence that says whom the model plays like"""
    data: str
    """data set, licence, and which part of it"""
    people: int
    decisions: int
    lesson: Mapping[str, float]
    version: str
    found: Mapping[str, float] = field(default_factory=dict)
    """measured quality of its predictions, if any"""


@dataclass(frozen=True)
class PersonModel:
    """A trained model of people."""

    weights: PersonWeights
    provenance: Provenance

    def save(self, path: Path) -> None:
        """Writes the model to a file, atomically.

        :raises TamayaError: if the file cannot be written
        """
        shape = {"format": FORMAT, "shape": [KINDS, SCENE, MARKS, HIDDEN]}
        about = json.dumps(shape | asdict(self.provenance))
        make_folder(path.parent)
        weights = self.weights.flat.astype(np.float16)
        arrays.write(path, {"about": np.array(about), "weights": weights}, compressed=True)

    @classmethod
    def read(cls, path: Path) -> PersonModel:
        """Reads a file of `save`.

        :raises TamayaError: if it is not a model, is damaged, or belongs to another version
        """
        if not is_file(path):
            raise TamayaError(f"cannot read the model {str(path)!r}: no such file")
        try:
            stored = arrays.read(path)
            about = dict(json.loads(str(stored["about"])))
            flat = stored["weights"].astype(np.float32)
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            reason = f" ({error})" if isinstance(error, TamayaError) else ""
            raise TamayaError(f"{str(path)!r} is not a model of people{reason}") from None
        shape = [KINDS, SCENE, MARKS, HIDDEN]
        if about.pop("format", None) != FORMAT or about.pop("shape", None) != shape:
            raise TamayaError(f"{str(path)!r} is a model for another version of tamaya")
        try:
            return cls(PersonWeights.of(flat), Provenance(**about))
        except (TypeError, ValueError) as error:
            raise TamayaError(f"{str(path)!r} is not a model of people ({error})") from None

    def policy(self, *, likeliest: bool = False) -> _core.Policy:
        """The core's policy that plays like the model."""
        weights = self.weights.flat.astype(np.float16).astype(np.float32)
        return _core.Policy("person", {"likeliest": likeliest}, weights.tobytes())


@dataclass(frozen=True)
class PersonThoughts:
    """The probability of each move in the model, likeliest first."""

    kind: ClassVar[str] = "chances"

    move: Move | None
    chances: tuple[tuple[Move, float], ...]

    def __str__(self) -> str:
        chance = next((chance for move, chance in self.chances if move == self.move), 0.0)
        return f"{100 * chance:.0f} % of such people would do that"

    def lines(self) -> list[str]:
        """The moves with a probability of at least 1 %."""
        return [f"{move}: {100 * chance:.0f} %" for move, chance in self.chances if chance >= 0.01]

    def as_dict(self) -> dict[str, object]:
        """Everything as plain data."""
        return {"moves": [{"move": str(m), "chance": chance} for m, chance in self.chances]}


@in_core
class HumanAgent(CoreAgent):
    """Plays like people: draws each move with the probability that they make it."""

    def __init__(self, model: PersonModel, *, likeliest: bool = False, name: str = "human") -> None:
        super().__init__(name, model.policy(likeliest=likeliest))
        self.model = model
        self.likeliest = likeliest

    @property
    def parameters(self) -> Mapping[str, object]:
        """Provenance of the model, and whether it makes the likeliest move."""
        return {"provenance": self.model.provenance, "likeliest": self.likeliest}

    def probabilities(self, view: View) -> dict[Move, float]:
        """The probability of every legal move."""
        return dict(_core.person_chances(self.policy, view))

    def thoughts(self, view: View, decision: _core.Decision) -> PersonThoughts:
        """The probabilities of all moves."""
        ranked = sorted(self.probabilities(view).items(), key=lambda item: -item[1])
        return PersonThoughts(decision.move, tuple(ranked))


def shipped() -> dict[str, Path]:
    """Models that come with the package, by name."""
    folder = Path(str(importlib.resources.files("tamaya.humans").joinpath("models")))
    return {path.stem: path for path in sorted(folder.glob("*.npz"))}
