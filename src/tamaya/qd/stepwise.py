"""MAP-Elites as published: an elite plays again for each candidate that challenges it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tamaya.qd.archive import Archive, Elites, behaviour
from tamaya.qd.draws import Purpose, RandomStream
from tamaya.qd.objective import Evaluator, PlayedGames
from tamaya.qd.variation import Batch, Genes

_AHEAD = 2
"""challengers of a cell whose games are played in advance, at least; more if the backend idles"""


def parents(archive: Archive, elites: Elites) -> Genes:
    """Genomes that may have children: all elites, or all cells; empty cells hold only gene 0."""
    if archive.settings.parents == "elites":
        return elites.genes
    cells = np.zeros((archive.size, archive.settings.length), np.uint16)
    cells[elites.cells] = elites.genes
    return cells


def compete(archive: Archive, elites: Elites, evaluator: Evaluator, batch: Batch) -> Elites:
    """Lets the candidates of a batch challenge the elites of their cells, one after the other.

    The result is that of going step by step, but games are played in large batches: first those of
    all candidates, then those of all cells side by side. An elite plays for its next few
    challengers in advance; if one of them takes the cell, the games for the later ones are thrown
    away.
    """
    settings, count = archive.settings, len(batch.genes)
    seeds = RandomStream(settings.seed, Purpose.decks, batch.number).seeds(count)
    elite_seeds = RandomStream(settings.seed, Purpose.incumbent_decks, batch.number).seeds(count)
    new = _candidates(archive, evaluator, batch, evaluator.play(batch.genes, seeds))
    queues = _queues(new.cells)
    cells = _Cells(archive, elites, new)
    while queues:
        ahead = max(_AHEAD, evaluator.backend.width // len(queues))
        waiting = [(cell, row) for cell, queue in queues.items() for row in queue[:ahead]]
        rows = np.array([row for _, row in waiting])
        elite_genes = cells.genes[[cell for cell, _ in waiting]]
        replayed = evaluator.play(
            elite_genes, (seeds if settings.decks == "shared" else elite_seeds)[rows]
        )
        results = dict(zip(rows.tolist(), evaluator.fitness(replayed.scores), strict=True))
        for cell in list(queues):
            turns_taken, winner = cells.challenge(cell, queues[cell][:ahead], results)
            if winner is not None:
                cells.take(cell, winner)
            queues[cell] = queues[cell][turns_taken:]
            if not queues[cell]:
                del queues[cell]
    return cells.elites()


def _queues(cells: NDArray[np.int64]) -> dict[int, list[int]]:
    """The candidates of each cell, as rows in their order."""
    queues: dict[int, list[int]] = {}
    for row, cell in enumerate(cells.tolist()):
        queues.setdefault(cell, []).append(row)
    return queues


def _candidates(
    archive: Archive, evaluator: Evaluator, batch: Batch, played: PlayedGames
) -> Elites:
    """The candidates in the form of elites."""
    measured = behaviour(archive.settings, played.counters)
    count = len(batch.genes)
    return Elites(
        cells=archive.cell_of(measured),
        genes=batch.genes,
        fitness=evaluator.fitness(played.scores),
        games=np.full(count, evaluator.block_games, np.int64),
        counters=played.counters,
        blocks=np.ones(count, np.int64),
        feature_sums=measured,
        feature_squares=measured**2,
        born=batch.born,
    )


class _Cells:
    """The whole map during a batch, empty cells included."""

    def __init__(self, archive: Archive, elites: Elites, new: Elites) -> None:
        self._settings, self._before, self._new = archive.settings, elites, new
        self.genes = np.zeros((archive.size, archive.settings.length), np.uint16)
        self.genes[elites.cells] = elites.genes
        self._filled = np.zeros(archive.size, np.bool_)
        self._filled[elites.cells] = True
        self._fitness = np.zeros(archive.size)
        self._fitness[elites.cells] = elites.fitness
        self._taken: dict[int, int] = {}

    def challenge(
        self, cell: int, queue: list[int], replayed: dict[int, float]
    ) -> tuple[int, int | None]:
        """Lets a queue of candidates challenge the elite, until one of them wins.

        Returns how many had their turn, and the row of the winner, if any.
        """
        for place, row in enumerate(queue):
            if not self._filled[cell] and self._settings.empty == "accept":
                return place + 1, row
            if self._new.fitness[row] > replayed[row]:
                return place + 1, row
            if self._settings.incumbent == "replace":
                self._fitness[cell] = replayed[row]
        return len(queue), None

    def take(self, cell: int, row: int) -> None:
        """Makes a candidate the elite of a cell."""
        self.genes[cell], self._fitness[cell] = self._new.genes[row], self._new.fitness[row]
        self._filled[cell] = True
        self._taken[cell] = row

    def elites(self) -> Elites:
        """The elites after the batch: old ones that kept their cell, and new ones."""
        stayed = self._before.rows(~np.isin(self._before.cells, list(self._taken)))
        new = self._new.rows(np.array(list(self._taken.values()), np.int64))
        after = stayed.joined(new).sorted()
        after.fitness = self._fitness[after.cells]
        return after
