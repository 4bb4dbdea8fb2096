"""Draws small charts of a run's progress."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tamaya.qd.report.html import Html, joined, tag
from tamaya.qd.report.plane import path
from tamaya.qd.report.scale import marks, short
from tamaya.stats import Estimate

_LEFT, _TOP, _WIDE, _HIGH = 38.0, 8.0, 206.0, 84.0


def line_chart(
    title: str, at: Sequence[float], values: Sequence[float], total: float, fresh: Estimate | None
) -> Html:
    """A line over the candidates of the run, and a dot with an error bar for fresh decks."""
    if not values:
        return Html()
    span = _span(values, fresh)
    points = [
        (_LEFT + _WIDE * candidates / total, span.y(value))
        for candidates, value in zip(at, values, strict=True)
    ]
    whole = all(value.is_integer() for value in values) and fresh is None
    rules = [
        _rule(span.y(value), short(value))
        for value in marks(span.low, span.high, 4)
        if value.is_integer() or not whole
    ]
    x, y = points[-1]
    line = tag("path", d=path(points), class_="line")
    end = tag("circle", cx=x, cy=y, r=2.4, class_="end")
    dot = Html() if fresh is None else _fresh(x, fresh, span)
    return tag(
        "svg",
        *rules,
        _foot(total),
        line,
        end,
        dot,
        viewBox="0 0 260 112",
        role="img",
        class_="chart",
        aria_label=title,
    )


@dataclass(frozen=True)
class _Span:
    low: float
    high: float

    def y(self, value: float) -> float:
        return _TOP + _HIGH * (self.high - value) / (self.high - self.low)


def _span(values: Sequence[float], fresh: Estimate | None) -> _Span:
    """The range of all values that are drawn, with a margin."""
    ends = [*values, *((fresh.mean - fresh.sem, fresh.mean + fresh.sem) if fresh else ())]
    low, high = min(ends), max(ends)
    spare = (high - low) * 0.08 or 0.5
    return _Span(low - spare, high + spare)


def _foot(total: float) -> Html:
    y, text = _TOP + _HIGH + 15, f"{short(total)} candidates"
    return joined(
        tag("text", "0", x=_LEFT, y=y, class_="value"),
        tag("text", text, x=_LEFT + _WIDE, y=y, class_="value", text_anchor="end"),
    )


def _rule(y: float, text: str) -> Html:
    return joined(
        tag("path", d=path([(_LEFT, y), (_LEFT + _WIDE, y)]), class_="rule"),
        tag("text", text, x=_LEFT - 6, y=y + 3.5, class_="value", text_anchor="end"),
    )


def _fresh(x: float, fresh: Estimate, span: _Span) -> Html:
    low, high = span.y(fresh.mean - fresh.sem), span.y(fresh.mean + fresh.sem)
    bar = tag("path", d=path([(x, low), (x, high)]), class_="bar")
    dot = tag("circle", cx=x, cy=span.y(fresh.mean), r=3.6, class_="fresh")
    return tag("g", tag("title", f"fresh decks: {fresh}"), bar, dot)
