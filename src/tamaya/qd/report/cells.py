"""Outlines of the cells of a map with one or two features, in the space of the features."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya.agents.elite import Niche
from tamaya.qd.archive import Archive
from tamaya.qd.report.scale import marks, short

Point = tuple[float, float]
"""(first feature, second feature); with one feature the second number is 0 or 1"""
Polygon = list[Point]

_MOST_CENTROIDS = 2000
"""with more cells than this, borders are not drawn"""
_SQUARE: Polygon = [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)]


@dataclass(frozen=True)
class Mark:
    """A label on an axis."""

    at: float
    text: str


class Cells(ABC):
    """The cells of a map."""

    features: int
    """1 or 2"""
    total: int
    """number of cells"""

    @abstractmethod
    def outline(self, niche: Niche) -> Polygon:
        """The corners of a cell."""

    @abstractmethod
    def borders(self) -> Iterable[Polygon]:
        """The lines between cells."""

    def places(self, axis: int) -> list[Mark]:
        """Labels with the index of each cell along an axis; none without a grid."""
        return []

    def values(self, axis: int) -> list[Mark]:
        """Labels with feature values."""
        return [Mark(value, short(value)) for value in marks(0.0, 1.0, 5)]

    def count(self, axis: int) -> int:
        """The number of cells along an axis; 0 without a grid."""
        return 0


class Boxes(Cells):
    """Cells in rows and columns, which may differ in size."""

    def __init__(self, edges: list[NDArray[np.float64]]) -> None:
        self._edges = edges
        self.features = len(edges)
        self.total = math.prod(len(edge) - 1 for edge in edges)

    def outline(self, niche: Niche) -> Polygon:
        """The four corners of a box."""
        spans = [(float(e[i]), float(e[i + 1])) for e, i in zip(self._edges, niche, strict=True)]
        (a, b), (c, d) = [*spans, (0.0, 1.0)][:2]
        return [(a, c), (a, d), (b, d), (b, c)]

    def borders(self) -> Iterable[Polygon]:
        """Straight lines through the map."""
        for at in map(float, self._edges[0][1:-1]):
            yield [(at, 0.0), (at, 1.0)]
        for at in map(float, self._edges[1][1:-1] if self.features > 1 else []):
            yield [(0.0, at), (1.0, at)]

    def places(self, axis: int) -> list[Mark]:
        """The index of each cell, in its middle."""
        edges = self._edges[axis]
        middles = (edges[1:] + edges[:-1]) / 2
        return [Mark(float(at), str(place)) for place, at in enumerate(middles)]

    def values(self, axis: int) -> list[Mark]:
        """The feature value at each border."""
        return [Mark(float(at), f"{at:.3g}") for at in self._edges[axis]]

    def count(self, axis: int) -> int:
        """The number of cells along an axis."""
        return len(self._edges[axis]) - 1


class Centroids(Cells):
    """Voronoi cells: each holds the points that are nearest to its centroid."""

    def __init__(self, centroids: NDArray[np.float64]) -> None:
        self.features = centroids.shape[1]
        self._points = centroids
        self.total = len(centroids)

    def outline(self, niche: Niche) -> Polygon:
        """The unit square, cut by the border to each neighbour, nearest neighbours first."""
        own = self._points[niche[0]]
        if self.features == 1:
            return self._span(float(own[0]))
        distances = np.linalg.norm(self._points - own, axis=1)
        corners = _SQUARE
        for other in np.argsort(distances, kind="stable")[1:]:
            reach = max(np.hypot(x - own[0], y - own[1]) for x, y in corners)
            if distances[other] > 2 * reach:
                break
            corners = _nearer(corners, own, self._points[other])
        return corners

    def _span(self, own: float) -> Polygon:
        points = np.sort(self._points[:, 0])
        edges = np.array([0.0, *(points[1:] + points[:-1]) / 2, 1.0])
        return Boxes([edges]).outline((int(np.searchsorted(points, own)),))

    def borders(self) -> Iterable[Polygon]:
        """The outline of each cell."""
        if len(self._points) <= _MOST_CENTROIDS:
            for place in range(len(self._points)):
                corners = self.outline((place,))
                yield [*corners, corners[0]]


def _nearer(corners: Polygon, own: NDArray[np.float64], other: NDArray[np.float64]) -> Polygon:
    """The part of a convex polygon that is nearer to `own` than to `other`."""
    across, middle = other - own, (other + own) / 2
    beyond = [float(across[0] * (x - middle[0]) + across[1] * (y - middle[1])) for x, y in corners]
    clipped: Polygon = []
    for place, (x, y) in enumerate(corners):
        (u, v), side, last_side = corners[place - 1], beyond[place], beyond[place - 1]
        if (side > 0) != (last_side > 0):
            share = last_side / (last_side - side)
            clipped.append((u + share * (x - u), v + share * (y - v)))
        if side <= 0:
            clipped.append((x, y))
    return clipped


class Borderless(Cells):
    """Voronoi cells of three or more features: with two of them shown, borders are not visible."""

    features, total = 2, 0

    def outline(self, niche: Niche) -> Polygon:
        """No corners."""
        return []

    def borders(self) -> Iterable[Polygon]:
        """No lines."""
        return []


def cells_of(archive: Archive, axes: tuple[int, ...]) -> Cells:
    """The cells of an archive along one or two of its features."""
    settings = archive.settings
    if settings.cells == "cvt":
        if len(axes) < len(settings.features):
            return Borderless()
        return Centroids(np.asarray(archive.ribs.centroids, np.float64))  # type: ignore[union-attr]
    if settings.cells == "sliding":
        rows = archive.borders()
        return Boxes([rows[axis, : settings.grid[axis] + 1] for axis in axes])
    return Boxes([np.linspace(0.0, 1.0, settings.grid[axis] + 1) for axis in axes])
