"""The elites in words: what their rules are, which of them decide, and how to play with them."""

from __future__ import annotations

import math
import shlex

from tamaya.qd.report.colors import shade
from tamaya.qd.report.findings import FIRE_GAMES, Finding, Findings
from tamaya.qd.report.heatmap import anchor
from tamaya.qd.report.html import Html, joined, number, tag
from tamaya.qd.report.maps import score_scale, swatch
from tamaya.qd.report.scale import Scale
from tamaya.qd.report.words import TIMES, feature_words
from tamaya.rules import RuleSpec

_BEST = 10
_MOST = 1000
"""elites told in full; of more, the best, so that the page stays readable"""


def elites(found: Findings) -> Html:
    """The best ones first, and then all others in the order of the map."""
    ordered, scale = found.best_first, score_scale(found)
    best, others = ordered[:_BEST], ordered[_BEST:_MOST]
    told = [_one(elite, found, scale, unfolded=place == 0) for place, elite in enumerate(best)]
    name = "The elites" if not others else f"The {len(best)} best"
    parts = [tag("section", tag("h2", name), _reading(), *told, class_="elites")]
    if others:
        others.sort(key=lambda one: one.niche)
        rest = [_one(elite, found, scale, unfolded=False) for elite in others]
        heading = tag("h2", f"The other {len(others):,}, by niche")
        parts.append(tag("section", heading, *rest, _left_out(found), class_="elites"))
    return joined(*parts)


def _reading() -> Html:
    return tag(
        "p",
        "The first rule that applies decides. Bars: how many of its moves each rule decided in "
        f"{FIRE_GAMES} games of self-play on fresh decks; rules in grey never did.",
        class_="note",
    )


def _left_out(found: Findings) -> Html:
    left = len(found.elites) - _MOST
    if left <= 0:
        return Html()
    command = f"tamaya pool show {shlex.quote(str(found.folder))}"
    return tag(
        "p",
        f"{left:,} elites with lower scores are left out here: ",
        tag("code", command),
        class_="note",
    )


def _one(one: Finding, found: Findings, scale: Scale, *, unfolded: bool) -> Html:
    body = tag(
        "div", _rules(one), _facts(one), _commands(one, found), id=anchor(one), class_="body"
    )
    summary = _summary(one, found, scale)
    return tag("details", summary, body, open="" if unfolded else None)


def _summary(one: Finding, found: Findings, scale: Scale) -> Html:
    color = shade(scale.share(one.score.mean)) if not math.isnan(one.score.mean) else "none"
    names = map(feature_words, found.how.features)
    told = " · ".join(f"{name} {value:.2f}" for name, value in zip(names, one.fresh, strict=True))
    place = Html() if one.inside else tag("span", "◇", class_="stray", title="not in its cell")
    return tag(
        "summary",
        swatch(color),
        tag("b", one.place),
        tag("span", str(one.score)),
        tag("span", told, " ", place, class_="told"),
    )


def _rules(one: Finding) -> Html:
    moves = max(1, sum(one.fired))
    rows = [
        _rule(spec, count, moves) for spec, count in zip(one.elite.genome, one.fired, strict=False)
    ]
    if one.fired[-1]:
        end = "gives up" if one.elite.gives_up else "any legal move"
        bar = _bar(one.fired[-1], moves)
        rows.append(tag("li", bar, tag("span", f"No rule applies: {end}."), class_="none"))
    return tag("ol", *rows)


def _rule(spec: RuleSpec, count: int, moves: int) -> Html:
    told = tag("span", spec.description, " ", tag("code", str(spec)))
    return tag("li", _bar(count, moves), told, class_=None if count else "dead")


def _bar(count: int, moves: int) -> Html:
    if count == 0:
        return tag("span", tag("em", "never"))
    share = 100 * count / moves
    words = f"{share:.1f} %" if share >= 0.1 else f"{count} {TIMES}"
    return tag("span", tag("em", words), tag("i", style=f"--share:{number(max(share, 1), 1)}"))


def _facts(one: Finding) -> Html:
    features = [
        tag(
            "div",
            tag("dt", feature_words(name)),
            tag("dd", "-" if math.isnan(value) else f"{value:.3f}"),
        )
        for name, value in one.elite.features.items()
    ]
    dead = sum(count == 0 for count in one.fired[:-1])
    text = (
        f"Candidate {one.born:,}; {one.fitness:.2f} in {one.games:,} games by the run's own books. "
        f"{dead} of {len(one.elite.genome)} rules never decide."
    )
    return joined(tag("dl", *features), tag("p", text, class_="note"))


def _commands(one: Finding, found: Findings) -> Html:
    folder = str(found.folder)
    place = f"elite:{folder}#{one.place}"
    if shlex.quote(folder) != folder:
        place = shlex.quote(place)
    setup = found.how.setup
    setup = "" if setup == "standard" else f" --setup {shlex.quote(setup)}"
    commands = (
        f"tamaya match {place} piers{setup}",
        f"tamaya play --you {place}{setup}",
        f"tamaya pool show {shlex.quote(folder)} --agent {one.place}",
    )
    return tag("pre", "\n".join(commands))
