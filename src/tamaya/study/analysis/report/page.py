"""The whole report as one HTML page."""

from __future__ import annotations

from pathlib import Path

import tamaya
from tamaya.qd.report.html import Html, tag
from tamaya.study.analysis.analysis import Analysis
from tamaya.study.analysis.report.sections import (
    all_games,
    answers,
    contrasts,
    methods,
    moves,
    people,
    scores,
)
from tamaya.study.analysis.report.words import equals, interval, number, plain

_STYLE = Path(__file__).with_name("page.css")


def page(analysis: Analysis, title: str) -> str:
    """An analysis on one page that needs no network and no scripts."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", f"{title} · analysis"),
        tag("style", Html(_STYLE.read_text(encoding="utf-8"))),
    )
    parts = {
        "people": ("People", people(analysis)),
        "contrasts": ("Planned contrasts", contrasts(analysis)),
        "scores": ("Scores", scores(analysis)),
        "games": ("All games and learning", all_games(analysis)),
        "answers": ("Answers", answers(analysis)),
        "moves": ("Moves", moves(analysis)),
        "methods": ("Methods", methods(analysis)),
    }
    shown = {name: part for name, part in parts.items() if part[1]}
    links = [tag("a", words, href=f"#{name}") for name, (words, _) in shown.items()]
    sections = [
        tag("section", tag("h2", words), *content, id=name)
        for name, (words, content) in shown.items()
    ]
    header = tag("header", *_head(analysis, title), tag("nav", *links, aria_label="Sections"))
    foot = (
        f"Made by Tamaya {tamaya.__version__}. All numbers are in analysis.json beside this page."
    )
    body = tag("main", header, _cards(analysis), *sections, tag("footer", foot))
    return f"<!DOCTYPE html>\n{tag('html', head, tag('body', body), lang='en')}\n"


def _head(analysis: Analysis, title: str) -> list[Html]:
    arms = ", ".join(map(plain, analysis.arms))
    design = f"{len(analysis.arms)} arms {analysis.design} subjects: {arms}."
    line = f"{design} Outcome: {plain(analysis.outcome)}."
    return [
        tag("p", "Tamaya · analysis of a study", class_="brand"),
        tag("h1", title),
        tag("p", line, class_="lead"),
        tag("p", "Study file ", tag("code", analysis.digest[:16]), class_="note"),
    ]


def _cards(analysis: Analysis) -> Html:
    left_out = sum(rule.people for rule in analysis.people.excluded)
    cards = [
        (f"{analysis.people.analysed:,}", f"people analysed of {analysis.people.arrived:,}"),
        (f"{left_out:,}", "people left out by the study's rules"),
    ]
    for test in analysis.scores.contrasts[:2]:
        pair = f"{plain(test.first)} minus {plain(test.second)}"
        words = test.problem or f"{interval(test.low, test.high)}, p {equals(test.p_holm)}"
        cards.append((number(test.difference), f"{pair}: {words}"))
    shown = [tag("div", tag("b", big), tag("span", words), class_="card") for big, words in cards]
    return tag("div", *shown, class_="cards")
