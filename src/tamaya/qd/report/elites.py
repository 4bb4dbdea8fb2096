"""The report's section about elites: their rules, which of them decide, and how to play them."""

from __future__ import annotations

import math
import shlex

from tamaya.plotting.colors import shade
from tamaya.qd.report.findings import FIRE_GAMES, Finding, Findings
from tamaya.qd.report.heatmap import anchor
from tamaya.qd.report.html import Html, joined, number, tag
from tamaya.qd.report.maps import score_scale, swatch
from tamaya.qd.report.scale import ValueScale
from tamaya.qd.report.words import TIMES, feature_words
from tamaya.rules import RuleSpec

_BEST = 10
_MOST = 1000
"""most elites that are listed; if there are more, the best ones"""


def elites(findings: Findings) -> Html:
    """The best elites first, then all others in the order of the map."""
    ordered, scale = findings.best_first, score_scale(findings)
    best, others = ordered[:_BEST], ordered[_BEST:_MOST]
    entries = [
        _entry(elite, findings, scale, unfolded=place == 0) for place, elite in enumerate(best)
    ]
    name = "The elites" if not others else f"The {len(best)} best"
    parts = [tag("section", tag("h2", name), _reading(), *entries, class_="elites")]
    if others:
        others.sort(key=lambda finding: finding.niche)
        other_entries = [_entry(elite, findings, scale, unfolded=False) for elite in others]
        heading = tag("h2", f"The other {len(others):,}, by niche")
        parts.append(tag("section", heading, *other_entries, _left_out(findings), class_="elites"))
    return joined(*parts)


def _reading() -> Html:
    return tag(
        "p",
        "The first rule that applies decides the move. Bars show the share of the elite's moves "
        f"that each rule decided, in {FIRE_GAMES} games of self-play on fresh decks. Grey rules "
        "never decided.",
        class_="note",
    )


def _left_out(findings: Findings) -> Html:
    left = len(findings.elites) - _MOST
    if left <= 0:
        return Html()
    command = f"tamaya pool show {shlex.quote(str(findings.folder))}"
    return tag(
        "p",
        f"{left:,} elites with lower scores are not listed here. To see all: ",
        tag("code", command),
        class_="note",
    )


def _entry(finding: Finding, findings: Findings, scale: ValueScale, *, unfolded: bool) -> Html:
    body = tag(
        "div",
        _rules(finding),
        _facts(finding),
        _commands(finding, findings),
        id=anchor(finding),
        class_="body",
    )
    summary = _summary(finding, findings, scale)
    return tag("details", summary, body, open="" if unfolded else None)


def _summary(finding: Finding, findings: Findings, scale: ValueScale) -> Html:
    color = shade(scale.share(finding.score.mean)) if not math.isnan(finding.score.mean) else "none"
    names = map(feature_words, findings.settings.features)
    measured = " · ".join(
        f"{name} {value:.2f}" for name, value in zip(names, finding.fresh, strict=True)
    )
    place = Html() if finding.inside else tag("span", "◇", class_="stray", title="not in its cell")
    return tag(
        "summary",
        swatch(color),
        tag("b", finding.place),
        tag("span", str(finding.score)),
        tag("span", measured, " ", place, class_="told"),
    )


def _rules(finding: Finding) -> Html:
    moves = max(1, sum(finding.fired))
    rows = [
        _rule(spec, count, moves)
        for spec, count in zip(finding.elite.genome, finding.fired, strict=False)
    ]
    if finding.fired[-1]:
        end = "gives up" if finding.elite.gives_up else "any legal move"
        bar = _bar(finding.fired[-1], moves)
        rows.append(tag("li", bar, tag("span", f"No rule applies: {end}."), class_="none"))
    return tag("ol", *rows)


def _rule(spec: RuleSpec, count: int, moves: int) -> Html:
    text = tag("span", spec.description, " ", tag("code", str(spec)))
    return tag("li", _bar(count, moves), text, class_=None if count else "dead")


def _bar(count: int, moves: int) -> Html:
    if count == 0:
        return tag("span", tag("em", "never"))
    share = 100 * count / moves
    text = f"{share:.1f} %" if share >= 0.1 else f"{count} {TIMES}"
    return tag("span", tag("em", text), tag("i", style=f"--share:{number(max(share, 1), 1)}"))


def _facts(finding: Finding) -> Html:
    features = [
        tag(
            "div",
            tag("dt", feature_words(name)),
            tag("dd", "-" if math.isnan(value) else f"{value:.3f}"),
        )
        for name, value in finding.elite.features.items()
    ]
    dead = sum(count == 0 for count in finding.fired[:-1])
    text = (
        f"Candidate {finding.born:,}; the run measured {finding.fitness:.2f} in "
        f"{finding.games:,} games. {dead} of {len(finding.elite.genome)} rules never decide."
    )
    return joined(tag("dl", *features), tag("p", text, class_="note"))


def _commands(finding: Finding, findings: Findings) -> Html:
    folder = str(findings.folder)
    place = f"elite:{folder}#{finding.place}"
    if shlex.quote(folder) != folder:
        place = shlex.quote(place)
    setup = findings.settings.setup
    setup = "" if setup == "standard" else f" --setup {shlex.quote(setup)}"
    commands = (
        f"tamaya match {place} piers{setup}",
        f"tamaya play --you {place}{setup}",
        f"tamaya pool show {shlex.quote(folder)} --agent {finding.place}",
    )
    return tag("pre", "\n".join(commands))
