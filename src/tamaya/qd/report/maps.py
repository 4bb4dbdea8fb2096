"""The report's sections with maps, for any number of features."""

from __future__ import annotations

import itertools

from tamaya.qd.report import scatter, strip
from tamaya.qd.report.cells import cells_of
from tamaya.qd.report.findings import Findings
from tamaya.qd.report.heatmap import Value, heat_map, legend
from tamaya.qd.report.html import Html, tag
from tamaya.qd.report.scale import ValueScale
from tamaya.qd.report.words import feature_words

_PAIRS = 6
"""with more than two features, the number of pairs of features that are drawn"""


def maps(findings: Findings) -> Html:
    """Maps of the elites' scores, and of their behaviour on fresh decks."""
    figures = [
        _map(findings, _scores(findings), "Score", f"points in self-play ({findings.pool.scoring})")
    ]
    if not findings.measures_objective:
        fitness = [Value(elite, elite.fitness, None) for elite in findings.elites]
        figures.insert(0, _map(findings, fitness, "Objective", "as the run measured it"))
    return tag("div", *figures, _drift(findings), class_="figures")


def _scores(findings: Findings) -> list[Value]:
    return [Value(elite, elite.score.mean, elite.score.sem) for elite in findings.elites]


def score_scale(findings: Findings) -> ValueScale:
    """The color scale of scores, the same in the whole report."""
    return ValueScale.around([elite.score.mean for elite in findings.elites])


def _map(findings: Findings, values: list[Value], name: str, unit: str) -> Html:
    scale = ValueScale.around([value.value for value in values])
    names = list(map(feature_words, findings.settings.features))
    count = len(names)
    if count <= 2:
        cells = cells_of(findings.archive, tuple(range(count)))
        drawn = (
            heat_map(values, cells, names, scale)
            if count == 2
            else strip.bars(values, cells, names[0], scale)
        )
    else:
        drawn = _pairs(findings, values, names, scale)
    has_empty = count <= 2 and len(findings.elites) < findings.archive.size
    hint = (
        "Click a cell to see its elite's rules."
        if count <= 2
        else (
            f"Every dot is an elite, measured {findings.where}; the best are on top. Click a dot "
            f"to see its rules. {_share_inside(findings)} lie in their own cell."
        )
    )
    return _figure(name, unit, drawn, legend(scale, has_empty=has_empty), hint)


def _pairs(findings: Findings, values: list[Value], names: list[str], scale: ValueScale) -> Html:
    pairs = list(itertools.combinations(range(len(names)), 2))[:_PAIRS]
    drawn = [
        scatter.pair(
            values, cells_of(findings.archive, pair), pair, [names[i] for i in pair], scale
        )
        for pair in pairs
    ]
    return tag("div", *drawn, class_="pairs broad")


def _drift(findings: Findings) -> Html:
    """A map of behaviour on fresh decks: which elites lie in their own cell."""
    names = list(map(feature_words, findings.settings.features))
    if len(names) > 2:
        return Html()
    cells = cells_of(findings.archive, tuple(range(len(names))))
    if len(names) == 2:
        drawn = scatter.scatter(findings.elites, cells, names)
    else:
        drawn = strip.dots(findings.elites, cells, names[0], score_scale(findings))
    keys = [_key("in its cell", inside=True)]
    if not all(elite.inside for elite in findings.elites):
        keys.append(_key("outside; the line starts where the run measured it", inside=False))
    text = f"{findings.where} {_share_inside(findings)} lie in their own cell"
    hint = (
        ""
        if findings.measures_objective
        else "The run measured behaviour with its partners, where it may be different."
    )
    return _figure("Behaviour", text, drawn, tag("div", *keys, class_="legend"), hint)


def _share_inside(findings: Findings) -> str:
    inside, count = sum(elite.inside for elite in findings.elites), len(findings.elites)
    return f"{inside:,} of {count:,} elites ({100 * inside / count:.0f} %)"


def _key(text: str, *, inside: bool) -> Html:
    drawn = tag("svg", strip.mark(7, 7, inside=inside), width="14", height="14", aria_hidden="true")
    return tag("span", drawn, f" {text}", class_="key")


def _figure(name: str, unit: str, drawn: Html, keys: Html, hint: str) -> Html:
    foot = tag("p", hint, class_="note") if hint else Html()
    heading = tag("h2", f"{name} ", tag("small", unit))
    return tag("section", heading, keys, drawn, foot, class_="figure-box")


def swatch(color: str) -> Html:
    """A small patch of color."""
    return tag("i", class_="swatch", style=f"background:{color}")
