"""Where fresh decks put the elites, over the borders of the cells."""

from __future__ import annotations

from collections.abc import Sequence

from tamaya.qd.report.cells import Cells
from tamaya.qd.report.colors import shade
from tamaya.qd.report.findings import Finding
from tamaya.qd.report.heatmap import Value, link
from tamaya.qd.report.html import Html, tag
from tamaya.qd.report.plane import Plane, path
from tamaya.qd.report.scale import Scale
from tamaya.qd.report.strip import mark


def scatter(elites: Sequence[Finding], cells: Cells, names: Sequence[str]) -> Html:
    """Dots are in their cells; diamonds are not, and a line leads from where the run saw them."""
    plane = Plane.of(cells)
    ordered = sorted(elites, key=lambda one: one.inside)  # dots are seen inside diamonds
    return plane.svg(
        f"Measured {names[0]} (down) and {names[1]} (to the right) of {len(elites)} elites",
        plane.grid(cells),
        plane.axes(cells, names),
        *(_elite(elite, plane) for elite in ordered),
    )


def _elite(one: Finding, plane: Plane) -> Html:
    x, y = plane.at((one.fresh[0], one.fresh[1]))
    way = path([plane.at((one.believed[0], one.believed[1])), (x, y)])
    line = Html() if one.inside else tag("path", d=way, class_="way")
    text = f"niche {one.place}: {one.fresh[0]:.3f}, {one.fresh[1]:.3f}"
    return link(one, tag("title", text), line, mark(x, y, inside=one.inside), by_key=False)


def pair(
    values: Sequence[Value], cells: Cells, axes: tuple[int, int], names: Sequence[str], scale: Scale
) -> Html:
    """Two of three or more features: elites in the colors of their values, the best on top."""
    plane = Plane.of(cells, small=True)
    dots = [_colored(value, plane, axes, scale) for value in sorted(values, key=lambda v: v.value)]
    return plane.svg(
        f"{names[0]} (down) and {names[1]} (to the right) of {len(values)} elites",
        plane.grid(cells),
        plane.axes(cells, names),
        *dots,
    )


def _colored(one: Value, plane: Plane, axes: tuple[int, int], scale: Scale) -> Html:
    x, y = plane.at((one.of.fresh[axes[0]], one.of.fresh[axes[1]]))
    told = tag("title", f"niche {one.of.place}: {one.told}")
    dot = tag("circle", cx=x, cy=y, r=4, fill=shade(scale.share(one.value)), class_="spot")
    return link(one.of, told, dot)
