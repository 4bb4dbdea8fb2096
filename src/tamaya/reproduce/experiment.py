"""Experiments: definition, settings, results and registry."""

from __future__ import annotations

import dataclasses
import difflib
import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, TypedDict, TypeVar, get_args

import tamaya as ty
from tamaya.game import Seed, TamayaError, UnknownNameError
from tamaya.reproduce import data, processor_time
from tamaya.reproduce.data import Need
from tamaya.reproduce.equivalence import NumberDifference, Verdict

if TYPE_CHECKING:
    from tamaya.reproduce.grid import Grid

Scale = Literal["tiny", "quick", "paper"]
SCALES: tuple[Scale, ...] = get_args(Scale)
Duration = Literal["seconds", "a minute", "long"]
"""how long the paper's scale takes on two cores, once all data and runs exist"""
Progress = Callable[[float], None]
"""called from time to time with the share of the work that is done"""
DIGITS = 4
"""decimals in result files"""


class Judgement(TypedDict, total=False):
    """How a cell is judged; see `TableCell`."""

    their_sem: float
    margin: float
    same: bool


@dataclass(frozen=True, kw_only=True)
class TableCell:
    """One measured number, with the published number if there is one."""

    measure: str
    """name of the measured quantity, like 'communicativeness' or 'score'"""
    players: int
    row: str
    column: str
    ours: float
    """our number; nan if there was nothing to measure"""
    sem: float
    """standard error of `ours`; nan for numbers that are counted, not estimated"""
    theirs: float | None = None
    """the published number"""
    their_sem: float | None = None
    """standard error of `theirs`; None if unknown, then it is taken to be ours"""
    margin: float | None = None
    """largest difference that does not matter (see `equivalence`); None if not judged"""
    same: bool | None = None
    """true if both measure the same thing: then they may not differ by more than three errors"""
    agrees: bool | None = None
    """whether a counted number or a statement of the paper agrees (see `Experiment.criterion`)"""

    @property
    def difference(self) -> NumberDifference:
        """Ours minus theirs."""
        assert self.theirs is not None
        their_sem = self.sem if self.their_sem is None else self.their_sem
        return NumberDifference(self.ours - self.theirs, math.hypot(self.sem, their_sem))

    @property
    def verdict(self) -> Verdict | None:
        """Whether the number agrees with the published one; None if it is not judged."""
        if self.agrees is not None:
            return "agrees" if self.agrees else "differs"
        if self.theirs is None or self.margin is None:
            return None
        if self.same and self.difference.is_significant:
            return "differs"
        return self.difference.verdict(self.margin)


def cell(  # noqa: PLR0913
    measure: str,
    row: str,
    column: str,
    ours: ty.Estimate | float,
    *,
    players: int = 2,
    sem: float = math.nan,
    theirs: float | None = None,
    their_sem: float | None = None,
    margin: float | None = None,
    same: bool | None = None,
    agrees: bool | None = None,
) -> TableCell:
    """A cell with an estimate, or with a plain number and its error `sem`, if it has one."""
    return TableCell(
        measure=measure,
        players=players,
        row=row,
        column=column,
        ours=float(ours.mean if isinstance(ours, ty.Estimate) else ours),
        sem=ours.sem if isinstance(ours, ty.Estimate) else sem,
        theirs=theirs,
        their_sem=their_sem,
        margin=margin,
        same=same,
        agrees=agrees,
    )


@dataclass(frozen=True, kw_only=True)
class Result:
    """The numbers of one run, with everything needed to repeat it."""

    experiment: str
    scale: Scale | Literal["own"]
    """the scale; `own` if other settings than those of a scale were asked for"""
    args: Mapping[str, object]
    version: str
    """version of Tamaya"""
    seeds: tuple[Seed, Seed]
    """seeds of the first and the last deck"""
    minutes: float | None = dataclasses.field(default=None, compare=False)
    """processor time of all threads, without the evolution of missing runs; None if unknown"""
    cells: tuple[TableCell, ...]

    @property
    def compared(self) -> list[TableCell]:
        """Cells that are judged."""
        return [cell for cell in self.cells if cell.verdict is not None]

    @property
    def agreeing(self) -> int:
        """The number of cells that agree with the published number."""
        return sum(cell.verdict == "agrees" for cell in self.compared)

    def cell(self, measure: str, players: int, row: str, column: str) -> TableCell:
        """The cell with this measure, number of players, row and column."""
        wanted = (measure, players, row, column)
        return next(c for c in self.cells if (c.measure, c.players, c.row, c.column) == wanted)

    def to_json(self) -> str:
        """JSON that `from_json` reads back: one line per cell, rounded, null for nan."""
        head = {
            field.name: getattr(self, field.name)
            for field in dataclasses.fields(self)
            if field.name != "cells"
        }
        lines = [json.dumps(_plain(cell)) for cell in self.cells]
        opened = json.dumps(head, indent=2).removesuffix("\n}")
        return f'{opened},\n  "cells": [\n    ' + ",\n    ".join(lines) + "\n  ]\n}\n"

    @classmethod
    def from_json(cls, text: str) -> Result:
        """Parses a result.

        :raises TamayaError: if the text is not a result
        """
        try:
            fields = json.loads(text)
            cells = tuple(_cell(**cell) for cell in fields.pop("cells"))
            return cls(cells=cells, seeds=tuple(fields.pop("seeds")), **fields)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise TamayaError(f"not a result: {text[:60]!r}: {error}") from error


def _plain(cell: TableCell) -> dict[str, object]:
    fields = {k: v for k, v in dataclasses.asdict(cell).items() if v is not None}
    rounded = {k: round(v, DIGITS) if isinstance(v, float) else v for k, v in fields.items()}
    missing = {k for k, v in rounded.items() if isinstance(v, float) and math.isnan(v)}
    return {k: None if k in missing else v for k, v in rounded.items()}


