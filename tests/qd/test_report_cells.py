"""Cells of a map, as the report draws them."""

from __future__ import annotations

import numpy as np
import pytest

from tamaya.qd import EvolutionSettings
from tamaya.qd.archive import Archive
from tamaya.qd.report.cells import Boxes, Centroids, Polygon, cells_of


def area(corners: Polygon) -> float:
    """The area of a polygon, by the shoelace formula."""
    pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
    return abs(sum(x * v - u * y for (x, y), (u, v) in pairs)) / 2


def holds(corners: Polygon, x: float, y: float) -> bool:
    """Whether a convex polygon holds a point: the point is on the same side of all its sides."""
    pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
    sides = [(c - a) * (y - b) - (d - b) * (x - a) for (a, b), (c, d) in pairs]
    return all(side >= 0 for side in sides) or all(side <= 0 for side in sides)


@pytest.mark.parametrize("count", [1, 2, 7, 150])
def test_cells_of_centroids_fill_the_square(count: int) -> None:
    points = np.random.default_rng(count).random((count, 2))
    cells = Centroids(points)
    assert sum(area(cells.outline((i,))) for i in range(count)) == pytest.approx(1.0)


def test_a_point_lies_in_the_cell_of_its_nearest_centroid() -> None:
    rng = np.random.default_rng(5)
    points = rng.random((40, 2))
    cells = Centroids(points)
    for x, y in rng.random((200, 2)):
        nearest = int(np.argmin(((points - (x, y)) ** 2).sum(axis=1)))
        assert holds(cells.outline((nearest,)), x, y)


def test_drawn_cells_are_those_of_the_archive() -> None:
    for settings in (
        EvolutionSettings(grid=(4, 7)),
        EvolutionSettings(cells="cvt", grid=(20,)),
        EvolutionSettings(cells="sliding", grid=(3, 3)),
    ):
        archive = Archive(settings)
        archive.slide(np.random.default_rng(0).random((50, 2)) ** 2)
        cells = cells_of(archive, (0, 1))
        measured = np.random.default_rng(1).random((100, 2))
        for (x, y), cell in zip(measured, archive.cell_of(measured), strict=True):
            assert holds(cells.outline(archive.niche(int(cell))), x, y)


def test_one_feature_is_cut_halfway_between_centroids() -> None:
    cells = Centroids(np.array([[0.8], [0.2], [0.4]]))
    assert sorted(x for x, _ in cells.outline((2,))) == pytest.approx([0.3, 0.3, 0.6, 0.6])


def test_boxes_are_labelled_by_niche_and_by_border() -> None:
    cells = Boxes([np.linspace(0, 1, 3), np.linspace(0, 1, 6)])
    assert [mark.text for mark in cells.places(1)] == ["0", "1", "2", "3", "4"]
    assert [mark.text for mark in cells.values(1)] == ["0", "0.2", "0.4", "0.6", "0.8", "1"]
    assert cells.outline((1, 0)) == [(0.5, 0.0), (0.5, 0.2), (1.0, 0.2), (1.0, 0.0)]
