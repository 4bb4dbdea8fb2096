"""The sections with maps, as the number of features allows."""

from __future__ import annotations

import itertools

from tamaya.qd.report import scatter, strip
from tamaya.qd.report.cells import cells_of
from tamaya.qd.report.findings import Findings
from tamaya.qd.report.heatmap import Value, heat_map, legend
from tamaya.qd.report.html import Html, tag
from tamaya.qd.report.scale import Scale
from tamaya.qd.report.words import feature_words

_PAIRS = 6
"""pairs of features that are shown, of maps with more than two"""


def maps(found: Findings) -> Html:
    """How good the elites are, and whether they are where they should be."""
    figures = [_map(found, _scores(found), "Score", f"points in self-play ({found.pool.scoring})")]
    if not found.measures_objective:
        own = [Value(elite, elite.fitness, None) for elite in found.elites]
        figures.insert(0, _map(found, own, "Objective", "by the run's own books"))
    return tag("div", *figures, _drift(found), class_="figures")


def _scores(found: Findings) -> list[Value]:
    return [Value(elite, elite.score.mean, elite.score.sem) for elite in found.elites]


def score_scale(found: Findings) -> Scale:
    """The colors of scores, the same in all of a report."""
    return Scale.around([elite.score.mean for elite in found.elites])


def _map(found: Findings, values: list[Value], name: str, unit: str) -> Html:
    scale = Scale.around([value.value for value in values])
    names = list(map(feature_words, found.how.features))
    count = len(names)
    if count <= 2:
        cells = cells_of(found.archive, tuple(range(count)))
        drawn = (
            heat_map(values, cells, names, scale)
            if count == 2
            else strip.bars(values, cells, names[0], scale)
        )
    else:
        drawn = _pairs(found, values, names, scale)
    nobody = count <= 2 and len(found.elites) < found.archive.size
    hint = (
        "Every cell leads to its elite's rules."
        if count <= 2
        else (
            f"Every dot is an elite, measured {found.where}, and leads to its rules; the best are "
            f"on top. {_share_inside(found)} lie in their own cell."
        )
    )
    return _figure(name, unit, drawn, legend(scale, nobody=nobody), hint)


def _pairs(found: Findings, values: list[Value], names: list[str], scale: Scale) -> Html:
    pairs = list(itertools.combinations(range(len(names)), 2))[:_PAIRS]
    drawn = [
        scatter.pair(values, cells_of(found.archive, pair), pair, [names[i] for i in pair], scale)
        for pair in pairs
    ]
    return tag("div", *drawn, class_="pairs broad")


def _drift(found: Findings) -> Html:
    """Which elites are in their cells by more than luck."""
    names = list(map(feature_words, found.how.features))
    if len(names) > 2:
        return Html()
    cells = cells_of(found.archive, tuple(range(len(names))))
    if len(names) == 2:
        drawn = scatter.scatter(found.elites, cells, names)
    else:
        drawn = strip.dots(found.elites, cells, names[0], score_scale(found))
    keys = [_key("in its cell", inside=True)]
    if not all(elite.inside for elite in found.elites):
        keys.append(_key("outside, with the way from where the run saw it", inside=False))
    text = f"{found.where} {_share_inside(found)} lie in their own cell"
    hint = (
        ""
        if found.measures_objective
        else ("The run saw them with its partners, where they may well behave differently.")
    )
    return _figure("Behaviour", text, drawn, tag("div", *keys, class_="legend"), hint)


def _share_inside(found: Findings) -> str:
    inside, count = sum(elite.inside for elite in found.elites), len(found.elites)
    return f"{inside:,} of {count:,} elites ({100 * inside / count:.0f} %)"


def _key(words: str, *, inside: bool) -> Html:
    drawn = tag("svg", strip.mark(7, 7, inside=inside), width="14", height="14", aria_hidden="true")
    return tag("span", drawn, f" {words}", class_="key")


def _figure(name: str, unit: str, drawn: Html, keys: Html, hint: str) -> Html:
    foot = tag("p", hint, class_="note") if hint else Html()
    heading = tag("h2", f"{name} ", tag("small", unit))
    return tag("section", heading, keys, drawn, foot, class_="figure-box")


def swatch(color: str) -> Html:
    """A small patch of color."""
    return tag("i", class_="swatch", style=f"background:{color}")
