"""Cells of the map, and elites that can get worse, move and leave."""

from __future__ import annotations

import numpy as np
import pytest

from tamaya.features import COLUMNS
from tamaya.qd.archive import Archive, Elites, behaviour
from tamaya.qd.settings import Cells, EvolutionSettings


def elites(settings: EvolutionSettings, *contents: tuple[int, float]) -> Elites:
    """Elites with these cells and fitness values."""
    count = len(contents)
    none = Elites.none(settings)
    return Elites(
        cells=np.array([cell for cell, _ in contents], np.int64),
        genes=np.zeros((count, settings.length), np.uint16),
        fitness=np.array([fitness for _, fitness in contents]),
        games=np.full(count, 50),
        counters=np.ones((count, none.counters.shape[1]), np.uint64),
        blocks=np.ones(count, np.int64),
        feature_sums=np.zeros((count, 2)),
        feature_squares=np.zeros((count, 2)),
        born=np.zeros(count, np.int64),
    )


@pytest.mark.parametrize(
    ("value", "cell"), [(0.0, 0), (0.19, 0), (0.21, 1), (0.6, 2), (0.61, 3), (0.99, 4), (1.0, 4)]
)
def test_boxes_are_cut_as_the_published_program_cuts_them(value: float, cell: int) -> None:
    # 0.6 / (1/5) is 2.9999999999999996 in double arithmetic, so 0.6 belongs to cell 2 there.
    archive = Archive(EvolutionSettings())
    assert archive.niche(archive.cell_of(np.array([[value, value]]))[0]) == (cell, cell)


def test_an_agent_that_never_plays_a_card_has_feature_zero() -> None:
    settings = EvolutionSettings()
    nothing = np.zeros((1, len(COLUMNS)), np.uint64)
    assert behaviour(settings, nothing).tolist() == [[0.0, 0.0]]


def test_a_cell_is_sure_only_away_from_its_borders() -> None:
    archive = Archive(EvolutionSettings(margin=2.0))
    measured = np.array([[0.5, 0.5], [0.5, 0.59], [0.5, 0.59], [0.005, 0.995]])
    errors = np.array([[0.01, 0.01], [0.01, 0.004], [0.01, 0.006], [0.01, 0.01]])
    assert archive.sure_cell(measured, errors).tolist() == [12, 12, -1, 4]
    unknown = np.full((1, 2), np.inf)
    assert archive.sure_cell(measured[:1], unknown).tolist() == [-1]


def test_the_archive_can_get_worse() -> None:
    archive, settings = Archive(EvolutionSettings()), EvolutionSettings()
    archive.replace_elites(elites(settings, (3, 20.0), (7, 10.0)))
    assert (archive.ribs.stats.num_elites, archive.ribs.stats.obj_max) == (2, 20.0)
    archive.replace_elites(elites(settings, (7, 11.0)))
    stats = archive.ribs.stats
    assert (stats.num_elites, stats.obj_max, stats.qd_score) == (1, 11.0, 11.0)
    archive.replace_elites(Elites.none(settings))
    assert archive.ribs.empty


def test_errors_of_features_come_from_the_spread_of_blocks() -> None:
    settings, values = EvolutionSettings(), np.array([0.2, 0.3, 0.4, 0.5])
    elite = elites(settings, (0, 1.0))
    elite.blocks[:] = 4
    elite.feature_sums[:] = values.sum()
    elite.feature_squares[:] = (values**2).sum()
    expected = values.std(ddof=1) / 2
    assert elite.feature_errors() == pytest.approx(np.full((1, 2), expected))


@pytest.mark.parametrize(("cells", "grid"), [("cvt", (12,)), ("sliding", (4, 3))])
def test_other_archives_have_cells_too(cells: Cells, grid: tuple[int, ...]) -> None:
    archive = Archive(EvolutionSettings(cells=cells, grid=grid))
    points = np.random.default_rng(1).random((500, 2))
    used = archive.cell_of(points)
    assert archive.size == 12
    assert set(used.tolist()) == set(range(12)), "every cell is reached"


def test_sliding_borders_follow_the_elites() -> None:
    archive = Archive(EvolutionSettings(cells="sliding", grid=(4, 4)))
    points = np.random.default_rng(1).beta(2, 8, size=(2000, 2))
    before = np.bincount(archive.cell_of(points), minlength=16)
    archive.slide(points)
    after = np.bincount(archive.cell_of(points), minlength=16)
    assert after.max() < before.max() / 3
    saved = archive.borders()
    fresh = Archive(EvolutionSettings(cells="sliding", grid=(4, 4)))
    fresh.set_borders(saved)
    assert np.array_equal(fresh.cell_of(points), archive.cell_of(points))
