"""The page as a whole."""

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


def page(found: Findings) -> str:
    """All that a run found, on one page that needs nothing else."""
    name = found.pool.name
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
            _head(found),
            standing(found),
            tag("p", reading(found), class_="note wide"),
            maps(found),
            elites(found),
            _settings(found),
            _foot(found),
        ),
    )
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def _head(found: Findings) -> Html:
    how, total = found.how, found.how.candidates
    if found.done < total:
        state = tag(
            "span", f"interrupted after {found.done:,} of {total:,} candidates", class_="state open"
        )
    else:
        state = tag("span", f"finished: {total:,} candidates", class_="state")
    names = f" {TIMES} ".join(map(feature_words, how.features))
    line = f"{len(found.elites):,} agents that play differently, by {names}; set-up {how.game}"
    return tag(
        "header",
        tag("p", "Tamaya · evolution of a pool", class_="brand"),
        tag("h1", found.pool.name),
        tag("p", line, class_="lead"),
        state,
    )


def _settings(found: Findings) -> Html:
    rows = [
        tag("div", tag("dt", topic), tag("dd", words))
        for topic, words in settings_in_words(found.how)
    ]
    return tag("section", tag("h2", "Settings"), tag("dl", *rows), class_="settings")


def _foot(found: Findings) -> Html:
    text = f"Made by Tamaya {found.pool.version}. Files beside this page: "
    names = ("pool.json", "archive.parquet", "progress.parquet", "config.toml")
    files = [joined(", " if place else "", tag("code", name)) for place, name in enumerate(names)]
    return tag("footer", text, *files, ".")
