"""The archive of elites and its cells. pyribs computes the cells that are no plain grid."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tamaya.extras import extra
from tamaya.features import COLUMNS, features
from tamaya.qd.settings import EvolutionSettings
from tamaya.qd.variation import Genes

if TYPE_CHECKING:
    from ribs.archives import CVTArchive, GridArchive, SlidingBoundariesArchive


@dataclass(eq=False)
class Elites:
    """Elites as arrays, one row each in the order of cells, with sums over all their games."""

    cells: NDArray[np.int64]
    genes: Genes
    fitness: NDArray[np.float64]
    """the objective, as the run measured it"""
    games: NDArray[np.int64]
    """games behind fitness and features"""
    counters: NDArray[np.uint64]
    """[elites, counters]"""
    blocks: NDArray[np.int64]
    """blocks of games behind `feature_sums` and `feature_squares`"""
    feature_sums: NDArray[np.float64]
    """features of single blocks, added up: [elites, features]"""
    feature_squares: NDArray[np.float64]
    """their squares, added up: [elites, features]"""
    born: NDArray[np.int64]
    """number of the candidate that became this elite"""

    @classmethod
    def none(cls, settings: EvolutionSettings) -> Elites:
        """An empty set of elites."""
        width = len(settings.features)
        return cls(
            np.zeros(0, np.int64),
            np.zeros((0, settings.length), np.uint16),
            np.zeros(0),
            np.zeros(0, np.int64),
            np.zeros((0, len(COLUMNS)), np.uint64),
            np.zeros(0, np.int64),
            np.zeros((0, width)),
            np.zeros((0, width)),
            np.zeros(0, np.int64),
        )

    def __len__(self) -> int:
        return len(self.cells)

    def rows(self, which: NDArray[np.int64] | NDArray[np.bool_]) -> Elites:
        """The elites in these rows."""
        return Elites(*(getattr(self, field.name)[which] for field in fields(self)))

    def joined(self, others: Elites) -> Elites:
        """These elites followed by others."""
        return Elites(
            *(
                np.concatenate([getattr(self, field.name), getattr(others, field.name)])
                for field in fields(self)
            )
        )

    def sorted(self) -> Elites:
        """The elites in the order of cells."""
        return self.rows(np.argsort(self.cells, kind="stable"))

    def feature_errors(self) -> NDArray[np.float64]:
        """Standard errors of the features, from the spread between blocks; inf for one block."""
        n = self.blocks[:, None].astype(np.float64)
        with np.errstate(invalid="ignore", divide="ignore"):
            variance = (self.feature_squares - self.feature_sums**2 / n) / (n - 1)
            errors = np.sqrt(np.maximum(variance, 0.0) / n)
        return np.where(n < 2, math.inf, errors)


def behaviour(settings: EvolutionSettings, counters: NDArray[np.uint64]) -> NDArray[np.float64]:
    """The run's features of each row of counters; 0 / 0 is 0, as in the published program."""
    columns = [feature.of_rows(counters) for feature in features(*settings.features)]
    return np.nan_to_num(np.stack(columns, axis=1), nan=0.0)


