"""Our MAP-Elites: candidates and elites play the same decks, and close calls play more games.

All candidates of a batch and the elites of their cells play one block of decks. A candidate that
beats the elite of its cell becomes a contender. Contenders and elites then play further blocks, the
same for all, twice as many in each round; a contender that is clearly behind drops out. At the end
the best contender that surely lies inside the cell takes it. An elite is measured over all its
games, and moves when they put it into another cell.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya.qd.archive import Archive, Elites, behaviour
from tamaya.qd.draws import Purpose, RandomStream
from tamaya.qd.objective import Evaluator, PlayedGames
from tamaya.qd.variation import Batch, Genes

_CLEARLY = 2.0
"""a contender drops out when it is more standard errors than this behind the elite"""


def compete(archive: Archive, elites: Elites, evaluator: Evaluator, batch: Batch) -> Elites:
    """Lets the candidates of a batch challenge the elites."""
    seed = RandomStream(archive.settings.seed, Purpose.decks, batch.number).seeds(1)
    played = evaluator.play(batch.genes, np.repeat(seed, len(batch.genes)))
    fitness = evaluator.fitness(played.scores)
    cells = archive.cell_of(behaviour(archive.settings, played.counters))
    challenged = np.flatnonzero(np.isin(elites.cells, cells))
    elite_games = evaluator.play(elites.genes[challenged], np.repeat(seed, len(challenged)))
    _add(elites, challenged, elite_games, evaluator)
    bars = np.full(archive.size, _empty_bar(evaluator, seed))
    bars[elites.cells[challenged]] = evaluator.fitness(elite_games.scores)
    ahead = _ahead(bars, cells, fitness, archive.settings.contenders)
    elites = moved(archive, elites)
    if len(ahead) == 0:
        return elites
    return _Race(archive, elites, evaluator, batch.rows(ahead)).run()


def _empty_bar(evaluator: Evaluator, seeds: NDArray[np.uint64]) -> float:
    """The objective that a candidate must beat in an empty cell, on these blocks of decks."""
    if evaluator.settings.empty == "accept":
        return -np.inf
    empty_genomes = np.zeros((len(seeds), evaluator.settings.length), np.uint16)
    scores = evaluator.play(empty_genomes, seeds).scores
    return float(evaluator.fitness(scores[None])[0])


def _add(
    elites: Elites, rows: NDArray[np.int64], played: PlayedGames, evaluator: Evaluator
) -> None:
    """Adds another block of games to the elites in these rows."""
    games = evaluator.block_games
    sums = elites.fitness[rows] * elites.games[rows] + evaluator.fitness(played.scores) * games
    elites.games[rows] += games
    elites.fitness[rows] = sums / elites.games[rows]
    elites.counters[rows] += played.counters
    measured = behaviour(evaluator.settings, played.counters)
    elites.blocks[rows] += 1
    elites.feature_sums[rows] += measured
    elites.feature_squares[rows] += measured**2


def _ahead(
    bars: NDArray[np.float64], cells: NDArray[np.int64], fitness: NDArray[np.float64], most: int
) -> NDArray[np.int64]:
    """The best candidates of each cell, at most `most`, that beat its elite on the same decks.

    A candidate that plays exactly like the elite does not beat it. Replacing elites by such
    candidates made archives worse: after 150,000 candidates the mean was 12.06 instead of 12.28
    with the published rules, and 13.93 instead of 14.13 with ours (one run each).
    """
    order = np.lexsort((np.arange(len(cells)), -fitness, cells))
    order = order[fitness[order] > bars[cells[order]]]
    sorted_cells = cells[order]
    starts = np.searchsorted(sorted_cells, sorted_cells, side="left")
    chosen: NDArray[np.int64] = order[np.arange(len(order)) - starts < most]
    return np.sort(chosen)


def moved(archive: Archive, elites: Elites) -> Elites:
    """Moves elites whose games put them into another cell.

    The better of two elites that meet in a cell stays, and the other is lost.
    """
    now = archive.cell_of(behaviour(archive.settings, elites.counters))
    if np.array_equal(now, elites.cells):
        return elites
    elites.cells = now
    order = np.lexsort((-elites.fitness, now))
    first = np.unique(now[order], return_index=True)[1]
    return elites.rows(order[first])


@dataclass(eq=False)
class _Side:
    """Genomes in a race, and their results in the blocks that they have played."""

    genes: Genes
    scores: NDArray[np.uint8]
    """[genomes, blocks, games]"""
    counters: NDArray[np.uint64]
    """[genomes, blocks, counters]"""
    done: NDArray[np.int64]
    """blocks played"""

    @classmethod
    def of(cls, genes: Genes, blocks: int, games: int, width: int) -> _Side:
        """Genomes that have not played yet."""
        count = len(genes)
        return cls(
            genes,
            np.zeros((count, blocks, games), np.uint8),
            np.zeros((count, blocks, width), np.uint64),
            np.zeros(count, np.int64),
        )

    def play(
        self, rows: NDArray[np.int64], blocks: int, seeds: NDArray[np.uint64], evaluator: Evaluator
    ) -> None:
        """Lets the genomes in these rows play until each has played this number of blocks."""
        todo = [(row, block) for row in rows for block in range(self.done[row], blocks)]
        if not todo:
            return
        genome_rows, block_numbers = np.array(todo).T
        played = evaluator.play(self.genes[genome_rows], seeds[block_numbers])
        self.scores[genome_rows, block_numbers] = played.scores
        self.counters[genome_rows, block_numbers] = played.counters
        self.done[rows] = np.maximum(self.done[rows], blocks)


class _Race:
    """Contenders against the elites of their cells."""

    def __init__(
        self, archive: Archive, elites: Elites, evaluator: Evaluator, contenders: Batch
    ) -> None:
        self._archive, self._elites, self._evaluator = archive, elites, evaluator
        self._born = contenders.born
        blocks, games = archive.settings.extra, evaluator.block_games
        width = elites.counters.shape[1]
        draws = RandomStream(archive.settings.seed, Purpose.extra_decks, contenders.number)
        self._seeds = draws.seeds(blocks)
        self._new = _Side.of(contenders.genes, blocks, games, width)
        self._old = _Side.of(elites.genes, blocks, games, width)
        self._row_of = {int(cell): row for row, cell in enumerate(elites.cells)}

    def run(self) -> Elites:
        """Plays the race and returns the elites after it."""
        racing = np.arange(len(self._new.genes))
        blocks = 1
        while True:
            self._new.play(racing, blocks, self._seeds, self._evaluator)
            holders = self._holders(racing, blocks)
            challenged = np.unique(holders[holders >= 0])
            self._old.play(challenged, blocks, self._seeds, self._evaluator)
            racing = racing[~self._behind(racing, holders, blocks)]
            if blocks == self._archive.settings.extra or len(racing) == 0:
                return self._settled(racing, blocks)
            blocks = min(2 * blocks, self._archive.settings.extra)

    def _counters(self, rows: NDArray[np.int64], blocks: int) -> NDArray[np.uint64]:
        sums: NDArray[np.uint64] = self._new.counters[rows, :blocks].sum(axis=1, dtype=np.uint64)
        return sums

    def _holders(self, racing: NDArray[np.int64], blocks: int) -> NDArray[np.int64]:
        """The elite of each contender's current cell, as its row; -1 for an empty cell."""
        measured = behaviour(self._archive.settings, self._counters(racing, blocks))
        cells = self._archive.cell_of(measured).tolist()
        return np.array([self._row_of.get(cell, -1) for cell in cells], np.int64)

    def _behind(
        self, racing: NDArray[np.int64], holders: NDArray[np.int64], blocks: int
    ) -> NDArray[np.bool_]:
        """Which contenders are clearly behind their elite, by paired scores on the same decks."""
        if len(self._elites) == 0:
            return np.zeros(len(racing), np.bool_)
        ours = self._new.scores[racing, :blocks].reshape(len(racing), -1).astype(np.float64)
        theirs = self._old.scores[holders, :blocks].reshape(len(racing), -1).astype(np.float64)
        gap = ours - theirs
        error = gap.std(axis=1, ddof=1) / np.sqrt(gap.shape[1]) if gap.shape[1] > 1 else np.inf
        clear = gap.mean(axis=1) < -_CLEARLY * error
        judged_by_mean = self._archive.settings.objective in ("self_play", "mean")
        return np.asarray((holders >= 0) & clear & judged_by_mean)

    def _settled(self, racing: NDArray[np.int64], blocks: int) -> Elites:
        """The elites after the winners have taken their cells."""
        for block in range(blocks):  # the elites' own games in the race count for them
            rows = np.flatnonzero(self._old.done > block)
            _add(self._elites, rows, self._block(rows, block), self._evaluator)
        if len(racing) == 0:
            return moved(self._archive, self._elites)
        new = self._contenders(racing, blocks)
        sure = self._archive.sure_cell(
            behaviour(self._archive.settings, new.counters), new.feature_errors()
        )
        new.cells = sure
        bar = self._bars(sure, blocks)
        won = np.flatnonzero((sure >= 0) & (new.fitness > bar))
        best = won[np.lexsort((-new.fitness[won], sure[won]))]
        winners = best[np.unique(sure[best], return_index=True)[1]]
        stayed = self._elites.rows(~np.isin(self._elites.cells, sure[winners]))
        return moved(self._archive, stayed.joined(new.rows(winners)).sorted())

    def _block(self, rows: NDArray[np.int64], block: int) -> PlayedGames:
        """Results of the elites in these rows in one block."""
        return PlayedGames(self._old.scores[rows, block], self._old.counters[rows, block])

    def _contenders(self, racing: NDArray[np.int64], blocks: int) -> Elites:
        """The contenders as elites, measured by the race alone.

        The games that made them contenders do not count, since they were lucky there.
        """
        settings, games = self._archive.settings, self._evaluator.block_games
        measured = np.stack(
            [behaviour(settings, self._new.counters[racing, block]) for block in range(blocks)]
        )
        count = len(racing)
        return Elites(
            np.zeros(count, np.int64),
            self._new.genes[racing],
            self._evaluator.fitness(self._new.scores[racing, :blocks]),
            np.full(count, games * blocks, np.int64),
            self._counters(racing, blocks),
            np.full(count, blocks, np.int64),
            measured.sum(axis=0),
            (measured**2).sum(axis=0),
            self._born[racing],
        )

    def _bars(self, cells: NDArray[np.int64], blocks: int) -> NDArray[np.float64]:
        """The objective to beat in each of these cells, on the blocks of the race."""
        rows = np.array([self._row_of.get(int(cell), -1) for cell in cells], np.int64)
        challenged = np.unique(rows[rows >= 0])
        self._old.play(challenged, blocks, self._seeds, self._evaluator)
        bars = np.full(len(cells), _empty_bar(self._evaluator, self._seeds[:blocks]))
        has_elite = rows >= 0
        if has_elite.any():
            bars[has_elite] = self._evaluator.fitness(self._old.scores[rows[has_elite], :blocks])
        return bars
