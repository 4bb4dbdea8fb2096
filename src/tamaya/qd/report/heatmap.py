"""Maps of two features: how good the elite of each cell is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tamaya.qd.report.cells import Cells, Polygon
from tamaya.qd.report.colors import STOPS, ink_on, shade
from tamaya.qd.report.findings import Finding
from tamaya.qd.report.html import Html, joined, number, tag
from tamaya.qd.report.plane import Plane
from tamaya.qd.report.scale import Scale, marks, short


@dataclass(frozen=True)
class Value:
    """What a map shows of one elite."""

    of: Finding
    value: float
    error: float | None
    """standard error; None where nobody knows it"""

    @property
    def told(self) -> str:
        """The number in words."""
        error = "" if self.error is None else f" ± {self.error:.2f}"
        return f"{self.value:.2f}{error}"


def heat_map(values: Sequence[Value], cells: Cells, names: Sequence[str], scale: Scale) -> Html:
    """Cells in the colors of their values, with the number where it fits."""
    plane = Plane.of(cells)
    tiles = [_tile(value, plane.drawn(cells.outline(value.of.niche)), scale) for value in values]
    return plane.svg(
        f"Map of {len(values)} elites: {names[0]} down, {names[1]} to the right",
        plane.ground(),
        *tiles,
        plane.axes(cells, names),
    )


def link(one: Finding, *content: str, by_key: bool = True) -> Html:
    """What leads to the words about an elite.

    :param by_key: the Tab key stops here; one drawing of all elites is enough for that
    """
    return tag("a", *content, href=f"#{anchor(one)}", tabindex=None if by_key else "-1")


def anchor(one: Finding) -> str:
    """Where the words about an elite stand."""
    return "elite-" + "-".join(map(str, one.niche))


def _tile(one: Value, corners: Polygon, scale: Scale) -> Html:
    color = shade(scale.share(one.value))
    points = " ".join(f"{number(x, 1)},{number(y, 1)}" for x, y in corners)
    return link(
        one.of,
        tag("title", f"niche {one.of.place}: {one.told}"),
        tag("polygon", points=points, fill=color, class_="tile"),
        _label(one, corners, ink_on(color)),
    )


def _label(one: Value, corners: Polygon, ink: str) -> Html:
    """The number in a cell; with its error, without, or nothing, as there is room."""
    xs, ys = zip(*corners, strict=True)
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    if len(corners) != 4:  # no box: its corners are cut off
        wide, high = 0.8 * wide, 0.7 * high
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    if wide >= 50 and high >= 36:
        mean = tag(
            "text",
            f"{one.value:.2f}",
            x=x,
            y=y if one.error is not None else y + 5,
            fill=ink,
            class_="big",
        )
        if one.error is None:
            return mean
        error = tag("text", f"± {one.error:.2f}", x=x, y=y + 13, fill=ink, class_="tiny")
        return joined(mean, error)
    if wide >= 25 and high >= 14:
        return tag("text", f"{one.value:.1f}", x=x, y=y + 3.8, fill=ink, class_="small")
    return Html()


def legend(scale: Scale, *, nobody: bool) -> Html:
    """What the colors mean."""
    wide, left = 210.0, 8.0
    bar = tag("rect", x=left, y=2, width=wide, height=10, rx=2, fill="url(#ramp)")
    labels = [
        tag(
            "text",
            short(at),
            x=left + wide * scale.share(at),
            y=25,
            class_="value",
            text_anchor="middle",
        )
        for at in marks(scale.low, scale.high, 6)
    ]
    drawn = tag(
        "svg",
        bar,
        *labels,
        viewBox="0 0 226 28",
        width="226",
        height="28",
        role="img",
        aria_label=f"colors from {short(scale.low)} to {short(scale.high)}",
    )
    hatch = tag(
        "svg",
        tag("rect", width=16, height=12, rx=2, fill="url(#nobody)"),
        width="16",
        height="12",
        aria_hidden="true",
    )
    empty = tag("span", hatch, " nobody", class_="key") if nobody else Html()
    return tag("div", drawn, empty, class_="legend")


def definitions() -> Html:
    """Colors and patterns that all drawings use."""
    last = len(STOPS) - 1
    ramp = tag(
        "linearGradient",
        *(
            tag("stop", offset=f"{100 * place / last:.0f}%", stop_color=color)
            for place, color in enumerate(STOPS)
        ),
        id="ramp",
    )
    hatch = tag(
        "pattern",
        tag("rect", width=6, height=6, class_="blank"),
        tag("path", d="M-1 1L1 -1M0 6L6 0M5 7L7 5", class_="hatch"),
        id="nobody",
        width=6,
        height=6,
        patternUnits="userSpaceOnUse",
    )
    return tag(
        "svg", tag("defs", ramp, hatch), width="0", height="0", class_="defs", aria_hidden="true"
    )
