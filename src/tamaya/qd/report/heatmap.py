"""Draws maps of two features, with the value of each cell's elite."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tamaya.plotting.colors import STOPS, ink_on, shade
from tamaya.qd.report.cells import Cells, Polygon
from tamaya.qd.report.findings import Finding
from tamaya.qd.report.html import Html, joined, number, tag
from tamaya.qd.report.plane import Plane
from tamaya.qd.report.scale import ValueScale, marks, short


@dataclass(frozen=True)
class Value:
    """A number that a map shows for one elite."""

    finding: Finding
    value: float
    error: float | None
    """standard error; None if unknown"""

    @property
    def text(self) -> str:
        """The number with its error, as text."""
        error = "" if self.error is None else f" ± {self.error:.2f}"
        return f"{self.value:.2f}{error}"


def heat_map(
    values: Sequence[Value], cells: Cells, names: Sequence[str], scale: ValueScale
) -> Html:
    """Draws cells in the colors of their values, with numbers where they fit."""
    plane = Plane.of(cells)
    tiles = [
        _tile(value, plane.drawn(cells.outline(value.finding.niche)), scale) for value in values
    ]
    return plane.svg(
        f"Map of {len(values)} elites: {names[0]} upwards, {names[1]} to the right",
        plane.ground(),
        *tiles,
        plane.axes(cells, names),
    )


def link(finding: Finding, *content: str, by_key: bool = True) -> Html:
    """A link to the rules of an elite.

    :param by_key: whether the Tab key reaches the link; one drawing of all elites is enough
    """
    return tag("a", *content, href=f"#{anchor(finding)}", tabindex=None if by_key else "-1")


def anchor(finding: Finding) -> str:
    """The HTML id of the section about an elite."""
    return "elite-" + "-".join(map(str, finding.niche))


def _tile(shown: Value, corners: Polygon, scale: ValueScale) -> Html:
    color = shade(scale.share(shown.value))
    points = " ".join(f"{number(x, 1)},{number(y, 1)}" for x, y in corners)
    return link(
        shown.finding,
        tag("title", f"niche {shown.finding.place}: {shown.text}"),
        tag("polygon", points=points, fill=color, class_="tile"),
        _label(shown, corners, ink_on(color)),
    )


def _label(shown: Value, corners: Polygon, ink: str) -> Html:
    """The number in a cell, with or without its error, or nothing, depending on the room."""
    xs, ys = zip(*corners, strict=True)
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    if len(corners) != 4:  # not a box, so there is less room
        wide, high = 0.8 * wide, 0.7 * high
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    if wide >= 50 and high >= 36:
        mean = tag(
            "text",
            f"{shown.value:.2f}",
            x=x,
            y=y if shown.error is not None else y + 5,
            fill=ink,
            class_="big",
        )
        if shown.error is None:
            return mean
        error = tag("text", f"± {shown.error:.2f}", x=x, y=y + 13, fill=ink, class_="tiny")
        return joined(mean, error)
    if wide >= 25 and high >= 14:
        return tag("text", f"{shown.value:.1f}", x=x, y=y + 3.8, fill=ink, class_="small")
    return Html()


def legend(scale: ValueScale, *, has_empty: bool) -> Html:
    """The color scale, and the pattern of empty cells if there are any."""
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
    empty = tag("span", hatch, " empty", class_="key") if has_empty else Html()
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
