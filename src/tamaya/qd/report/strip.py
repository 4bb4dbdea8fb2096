"""Draws maps of one feature: a bar for each cell, and elites by feature and score."""

from __future__ import annotations

from collections.abc import Sequence

from tamaya.plotting.colors import shade
from tamaya.qd.report.cells import Cells
from tamaya.qd.report.findings import Finding
from tamaya.qd.report.heatmap import Value, link
from tamaya.qd.report.html import Html, joined, tag
from tamaya.qd.report.plane import drawing, path, spaced
from tamaya.qd.report.scale import ValueScale, marks, short

_LEFT, _TOP, _WIDE, _HIGH, _BELOW = 36.0, 22.0, 640.0, 190.0, 52.0


def bars(values: Sequence[Value], cells: Cells, name: str, scale: ValueScale) -> Html:
    """Draws the value of each cell as a bar."""
    ground = tag("rect", x=_LEFT, y=_TOP, width=_WIDE, height=_HIGH, fill="url(#nobody)")
    drawn = [_bar(value, cells, scale) for value in values]
    title = f"{len(values)} elites along {name}"
    return _svg(title, ground, *drawn, _axes(cells, name, scale))


def dots(elites: Sequence[Finding], cells: Cells, name: str, scale: ValueScale) -> Html:
    """Draws elites as measured on fresh decks: the feature to the right, the score upwards."""
    borders = "".join(
        path([(_x(first), _y_of(second)) for first, second in border]) for border in cells.borders()
    )
    frame = tag("rect", x=_LEFT, y=_TOP, width=_WIDE, height=_HIGH, class_="edge")
    up = tag("text", "score ↑", x=_LEFT, y=_TOP - 8, class_="axis")
    ordered = sorted(elites, key=lambda finding: finding.inside)
    drawn = [_dot(finding, scale) for finding in ordered]
    title = f"measured {name} and score of {len(elites)} elites"
    return _svg(
        title, tag("path", d=borders, class_="border"), frame, up, *drawn, _axes(cells, name, scale)
    )


def mark(x: float, y: float, *, inside: bool) -> Html:
    """A dot for an elite in its own cell, an open diamond for an elite outside it."""
    if inside:
        return tag("circle", cx=x, cy=y, r=3.4, class_="in")
    return tag(
        "path", d=path([(x, y - 5.2), (x + 5.2, y), (x, y + 5.2), (x - 5.2, y)]) + "Z", class_="out"
    )


def _dot(finding: Finding, scale: ValueScale) -> Html:
    x, y = _x(finding.fresh[0]), _y(finding.score.mean, scale)
    way = path([(_x(finding.believed[0]), y), (x, y)])
    line = Html() if finding.inside else tag("path", d=way, class_="way")
    text = f"niche {finding.place}: {finding.fresh[0]:.3f}, score {finding.score}"
    return link(finding, tag("title", text), line, mark(x, y, inside=finding.inside), by_key=False)


def _bar(shown: Value, cells: Cells, scale: ValueScale) -> Html:
    sides = [first for first, _ in cells.outline(shown.finding.niche)]
    left, right = _x(min(sides)), _x(max(sides))
    top, foot = _y(shown.value, scale), _y(scale.low, scale)
    parts = [
        tag("title", f"niche {shown.finding.place}: {shown.text}"),
        tag("rect", x=left, y=_TOP, width=right - left, height=_HIGH, class_="blank"),
        tag(
            "rect",
            x=left,
            y=top,
            width=right - left,
            height=foot - top,
            fill=shade(scale.share(shown.value)),
            class_="tile",
        ),
    ]
    if right - left >= 28:
        digits = 2 if right - left >= 40 else 1
        parts.append(
            tag(
                "text",
                f"{shown.value:.{digits}f}",
                x=(left + right) / 2,
                y=top - 5,
                class_="place",
                text_anchor="middle",
            )
        )
    return link(shown.finding, *parts)


def _axes(cells: Cells, name: str, scale: ValueScale) -> Html:
    parts = [
        _text(short(at), _LEFT - 6, _y(at, scale) + 3.5, "value", "end")
        for at in marks(scale.low, scale.high, 5)
    ]
    foot = _TOP + _HIGH
    for labels, least, below, kind in (
        (cells.places(0), 17, 14, "place"),
        (cells.values(0), 29, 29, "value"),
    ):
        parts += [
            _text(label.text, _x(label.at), foot + below, kind, "middle")
            for label in spaced(labels, _WIDE, least)
        ]
    parts.append(tag("text", f"{name} →", x=_LEFT, y=foot + 46, class_="axis"))
    return joined(*parts)


def _text(text: str, x: float, y: float, kind: str, anchor: str) -> Html:
    return tag("text", text, x=x, y=y, class_=kind, text_anchor=anchor)


def _svg(title: str, *content: str) -> Html:
    return drawing(_LEFT + _WIDE + 16, _TOP + _HIGH + _BELOW, title, joined(*content))


def _x(feature: float) -> float:
    return _LEFT + feature * _WIDE


def _y(value: float, scale: ValueScale) -> float:
    return _y_of(scale.share(value))


def _y_of(share: float) -> float:
    return _TOP + (1 - share) * _HIGH
