"""Puts the whole page together."""

from __future__ import annotations

from pathlib import Path

from tamaya.qd.report.elites import elites
from tamaya.qd.report.findings import Findings
from tamaya.qd.report.heatmap import definitions
from tamaya.qd.report.html import Html, joined, tag
from tamaya.qd.report.maps import maps
from tamaya.qd.report.standing import reading, standing
from tamaya.qd.report.words import TIMES, feature_words, settings_in_words

_STYLE = Path(__file__).with_name("page.css")


def page(findings: Findings) -> str:
    """The report as one HTML page that needs no other files."""
    name = findings.pool.name
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", f"{name} · Tamaya"),
        tag("style", Html(_STYLE.read_text(encoding="utf-8"))),
    )
    body = tag(
        "body",
        definitions(),
        tag(
            "main",
            _head(findings),
            standing(findings),
            tag("p", reading(findings), class_="note wide"),
            maps(findings),
            elites(findings),
            _settings(findings),
            _foot(findings),
        ),
    )
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def _head(findings: Findings) -> Html:
    settings, total = findings.settings, findings.settings.candidates
    if findings.done < total:
        state = tag(
            "span",
            f"interrupted after {findings.done:,} of {total:,} candidates",
            class_="state open",
        )
    else:
        state = tag("span", f"finished: {total:,} candidates", class_="state")
    names = f" {TIMES} ".join(map(feature_words, settings.features))
    count = f"{len(findings.elites):,}"
    line = f"{count} agents with different behaviour, by {names}; set-up {settings.game}"
    return tag(
        "header",
        tag("p", "Tamaya · evolution of a pool", class_="brand"),
        tag("h1", findings.pool.name),
        tag("p", line, class_="lead"),
        state,
    )


def _settings(findings: Findings) -> Html:
    rows = [
        tag("div", tag("dt", topic), tag("dd", words))
        for topic, words in settings_in_words(findings.settings)
    ]
    return tag("section", tag("h2", "Settings"), tag("dl", *rows), class_="settings")


def _foot(findings: Findings) -> Html:
    text = f"Made by Tamaya {findings.pool.version}. Files beside this page: "
    names = ("pool.json", "archive.parquet", "progress.parquet", "config.toml")
    files = [joined(", " if place else "", tag("code", name)) for place, name in enumerate(names)]
    return tag("footer", text, *files, ".")