def _cell(*, ours: float | None, sem: float | None, **others: Any) -> TableCell:
    numbers = [math.nan if number is None else number for number in (ours, sem)]
    return TableCell(ours=numbers[0], sem=numbers[1], **others)


@dataclass(frozen=True, kw_only=True)
class Args:
    """Settings of an experiment: everything that decides its numbers."""

    @property
    def decks(self) -> tuple[Seed, Seed]:
        """Seeds of the first and the last deck."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class MatchArgs(Args):
    """Settings of experiments in which every team plays the same decks."""

    games: int
    """games of each team"""
    first_seed: Seed = 0
    """seed of the first deck"""

    @property
    def decks(self) -> tuple[Seed, Seed]:
        """Seeds of the first and the last deck."""
        return self.first_seed, self.first_seed + self.games - 1


@dataclass(frozen=True, kw_only=True)
class EpisodeArgs(Args):
    """Settings of experiments with episodes. Each episode has its own decks."""

    episodes: int = 200
    """episodes with each partner"""
    games: int = 10
    """games of an episode"""
    training_games: int = 400
    """games of each pair in the meta-agent's experience"""
    first_seed: Seed = 1_000_000
    """seed of the first deck; training uses the decks from seed 0"""

    @property
    def decks(self) -> tuple[Seed, Seed]:
        """Seeds of the first and the last deck."""
        return self.first_seed, self.first_seed + self.episodes * self.games - 1


ArgsT = TypeVar("ArgsT", bound=Args)


@dataclass(frozen=True, kw_only=True)
class Experiment(Generic[ArgsT]):
    """A table or figure of a paper, and how to measure it again."""

    name: str
    paper: str
    what: str
    """what the table or figure shows"""
    source: str = "the paper"
    """source of the published numbers"""
    same_agents: bool = True
    """whether the paper's own agents are measured, so that numbers differ only by chance"""
    criterion: str = ""
    """when a counted number or a statement agrees; estimates follow `equivalence`"""
    groups: Mapping[str, Literal["row", "column"]] = dataclasses.field(default_factory=dict)
    """by measure: whether the numbers of a row or of a column are summarized in one line; the
    numbers of other measures are summarized together"""
    labels: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """by the name of a line: what a page calls it, where the name alone is hard to understand"""
    beyond: bool = False
    """whether it goes beyond the paper"""
    why: str = ""
    """why numbers differ from the published ones, where they do"""
    needs: tuple[Need, ...] = ()
    """data that this package cannot contain, and evolution runs"""
    estimated_minutes: int | None = None
    """processor minutes of the paper's scale, estimated by `benchmarks/stranger_minutes.py`; for
    experiments whose results are older than the field `minutes`"""
    trains: bool = False
    """whether it trains weights by matrix products, which other processors round differently"""
    duration: Duration = "seconds"
    scales: Mapping[Scale, ArgsT]
    """settings for each scale"""
    measure: Callable[[ArgsT, Progress], list[TableCell]]
    draw: Callable[[Result, Path], None]
    """draws a picture of a result into a file"""
    grids: Callable[[Result], list[Grid]]
    """makes the tables of the page; a terminal shows the first"""
    notes: str = ""
    """text for the page: choices that were made, and why numbers differ"""

    def args(self, scale: Scale, *, budget: int | None = None) -> ArgsT:
        """The settings of a scale.

        :param budget: rollouts per move of searching agents
        :raises TamayaError: if there is no such scale, or `budget` is given and nothing searches
        """
        if scale not in self.scales:
            raise TamayaError(f"no scale {scale!r} (expected one of {', '.join(SCALES)})")
        args = self.scales[scale]
        if budget is None:
            return args
        if not hasattr(args, "budget"):
            raise TamayaError(
                f"budget = {budget}, but nothing searches in {self.name} (expected no budget)"
            )
        return dataclasses.replace(args, budget=budget)  # type: ignore[call-arg]

    def run(
        self, scale: Scale, progress: Progress = lambda _: None, *, budget: int | None = None
    ) -> Result:
        """Measures the table or figure at a scale.

        :param budget: rollouts per move of searching agents
        :raises TamayaError: if there is no such scale, or `budget` is given and nothing searches
        :raises MissingData: if data that the experiment needs is absent
        """
        args = self.args(scale, budget=budget)
        for need in self.needs:
            data.check(need)
        clock = processor_time.Clock()
        cells = tuple(self.measure(args, progress))
        return Result(
            experiment=self.name,
            scale=scale if args == self.scales[scale] else "own",
            args=dataclasses.asdict(args),
            version=ty.__version__,
            seeds=args.decks,
            minutes=clock.minutes,
            cells=cells,
        )


# Experiments with any type of settings are in one registry; only the experiment reads its settings.
_experiments: dict[str, Experiment[Any]] = {}


def register(new: Experiment[ArgsT]) -> Experiment[ArgsT]:
    """Adds an experiment to those that `tamaya reproduce` knows by name."""
    _experiments[new.name] = new
    return new


def experiment_names() -> list[str]:
    """Names of all experiments."""
    return sorted(_experiments)


def experiment(name: str) -> Experiment[Any]:
    """An experiment by name.

    :raises UnknownNameError: if there is none; the message lists near names
    """
    if name not in _experiments:
        near = difflib.get_close_matches(name, _experiments, n=3, cutoff=0.3) or experiment_names()
        raise UnknownNameError(f"no experiment {name!r} (near names: {', '.join(near)})")
    return _experiments[name]
