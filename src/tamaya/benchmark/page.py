"""The HTML page of a board, which needs no other files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tamaya.benchmark.board import Board
from tamaya.benchmark.pictures import learning_curve, profile, shortened
from tamaya.benchmark.result import BenchmarkResult, PartnerResult
from tamaya.benchmark.tables import table
from tamaya.numbers import Floats
from tamaya.plotting import LINES
from tamaya.plotting.colors import ink_on, shade
from tamaya.qd.report.html import Html, joined, number, tag

_STYLE = Path(__file__).with_name("page.css")
_WIDE, _HIGH, _LEFT, _BELOW = 480.0, 260.0, 34.0, 24.0
"""size of a chart, and the space for its labels"""
_DASHES = ((None, "solid"), ("6 3", "dashed"), ("2 3", "dotted"))
"""lines of the first, second and third round through the colors, in charts and in their keys"""
_ON_ANY_GROUND = {LINES.index("#000000"): "var(--ink)"}
"""colors of lines that would be invisible on a dark ground"""


def page(boards: Sequence[Board]) -> str:
    """All boards as one page."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", "Ad-hoc benchmark · Tamaya"),
        tag("style", Html(_STYLE.read_text(encoding="utf-8"))),
    )
    body = tag(
        "main",
        tag("h1", "Ad-hoc benchmark"),
        tag(
            "p",
            "Every agent played with partners that the seed of the test set decides, in every "
            "seat, on the same decks. Families of partners have equal weight; scores are points "
            "kept. Intervals (95 %) are over partners. Differences to the best agent are paired, "
            "and their p-values are adjusted for all pairs of agents (Holm), because any of them "
            "could have led the board.",
        ),
        *map(_section, boards),
    )
    return f"<!DOCTYPE html>\n{tag('html', head, tag('body', body), lang='en')}\n"


def _section(board: Board) -> Html:
    return tag(
        "section",
        tag("h2", board.title),
        _table(table(board)),
        tag("h3", "Mean score with each family of partners"),
        _heat_map(board),
        tag("h3", "Performance profile and learning curve"),
        _charts(board),
        *map(_details, board.results),
    )


def _table(lines: Sequence[Sequence[str]]) -> Html:
    headings, *rows = lines
    top = tag("tr", *(tag("th", heading) for heading in headings))
    body = (tag("tr", *(tag("td", cell) for cell in row)) for row in rows)
    return tag("div", tag("table", top, *body), class_="scroll")


def _heat_map(board: Board) -> Html:
    fresh = board.results[0].fresh
    names = [f"{family} (fresh)" if family in fresh else family for family in board.families]
    top = tag("tr", tag("th", "agent"), *(tag("th", name) for name in names))
    rows = []
    for result in board.results:
        values = [result.families[family].value for family in board.families]
        cells = (tag("td", f"{value:.1f}", style=_shade(value)) for value in values)
        rows.append(tag("tr", tag("td", result.agent), *cells))
    return tag("div", tag("table", top, *rows), class_="scroll")


def _shade(score: float) -> str:
    """The color of a score, and ink that is readable on it."""
    color = shade(score / 25)
    return f"background:{color};color:{ink_on(color)}"


def _charts(board: Board) -> Html:
    scores = np.linspace(0, 25, 101)
    charts = [
        _chart(
            board,
            "Share of partners with at least this mean score",
            scores,
            lambda result: 100 * profile(result, scores),
            (0.0, 100.0),
        )
    ]
    if len(board.results[0].partners[0].by_game) > 1:
        curves = np.array([learning_curve(result) for result in board.results])
        games = np.arange(1, curves.shape[1] + 1, dtype=np.float64)
        limits = float(np.floor(curves.min())), float(np.ceil(curves.max()))
        title = "Mean score by game of the episode"
        charts.append(_chart(board, title, games, learning_curve, limits))
    return tag("div", *charts, class_="charts")


