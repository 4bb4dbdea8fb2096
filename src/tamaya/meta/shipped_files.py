"""Reads and writes the files of the shipped detective: hypotheses, responses and their scores.

A file is JSON, so that reading it needs no optional library. Scores are in hundredths of a point.
"""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, TypedDict, cast

import numpy as np

from tamaya.files import write_whole
from tamaya.game import Setup, TamayaError
from tamaya.meta.detective import CAUTION, Detective
from tamaya.meta.experience import Experience
from tamaya.meta.investigation import Investigation
from tamaya.meta.mixed_pools import mixed_object, mixed_pool

FOLDER = Path(__file__).parent / "shipped"
FORMAT = "tamaya detective 1"
NAME = "detective"
MARGIN = 1.0
"""points: about twice the standard error of a difference in the files. With 0.5, unknown rule lists
were often taken for people, and answered by the companion, which cost 0.3 points"""
SAMPLES, MOST_SAMPLES = 16, 40
"""imagined positions for all hypotheses and for plausible ones, shared between the partners; hints
of conventions depend on cards that are unknown, so a few positions say little about them"""
Meets = Literal["anyone", "people"]
"""partners that a detective expects"""
_PEOPLE = "human:"
_IN_PLACE = "in_place"


class _File(TypedDict):
    """The entries of a file."""

    format: str
    version: str
    setup: str
    games: int
    first_seed: int
    default: str
    whole_games: list[str]
    weights: list[float]
    hypotheses: dict[str, object]
    responses: dict[str, object]
    scores: list[list[int]]
    samples: dict[str, str]


@dataclass(frozen=True)
class Case:
    """What a shipped detective knows about games of one kind."""

    experience: Experience
    weights: tuple[float, ...]
    """prior weight of each hypothesis"""
    default: str
    """response to a partner that resembles no hypothesis"""
    whole_games: tuple[str, ...]
    """responses that must not begin within a game"""

    def detective(self, name: str = NAME, search: Investigation | None = None) -> Detective:
        """The detective that knows this."""
        partners = self.experience.setup.players - 1
        return Detective(
            self.experience,
            samples=min(8, SAMPLES // partners),
            prior=self.weights,
            caution=CAUTION,
            default=self.default,
            margin=MARGIN,
            most_samples=MOST_SAMPLES // partners,
            whole_games=self.whole_games,
            search=search,
            name=name,
        )

    def for_people(self) -> Case:
        """The same for partners that probably are people: the default is the response with the
        highest mean score with models of people.
        """
        known = self.experience
        people = [name.startswith(_PEOPLE) for name in known.hypotheses.names]
        means = known.scores[:, people].mean(axis=1)
        whole = [name in self.whole_games for name in known.responses.names]
        best = int(np.where(whole, -np.inf, means).argmax())
        return dataclasses.replace(self, default=known.responses.names[best])

    def without(self, left_out: frozenset[str]) -> Case:
        """The same without some hypotheses and responses; the default response stays."""
        known = self.experience
        columns = [i for i, name in enumerate(known.hypotheses.names) if name not in left_out]
        rows = [
            i
            for i, name in enumerate(known.responses.names)
            if name not in left_out or name == self.default
        ]
        hypotheses, responses = (
            type(pool)(pool.name, tuple(pool.agents[i] for i in places), pool.setup)
            for pool, places in ((known.hypotheses, columns), (known.responses, rows))
        )
        experience = Experience(
            hypotheses=hypotheses,
            responses=responses,
            setup=known.setup,
            scores=np.ascontiguousarray(known.scores[np.ix_(rows, columns)]),
            features={},
            games=known.games,
            first_seed=known.first_seed,
            version=known.version,
        )
        weights = tuple(self.weights[i] for i in columns)
        whole = tuple(name for name in self.whole_games if name in responses.names)
        return Case(experience, weights, self.default, whole)


def file_for(setup: Setup, folder: Path = FOLDER) -> Path:
    """The file for games of a set-up: by how hands are refilled, and the number of players."""
    kind = "competition" if setup.refill == _IN_PLACE else "standard"
    return folder / f"{kind}-{setup.players}p.json"


def shipped_detective(
    setup: Setup,
    search: Investigation | None = None,
    name: str = NAME,
    meets: Meets = "anyone",
) -> Detective:
    """The shipped detective for a set-up."""
    return _detective(file_for(setup), search, name, meets)


@cache
def _detective(file: Path, search: Investigation | None, name: str, meets: Meets) -> Detective:
    case = _case(file)
    return (case.for_people() if meets == "people" else case).detective(name, search)


@cache
def _case(file: Path) -> Case:
    return read(file)


def write(case: Case, file: Path) -> None:
    """Writes a file that `read` reads back."""
    known = case.experience
    data = {
        "format": FORMAT,
        "version": known.version,
        "setup": str(known.setup),
        "games": known.games,
        "first_seed": known.first_seed,
        "default": case.default,
        "whole_games": list(case.whole_games),
        "weights": list(case.weights),
        "hypotheses": mixed_object(known.hypotheses),
        "responses": mixed_object(known.responses),
        "scores": np.rint(known.scores * 100).astype(int).tolist(),
        "samples": known.samples(),
    }
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in data.items())
    write_whole(file, f"{{\n{lines}\n}}\n")


def samples(file: Path) -> dict[str, str]:
    """Hashes of games of the agents of a file, as `Experience.samples` gave them."""
    return dict(_loaded(file)["samples"])


def read(file: Path) -> Case:
    """Reads a file of the shipped detective.

    :raises TamayaError: if it cannot be read, or is damaged
    """
    data = _loaded(file)
    try:
        experience = Experience(
            hypotheses=mixed_pool(data["hypotheses"]),
            responses=mixed_pool(data["responses"]),
            setup=Setup.parse(data["setup"]),
            scores=np.array(data["scores"], np.float64) / 100,
            features={},
            games=int(data["games"]),
            first_seed=int(data["first_seed"]),
            version=str(data["version"]),
        )
        weights = tuple(map(float, data["weights"]))
        whole_games = tuple(map(str, data["whole_games"]))
        return Case(experience, weights, str(data["default"]), whole_games)
    except (KeyError, TypeError, ValueError) as error:
        raise TamayaError(f"the detective's file {str(file)!r} is damaged: {error}") from None


def _loaded(file: Path) -> _File:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise TamayaError(f"cannot read the detective's file {str(file)!r}: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise TamayaError(f"{str(file)!r} is no file of the detective (expected {FORMAT!r})")
    return cast(_File, data)