class Archive:
    """A pyribs archive whose elites can get worse, move and leave as they play more games."""

    def __init__(self, settings: EvolutionSettings) -> None:
        self.settings = settings
        self._elites = Elites.none(settings)

    @property
    def size(self) -> int:
        """Number of cells."""
        return math.prod(self.settings.grid)

    @property
    def ribs(self) -> GridArchive | CVTArchive | SlidingBoundariesArchive:
        """The pyribs archive itself, with the current elites."""
        self._fill()
        return self._ribs

    @cached_property
    def _ribs(self) -> GridArchive | CVTArchive | SlidingBoundariesArchive:
        """The pyribs archive, created when it is first needed: importing pyribs takes seconds."""
        return _new_archive(self.settings)

    def cell_of(self, measured: NDArray[np.float64]) -> NDArray[np.int64]:
        """The cell of each row of features."""
        if self.settings.cells == "grid":
            return self._box(measured)
        return np.asarray(self._ribs.index_of(measured), dtype=np.int64)

    def _box(self, measured: NDArray[np.float64]) -> NDArray[np.int64]:
        """The cell in a grid, computed as the published program does.

        A value exactly on a border can fall to either side by rounding; 1 belongs to the last cell.
        """
        dims = np.array(self.settings.grid)
        index = np.floor(measured / (1.0 / dims)).astype(np.int64)
        return np.asarray(np.ravel_multi_index(np.clip(index, 0, dims - 1).T, self.settings.grid))

    def niche(self, cell: int) -> tuple[int, ...]:
        """The place of a cell: one index for each feature, or the cell's number for `cvt`."""
        if self.settings.cells == "cvt":
            return (int(cell),)
        return tuple(int(i) for i in np.unravel_index(cell, self.settings.grid))

    def sure_cell(
        self, measured: NDArray[np.float64], errors: NDArray[np.float64]
    ) -> NDArray[np.int64]:
        """The cell of each row, or -1 if a shift within the margin leads into another cell."""
        cells = self.cell_of(measured)
        shift = np.nan_to_num(self.settings.margin * errors, nan=0.0, posinf=1.0)
        for corner in itertools.product((-1.0, 1.0), repeat=measured.shape[1]):
            nearby = np.clip(measured + np.array(corner) * shift, 0.0, 1.0)
            cells = np.where(self.cell_of(nearby) == cells, cells, -1)
        return cells

    def replace_elites(self, elites: Elites) -> None:
        """Replaces all elites."""
        self._elites = elites

    def _fill(self) -> None:
        elites, store = self._elites, self._ribs._store
        self._ribs.clear()
        if len(elites) == 0:
            return
        data: dict[str, Any] = {
            "solution": elites.genes,
            "objective": elites.fitness,
            "measures": behaviour(self.settings, elites.counters),
        }
        if "threshold" in store.field_list:
            data["threshold"] = elites.fitness
        store.add(elites.cells.astype(np.int32), data)
        self._ribs._stats_update(elites.fitness.sum(), elites.cells[np.argmax(elites.fitness)])

    def borders(self) -> NDArray[np.float64]:
        """Borders of a sliding archive, to save them; an empty array for other archives."""
        if self.settings.cells != "sliding":
            return np.zeros((0, 0))
        return np.array(self._sliding._boundaries)

    @property
    def _sliding(self) -> SlidingBoundariesArchive:
        assert self.settings.cells == "sliding"
        return self._ribs  # type: ignore[return-value]

    def set_borders(self, borders: NDArray[np.float64]) -> None:
        """Restores saved borders."""
        if self.settings.cells == "sliding":
            self._sliding._boundaries = borders.copy()

    def slide(self, measured: NDArray[np.float64]) -> None:
        """Moves the borders of a sliding archive to quantiles of these features."""
        if self.settings.cells != "sliding" or len(measured) == 0:
            return
        for axis, cells in enumerate(self.settings.grid):
            quantiles = np.quantile(measured[:, axis], np.arange(1, cells) / cells)
            self._sliding._boundaries[axis, 1:cells] = quantiles


def _new_archive(
    settings: EvolutionSettings,
) -> GridArchive | CVTArchive | SlidingBoundariesArchive:
    with extra("evolve", "evolution needs pyribs"):
        from ribs.archives import (  # noqa: PLC0415 (slow to import)
            CVTArchive,
            GridArchive,
            SlidingBoundariesArchive,
        )
    ranges = [(0.0, 1.0)] * len(settings.features)
    if settings.cells == "cvt":
        samples = max(10_000, 20 * settings.grid[0])
        return CVTArchive(
            solution_dim=settings.length,
            centroids=settings.grid[0],
            ranges=ranges,
            seed=settings.seed,
            samples=samples,
            solution_dtype=np.uint16,
            objective_dtype=np.float64,
            measures_dtype=np.float64,
        )
    archive_class = SlidingBoundariesArchive if settings.cells == "sliding" else GridArchive
    return archive_class(
        solution_dim=settings.length,
        dims=settings.grid,
        ranges=ranges,
        solution_dtype=np.uint16,
        objective_dtype=np.float64,
        measures_dtype=np.float64,
    )
