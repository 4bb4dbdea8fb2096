"""The plane that maps are drawn on: the first feature grows upwards, the second to the right."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from tamaya.qd.report.cells import Cells, Mark, Point, Polygon
from tamaya.qd.report.html import Html, joined, number, tag

_LEFT, _TOP, _REST = 74.0, 58.0, 16.0
_PHONE = 460.0
"""drawings up to this width shrink to fit a phone; wider ones scroll in their box"""


@dataclass(frozen=True)
class Plane:
    """Converts features to coordinates of a drawing."""

    width: float
    """width of the map without its labels"""
    height: float
    """height of the map without its labels"""

    @classmethod
    def of(cls, cells: Cells, *, small: bool = False) -> Plane:
        """A plane whose cells have room for numbers, if there are not too many cells."""
        rows, columns = (cells.count(axis) for axis in (0, 1))
        if small:
            return cls(300.0, 300.0)
        if not columns:
            side = 360.0 if cells.total <= 80 else 640.0
            return cls(side, side)
        wide, high = next(
            (
                size
                for most, size in ((6, (60, 46)), (12, (44, 34)), (26, (34, 26)))
                if max(rows, columns) <= most
            ),
            (max(5.0, 860 / max(rows, columns)),) * 2,
        )
        return cls(columns * wide, rows * high)

    def x(self, second: float) -> float:
        """The x coordinate of a value of the second feature."""
        return _LEFT + second * self.width

    def y(self, first: float) -> float:
        """The y coordinate of a value of the first feature."""
        return _TOP + (1 - first) * self.height

    def at(self, point: Point) -> Point:
        """The coordinates (x, y) of a pair of features."""
        return self.x(point[1]), self.y(point[0])

    def drawn(self, polygon: Polygon) -> Polygon:
        """The coordinates of a polygon."""
        return [self.at(point) for point in polygon]

    def svg(self, title: str, *content: str) -> Html:
        """The drawing with its content."""
        return drawing(
            _LEFT + self.width + _REST, _TOP + self.height + _REST, title, joined(*content)
        )

    def axes(self, cells: Cells, names: Sequence[str]) -> Html:
        """Labels of the axes: feature names, feature values and indices of niches."""
        first, second = names
        left, top, deep = _LEFT, _TOP, bool(cells.count(0))
        parts = [
            _text(self.x(0), 13, f"{second} →", "axis", "start"),
            tag(
                "text",
                f"{first} →",
                class_="axis",
                transform=f"translate(14 {number(self.y(0))}) rotate(-90)",
            ),
        ]
        for mark in spaced(cells.places(1), self.width, 17):
            parts.append(_text(self.x(mark.at), top - 7, mark.text, "place", "middle"))
        for mark in spaced(cells.values(1), self.width, 44):
            parts.append(
                _text(self.x(mark.at), top - (24 if deep else 7), mark.text, "value", "middle")
            )
        for mark in spaced(cells.places(0), self.height, 12):
            parts.append(_text(left - 7, self.y(mark.at) + 4, mark.text, "place", "end"))
        for mark in spaced(cells.values(0), self.height, 30):
            parts.append(
                _text(left - (25 if deep else 7), self.y(mark.at) + 3.5, mark.text, "value", "end")
            )
        return joined(*parts)

    def grid(self, cells: Cells) -> Html:
        """Borders of the cells and of the map."""
        lines = "".join(path(self.drawn(border)) for border in cells.borders())
        box = tag("rect", x=_LEFT, y=_TOP, width=self.width, height=self.height, class_="edge")
        return joined(tag("path", d=lines, class_="border"), box)

    def ground(self) -> Html:
        """The background, which shows in empty cells."""
        return tag(
            "rect", x=_LEFT, y=_TOP, width=self.width, height=self.height, fill="url(#nobody)"
        )


def drawing(width: float, height: float, title: str, content: Html) -> Html:
    """A drawing that shrinks to fit a phone, or scrolls there if it is too wide for that."""
    small = width <= _PHONE
    least, most = (290.0, 1.4 * width) if small else (0.9 * width, 1.2 * width)
    size = f"min-width:{least:.0f}px;max-width:{most:.0f}px"
    svg = tag(
        "svg",
        content,
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="group",
        aria_label=title,
        style=size,
    )
    if small:
        return tag("div", svg, class_="scroll")
    return tag("div", svg, class_="scroll broad", tabindex="0")  # so that arrow keys scroll it


def spaced(marks: Sequence[Mark], length: float, least: float) -> list[Mark]:
    """Every mark, every second, every third and so on, until labels are `least` apart."""
    for step in range(1, len(marks) + 1):
        chosen = marks[::step]
        gaps = [(b.at - a.at) * length for a, b in itertools.pairwise(chosen)]
        if sum(gap < least for gap in gaps) <= len(gaps) // 4:
            return _apart(chosen, length, least)
    return list(marks[:1])


def _apart(marks: Sequence[Mark], length: float, least: float) -> list[Mark]:
    chosen: list[Mark] = []
    for mark in marks:
        if not chosen or (mark.at - chosen[-1].at) * length >= least:
            chosen.append(mark)
    return chosen


def path(points: Polygon) -> str:
    """A line through points, as an SVG path."""
    return "M" + "L".join(f"{number(x, 1)} {number(y, 1)}" for x, y in points)


def _text(x: float, y: float, text: str, kind: str, anchor: str) -> Html:
    return tag("text", text, x=x, y=y, class_=kind, text_anchor=anchor)