@dataclass(frozen=True)
class _Frame:
    """The ranges of a chart, and their coordinates in its picture."""

    first: float
    last: float
    low: float
    high: float
    right: float = _WIDE - 10
    top: float = 10.0

    def x(self, value: float) -> float:
        return _LEFT + (value - self.first) / (self.last - self.first) * (self.right - _LEFT)

    def y(self, value: float) -> float:
        share = (self.high - value) / (self.high - self.low)
        return self.top + share * (_HIGH - _BELOW - self.top)

    def ticks(self, points: int) -> list[Html]:
        """Lines across the chart with their values, and the values below."""
        across = [
            joined(
                tag(
                    "line", x1=_LEFT, x2=self.right, y1=self.y(tick), y2=self.y(tick), class_="grid"
                ),
                tag("text", number(tick, 1), x=_LEFT - 6, y=self.y(tick) + 4, text_anchor="end"),
            )
            for tick in np.linspace(self.low, self.high, 5).tolist()
        ]
        values = np.linspace(self.first, self.last, 6 if points > 10 else points).tolist()
        return across + [
            tag("text", number(tick, 1), x=self.x(tick), y=_HIGH - 6, text_anchor="middle")
            for tick in values
        ]

    def line(self, places: Floats, values: Floats, dashes: str | None, color: str) -> Html:
        pairs = zip(places.tolist(), values.tolist(), strict=True)
        return tag(
            "polyline",
            points=" ".join(f"{number(self.x(a))},{number(self.y(b))}" for a, b in pairs),
            fill="none",
            stroke_width=2,
            stroke_dasharray=dashes,
            style=f"stroke:{color}",
        )


def _chart(
    board: Board,
    title: str,
    places: Floats,
    curve: Callable[[BenchmarkResult], Floats],
    limits: tuple[float, float],
) -> Html:
    low, high = limits[0], max(limits[1], limits[0] + 1)
    frame = _Frame(float(places[0]), float(places[-1]), low, high)
    parts, key = frame.ticks(len(places)), []
    for place, result in enumerate(board.results):
        color = _ON_ANY_GROUND.get(place % len(LINES), LINES[place % len(LINES)])
        dashes, kind = _DASHES[place // len(LINES) % len(_DASHES)]
        parts.append(frame.line(places, curve(result), dashes, color))
        key.append(tag("span", tag("b", style=f"border-top:3px {kind} {color}"), result.agent))
    picture = tag(
        "svg", *parts, viewBox=f"0 0 {_WIDE:.0f} {_HIGH:.0f}", role="img", aria_label=title
    )
    return tag("figure", tag("figcaption", title), picture, tag("div", *key, class_="key"))


def _details(result: BenchmarkResult) -> Html:
    """Everything about one challenger, folded away."""
    conditions = {**result.run, **result.made}
    about = ", ".join(f"{name}: {value}" for name, value in conditions.items() if value != "")
    headings = (
        "partner",
        "family",
        "mean",
        "bombed",
        "failures",
        "bound",
        "reached by",
        "origin",
    )
    top = tag("tr", *(tag("th", text, class_=_class(text)) for text in headings))
    rows = (
        tag(
            "tr",
            *(
                tag("td", text, class_=_class(heading))
                for heading, text in zip(headings, _cells(partner), strict=True)
            ),
        )
        for partner in result.partners
    )
    return tag(
        "details",
        tag("summary", f"{result.agent}: every partner"),
        tag("p", about),
        tag("div", tag("table", top, *rows), class_="scroll"),
    )


def _class(heading: str) -> str | None:
    """Style of a column: long texts are wrapped and start at the left."""
    return "wide" if heading in ("reached by", "origin") else None


def _cells(partner: PartnerResult) -> tuple[str, ...]:
    return (
        partner.name,
        partner.family,
        _with_error(partner.mean, partner.sem),
        f"{100 * partner.bombed:.0f} %",
        str(partner.failures),
        _with_error(partner.bound, partner.bound_sem),
        shortened(partner.best_response, 70),
        partner.origin,
    )


def _with_error(value: float | None, sem: float | None) -> str:
    """A mean and its standard error, as far as they are known."""
    if value is None:
        return ""
    return f"{value:.2f}" if sem is None else f"{value:.2f} ± {sem:.2f}"
