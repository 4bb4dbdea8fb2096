"""Settings of an evolution run. They determine its result and are saved with it."""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, get_args

from tamaya.features import features as features_by_name
from tamaya.game import Setup, TamayaError, UnknownNameError
from tamaya.rules import rulebook

Decks = Literal["batch", "shared", "fresh"]
Cells = Literal["grid", "cvt", "sliding"]
Incumbent = Literal["keep", "replace"]
Empty = Literal["accept", "beat_empty_genome"]
Objective = Literal["self_play", "mean", "worst", "regret"]

_LIMITS: dict[str, tuple[float, float]] = {
    "length": (1, 80),
    "candidates": (1, 10**9),
    "random_start": (1, 10**9),
    "batch": (1, 100_000),
    "games": (1, 100_000),
    "extra": (1, 10_000),
    "contenders": (1, 1000),
    "seed": (0, 2**63 - 1),
    "crossover": (0, 1),
    "mutation": (0, 1),
    "shift": (0, 1),
    "margin": (0, 10),
}


@dataclass(frozen=True, kw_only=True)
class EvolutionSettings:
    """Settings of a run. Equal settings give equal archives, whatever backend plays the games."""

    features: tuple[str, ...] = ("communicativeness", "information_per_play")
    """behaviour features that span the map, in the order of the indices of a niche"""
    grid: tuple[int, ...] = (5, 5)
    """number of cells along each feature; for `cvt`, one number: the cells of the whole map"""
    cells: Cells = "grid"
    """shape of the cells: `grid` (equal boxes), `cvt` (a centroidal Voronoi tessellation) or
    `sliding` (boxes whose borders follow the elites)"""
    rulebook: str = "tamaya"
    setup: str = "standard"
    """set-up of the games, as `Setup.parse` reads it"""
    length: int = 15
    """rules in a genome"""
    gives_up: bool = False
    """whether the agent forfeits the game when a rule throws or no rule applies, as in the program
    of 2019"""
    candidates: int = 1_000_000
    """genomes evaluated in all, the random start included"""
    random_start: int = 10_000
    """number of random genomes at the start; no genome holds a rule twice"""
    batch: int = 1000
    """genomes created and played at a time; with 1 the algorithm goes step by step"""
    games: int = 50
    """games of a candidate before it is compared"""
    crossover: float = 0.1
    """chance of a second parent, which then gives each gene with chance 1/2"""
    mutation: float = 0.1
    """chance of each gene to become a random rule"""
    shift: float = 0.3
    """chance that one gene moves to another place of its genome"""
    parents: Literal["elites", "cells"] = "elites"
    """draw parents from all elites, or from all cells; empty cells then hold the empty genome"""
    decks: Decks = "batch"
    """`batch`: all candidates of a batch and the elites of their cells play the same decks;
    `shared`: each candidate plays decks of its own, and the elite of its cell plays the same;
    `fresh`: a candidate and the elite of its cell play different decks"""
    extra: int = 20
    """with `batch` decks: a candidate that beats the elite plays more games, up to this multiple
    of `games`, and drops out as soon as it is clearly behind"""
    contenders: int = 8
    """with `batch` decks: candidates of a batch that may play more games for one cell, at most"""
    margin: float = 3.0
    """with `batch` decks: how many standard errors a new elite must lie inside its cell"""
    incumbent: Incumbent = "keep"
    """with `shared` or `fresh` decks: `keep` an elite's score when it plays again, or `replace` it;
    with `batch` decks the score is always the mean of all its games"""
    empty: Empty = "accept"
    """which candidates may enter an empty cell: all (`accept`), or those that beat the empty genome
    (gene 0 in every place)"""
    strict: bool = False
    """whether bombed games score 0"""
    objective: Objective = "self_play"
    """`self_play`, or with `partners`: the `mean` score with them, the score with the `worst` of
    them, or the negative largest `regret` against the best response known to each"""
    partners: str = ""
    """pool of partners for the objective"""
    seeds_from: tuple[str, ...] = ()
    """names of agents that start the archive; their rules must be in the rulebook"""
    seed: int = 0
    extended_from: tuple[int, ...] = ()
    """numbers of candidates that the run had before it was extended; a batch ends at each"""

    def __post_init__(self) -> None:
        self._check_kinds()
        features_by_name(*self.features)
        self._check_numbers()
        for name, kind in (
            ("decks", Decks),
            ("cells", Cells),
            ("incumbent", Incumbent),
            ("empty", Empty),
            ("objective", Objective),
        ):
            if getattr(self, name) not in get_args(kind):
                value = getattr(self, name)
                raise UnknownNameError(f"{name} {value!r} (expected {', '.join(get_args(kind))})")
        Setup.parse(self.setup)
        stages = (0, *self.extended_from, self.candidates)
        if any(end <= start for start, end in pairwise(stages)):
            raise TamayaError(
                f"extended_from = {self.extended_from!r} (expected rising numbers from 1 to "
                f"{self.candidates - 1})"
            )
        if (self.objective == "self_play") == bool(self.partners):
            raise TamayaError(
                f"objective {self.objective!r} with partners {self.partners!r} (expected no "
                "partners for 'self_play', and partners for every other objective)"
            )

    def _check_kinds(self) -> None:
        """Checks that every setting has the type of its default."""
        for name, (kind, expected) in _KINDS.items():
            if not kind(getattr(self, name)):
                raise TamayaError(f"{name} = {getattr(self, name)!r} (expected {expected})")

    def _check_numbers(self) -> None:
        book = rulebook(self.rulebook)
        if not self.features:
            raise TamayaError("no features (expected at least one, like 'communicativeness')")
        if len(set(self.features)) < len(self.features):
            raise TamayaError(f"a feature is listed twice: {', '.join(self.features)}")
        wanted = 1 if self.cells == "cvt" else len(self.features)
        size = 1
        for cells in self.grid:
            size *= cells
        if len(self.grid) != wanted or min(self.grid) < 1 or not 2 <= size <= 100_000:
            text = "x".join(map(str, self.grid))
            raise TamayaError(
                f"impossible grid {text!r} for {len(self.features)} features (expected {wanted} "
                "numbers of cells like 5x5, 2 to 100,000 cells in all)"
            )
        for name, (low, high) in _LIMITS.items():
            value = getattr(self, name)
            if not low <= value <= high:
                raise TamayaError(f"{name} = {value} (expected {low} to {high})")
        if self.length > len(book):
            raise TamayaError(
                f"length = {self.length}, but the rulebook {self.rulebook!r} has only {len(book)} "
                "rules"
            )

    @property
    def game(self) -> Setup:
        """The set-up that is played."""
        return Setup.parse(self.setup)

    def candidates_before(self, batch: int) -> int:
        """Number of candidates before a batch; all candidates if the run has fewer batches."""
        start = 0
        for end in (*self.extended_from, self.candidates):
            count = -(-(end - start) // self.batch)
            if batch < count:
                return start + batch * self.batch
            batch, start = batch - count, end
        return start

    @property
    def batches(self) -> int:
        """Number of batches of the whole run."""
        ends = (*self.extended_from, self.candidates)
        return sum(-(-(end - start) // self.batch) for start, end in pairwise((0, *ends)))

    def as_dict(self) -> dict[str, object]:
        """The settings by name, without `extended_from` for a run that was never extended."""
        values = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        if not self.extended_from:
            del values["extended_from"]
        return values

    def to_toml(self) -> str:
        """Text that `from_toml` reads back."""
        return "".join(f"{name} = {toml_value(value)}\n" for name, value in self.as_dict().items())

    @classmethod
    def from_toml(cls, text: str) -> EvolutionSettings:
        """Parses settings.

        :raises TamayaError: if the text holds no settings, or a setting that this version lacks
        """
        try:
            data = tomllib.loads(text)
        except (ValueError, RecursionError) as error:  # too many digits, or too many brackets
            raise TamayaError(f"not settings: {text[:60]!r}: {error}") from None
        known = {field.name for field in dataclasses.fields(cls)}
        foreign = sorted(data.keys() - known)
        if foreign:
            raise TamayaError(
                f"unknown settings {', '.join(foreign)} (were they made by another version?)"
            )
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
        }
        try:
            return cls(**values)
        except TypeError as error:  # a value of another type, such as a number for a name
            raise TamayaError(f"not settings: {error}") from None


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return _is_whole(value) or isinstance(value, float)


def _all_are(kind: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, tuple) and all(map(kind, value))


def _is(kind: type) -> Callable[[object], bool]:
    return lambda value: isinstance(value, kind)


_BY_DEFAULT: dict[type, tuple[Callable[[object], bool], str]] = {
    bool: (_is(bool), "True or False"),
    int: (_is_whole, "a whole number"),
    float: (_is_number, "a number"),
    str: (_is(str), "text"),
}
_KINDS = {
    field.name: _BY_DEFAULT[type(field.default)]
    for field in dataclasses.fields(EvolutionSettings)
    if type(field.default) in _BY_DEFAULT
} | {
    "features": (_all_are(_is(str)), "a tuple of names"),
    "seeds_from": (_all_are(_is(str)), "a tuple of names"),
    "grid": (_all_are(_is_whole), "a tuple of whole numbers"),
    "extended_from": (_all_are(_is_whole), "a tuple of whole numbers"),
}


def toml_value(value: object) -> str:
    """A number, a text or a tuple of them, in TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return repr(value)
