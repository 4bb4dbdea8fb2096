"""Draws elites by their features on fresh decks, over the borders of the cells."""

from __future__ import annotations

from collections.abc import Sequence

from tamaya.plotting.colors import shade
from tamaya.qd.report.cells import Cells
from tamaya.qd.report.findings import Finding
from tamaya.qd.report.heatmap import Value, link
from tamaya.qd.report.html import Html, tag
from tamaya.qd.report.plane import Plane, path
from tamaya.qd.report.scale import ValueScale
from tamaya.qd.report.strip import mark


def scatter(elites: Sequence[Finding], cells: Cells, names: Sequence[str]) -> Html:
    """Dots lie in their own cell. Diamonds do not; a line starts where the run measured them."""
    plane = Plane.of(cells)
    ordered = sorted(elites, key=lambda finding: finding.inside)  # dots on top of diamonds
    return plane.svg(
        f"Measured {names[0]} (upwards) and {names[1]} (to the right) of {len(elites)} elites",
        plane.grid(cells),
        plane.axes(cells, names),
        *(_elite(elite, plane) for elite in ordered),
    )


def _elite(finding: Finding, plane: Plane) -> Html:
    x, y = plane.at((finding.fresh[0], finding.fresh[1]))
    way = path([plane.at((finding.believed[0], finding.believed[1])), (x, y)])
    line = Html() if finding.inside else tag("path", d=way, class_="way")
    text = f"niche {finding.place}: {finding.fresh[0]:.3f}, {finding.fresh[1]:.3f}"
    return link(finding, tag("title", text), line, mark(x, y, inside=finding.inside), by_key=False)


def pair(
    values: Sequence[Value],
    cells: Cells,
    axes: tuple[int, int],
    names: Sequence[str],
    scale: ValueScale,
) -> Html:
    """Elites over two of three or more features, in the colors of their values, best on top."""
    plane = Plane.of(cells, small=True)
    dots = [_colored(value, plane, axes, scale) for value in sorted(values, key=lambda v: v.value)]
    return plane.svg(
        f"{names[0]} (upwards) and {names[1]} (to the right) of {len(values)} elites",
        plane.grid(cells),
        plane.axes(cells, names),
        *dots,
    )


def _colored(shown: Value, plane: Plane, axes: tuple[int, int], scale: ValueScale) -> Html:
    x, y = plane.at((shown.finding.fresh[axes[0]], shown.finding.fresh[axes[1]]))
    title = tag("title", f"niche {shown.finding.place}: {shown.text}")
    dot = tag("circle", cx=x, cy=y, r=4, fill=shade(scale.share(shown.value)), class_="spot")
    return link(shown.finding, title, dot)
