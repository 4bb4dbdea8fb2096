"""Charts as SVG. Colors come from the page's style, so that they follow light and dark."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tamaya.qd.report.html import Html, joined, tag
from tamaya.study.analysis.report.words import number, plain

WIDTH = 400
_ROW = 34
_LEFT = 118
_RIGHT = 14
_COLORS = 8


@dataclass(frozen=True)
class IntervalRow:
    """A value with its interval."""

    label: str
    value: float
    low: float
    high: float
    color: int = 0


@dataclass(frozen=True)
class ChartAxis:
    """Values from low to high between two places on the picture."""

    low: float
    high: float
    start: float = _LEFT
    end: float = WIDTH - _RIGHT

    def __call__(self, value: float) -> float:
        """Where a value lies."""
        share = (value - self.low) / (self.high - self.low)
        return self.start + (self.end - self.start) * min(1.0, max(0.0, share))

    @property
    def ticks(self) -> list[float]:
        """Four to eight round numbers."""
        raw = (self.high - self.low) / 5
        power = 10.0 ** math.floor(math.log10(raw))
        step = next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= raw)
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [place * step for place in range(first, last + 1)]


def axis_for(
    rows: Sequence[IntervalRow], *, zero: bool = False, least: float | None = None
) -> ChartAxis:
    """An axis that shows all intervals; `zero` is always in view."""
    values = [v for row in rows for v in (row.value, row.low, row.high) if not math.isnan(v)]
    values = (values or [0.0, 1.0]) + [0.0] * zero
    low, high = min(values), max(values)
    margin = (high - low) * 0.08 or 1.0
    bottom = low - margin
    return ChartAxis(max(bottom, least) if least is not None else bottom, high + margin)


def intervals(
    rows: Sequence[IntervalRow], axis: ChartAxis, caption: str, *, zero: bool = False
) -> Html:
    """Dots with their intervals, one row each."""
    labels = [_lines(row.label) for row in rows]
    left = _margin([line for lines in labels for line in lines])
    axis = replace(axis, start=left)
    height = _ROW * len(rows) + 34
    bottom = _ROW * len(rows) + 6
    parts = [*_grid(axis, bottom)]
    if zero:
        parts.append(tag("line", x1=axis(0), x2=axis(0), y1=2, y2=bottom, class_="zero"))
    for place, row in enumerate(rows):
        y = _ROW * place + _ROW / 2 + 4
        parts += _label(labels[place], left - 10, y + 4)
        if math.isnan(row.value):
            parts.append(tag("text", "not known", x=left, y=y + 4))
            continue
        if not math.isnan(row.low):
            parts.append(
                tag(
                    "line",
                    x1=axis(row.low),
                    x2=axis(row.high),
                    y1=y,
                    y2=y,
                    class_=f"reach s{row.color % _COLORS}",
                )
            )
        title = tag("title", f"{row.label}: {number(row.value)}")
        parts.append(
            tag("circle", title, cx=axis(row.value), cy=y, r=5, class_=f"f{row.color % _COLORS}")
        )
    return _picture(height, caption, *parts)


def histograms(counts: Mapping[str, Sequence[int]], means: Mapping[str, float]) -> Html:
    """Games by score, one panel for each arm on the same scale; a line marks the mean."""
    panel, gap = 64, 30
    most = max((max(values) for values in counts.values()), default=1) or 1
    axis = ChartAxis(-0.5, 25.5, 10, WIDTH - 10)
    width = axis(1) - axis(0)
    parts: list[Html] = []
    for place, (arm, values) in enumerate(counts.items()):
        base = place * (panel + gap) + panel + 18
        mean = means.get(arm, math.nan)
        words = plain(arm) if math.isnan(mean) else f"{plain(arm)}, mean {number(mean)}"
        parts.append(tag("text", words, x=10, y=base - panel - 4, class_="title"))
        for score, count in enumerate(values):
            tall = panel * count / most
            title = tag("title", f"{plain(arm)}: {count} games with {score} points")
            parts.append(
                tag(
                    "rect",
                    title,
                    x=axis(score) - width * 0.43,
                    y=base - tall,
                    width=width * 0.86,
                    height=tall,
                    class_=f"f{place % _COLORS}",
                )
            )
        parts.append(tag("line", x1=10, x2=WIDTH - 10, y1=base, y2=base, class_="rule"))
        if not math.isnan(mean):
            parts.append(
                tag("line", x1=axis(mean), x2=axis(mean), y1=base - panel, y2=base, class_="mean")
            )
    bottom = len(counts) * (panel + gap) + 4
    parts += [
        tag("text", str(points), x=axis(points), y=bottom, class_="tick")
        for points in range(0, 26, 5)
    ]
    return _picture(bottom + 8, "Games by points kept", *parts)


def answers(counts: Mapping[str, Sequence[int]], caption: str) -> Html:
    """Stacked bars of ordered answers, one for each arm, the lowest answer on the left."""
    parts: list[Html] = []
    left = _margin(list(map(_short, counts)))
    axis = ChartAxis(0, 1, left)
    for place, (arm, values) in enumerate(counts.items()):
        y, total, start = _ROW * place + 4, sum(values), 0
        parts.append(tag("text", _short(arm), x=left - 10, y=y + 17, class_="name"))
        for option, count in enumerate(values):
            if not count:
                continue
            x, end = axis(start / total), axis((start + count) / total)
            title = tag("title", f"{plain(arm)}: {count} of {total} chose answer {option + 1}")
            level = f"l{round(4 * option / max(1, len(values) - 1))}"
            parts.append(tag("rect", title, x=x, y=y, width=end - x, height=22, class_=level))
            if end - x > 18:
                parts.append(
                    tag("text", str(count), x=(x + end) / 2, y=y + 15, class_=f"inside t{level}")
                )
            start += count
    return _picture(_ROW * len(counts) + 6, caption, *parts)


def curves(lines: Mapping[str, Sequence[IntervalRow]], caption: str) -> Html:
    """Means over the number of the game, one line for each arm, with intervals."""
    axis = axis_for([row for rows in lines.values() for row in rows])
    longest = max(map(len, lines.values()))
    across = ChartAxis(0.7, longest + 0.3, 34, WIDTH - 10)
    height, top, base = 220, 10, 180
    up = ChartAxis(axis.low, axis.high, base, top)
    parts = []
    for tick in up.ticks:
        y = base - (base - top) * (tick - up.low) / (up.high - up.low)
        parts.append(tag("line", x1=34, x2=WIDTH - 10, y1=y, y2=y, class_="rule"))
        parts.append(tag("text", number(tick, 0), x=28, y=y + 4, class_="name"))
    for place, rows in enumerate(lines.values()):
        shift = (place - (len(lines) - 1) / 2) * 5
        dots = [
            (across(game) + shift, row)
            for game, row in enumerate(rows, 1)
            if row.value == row.value
        ]
        path = " ".join(f"{x:.1f},{_height(up, row.value):.1f}" for x, row in dots)
        parts.append(tag("polyline", points=path, class_=f"curve s{place % _COLORS}"))
        for x, row in dots:
            if row.low == row.low:
                parts.append(
                    tag(
                        "line",
                        x1=x,
                        x2=x,
                        y1=_height(up, row.low),
                        y2=_height(up, row.high),
                        class_=f"whisker s{place % _COLORS}",
                    )
                )
            title = tag("title", f"{row.label}: {number(row.value)}")
            parts.append(
                tag(
                    "circle",
                    title,
                    cx=x,
                    cy=_height(up, row.value),
                    r=3.5,
                    class_=f"f{place % _COLORS}",
                )
            )
    parts += [
        tag("text", str(game), x=across(game), y=base + 16, class_="tick")
        for game in range(1, longest + 1)
    ]
    parts.append(tag("text", "number of the game", x=(34 + WIDTH) / 2, y=base + 34, class_="tick"))
    return _picture(height, caption, *parts)


def legend(names: Sequence[str]) -> Html:
    """The color of each arm."""
    keys = [
        tag("span", tag("i", class_=f"dot b{place % _COLORS}"), plain(name), class_="key")
        for place, name in enumerate(names)
    ]
    return tag("p", *keys, class_="legend")


def _height(axis: ChartAxis, value: float) -> float:
    """Where a value lies on an upright axis: `start` is the bottom, `end` the top."""
    share = (value - axis.low) / (axis.high - axis.low)
    return axis.start - (axis.start - axis.end) * min(1.0, max(0.0, share))


def _grid(axis: ChartAxis, bottom: float) -> list[Html]:
    ticks = axis.ticks
    digits = next(n for n in range(5) if n == 4 or all(abs(t - round(t, n)) < 1e-9 for t in ticks))
    return [
        part
        for tick in axis.ticks
        for part in (
            tag("line", x1=axis(tick), x2=axis(tick), y1=2, y2=bottom, class_="rule"),
            tag("text", number(tick, digits), x=axis(tick), y=bottom + 16, class_="tick"),
        )
    ]


def _margin(labels: Sequence[str]) -> float:
    """Room on the left for the longest label."""
    return max(60.0, 7.2 * max(map(len, labels), default=0) + 14)


def _lines(label: str) -> list[str]:
    """A label, on two lines if it is a difference."""
    first, minus, second = plain(label).partition(" minus ")
    return [_short(first), _short(f"minus {second}")] if minus else [_short(first)]


def _label(lines: Sequence[str], x: float, y: float) -> list[Html]:
    top = y - 7 * (len(lines) - 1)
    return [
        tag("text", line, x=x, y=top + 14 * place, class_="name")
        for place, line in enumerate(lines)
    ]


def _short(label: str) -> str:
    words = plain(label)
    return words if len(words) <= 24 else words[:23] + "…"


def _picture(height: float, caption: str, *parts: Html) -> Html:
    box = f"0 0 {WIDTH} {height:g}"
    return tag("svg", tag("title", caption), joined(*parts), viewBox=box, role="img")
