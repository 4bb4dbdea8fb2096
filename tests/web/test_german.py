"""Everything that pages say about agents and their rules exists in German."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("fastapi", reason="needs the extra [web]")

from tamaya.rules.rule import registered
from tamaya.web.live.roster import Roster
from tests.truth import ROOT

SOURCES = ROOT / "web" / "src"


def test_the_style_of_every_agent_has_a_german_sentence() -> None:
    own = (SOURCES / "lobby" / "messages.ts").read_text(encoding="utf-8")
    german = (SOURCES / "lobby" / "styles.de.ts").read_text(encoding="utf-8")
    missing = [
        info.style
        for info in Roster().infos
        if f'"{info.style}": "' not in german and f'\n      "{info.id}": ' not in own
        if f"\n      {info.id}: " not in own
    ]
    assert not missing, "translate these in web/src/lobby/styles.de.ts"


def templates() -> dict[str, str]:
    """German sentences by the name of the rule."""
    text = (SOURCES / "rules" / "templates.de.ts").read_text(encoding="utf-8")
    return dict(re.findall(r'^  "?([a-z_.]+)"?: "(.+)",$', text, re.MULTILINE))


def test_every_rule_has_a_german_sentence() -> None:
    german = templates()
    missing = [name for name in registered() if name not in german]
    assert not missing, "translate these in web/src/rules/templates.de.ts"
    assert not german.keys() - registered().keys(), "these rules are gone"


def test_german_sentences_name_the_parameters_of_their_rules() -> None:
    german = templates()
    for name, rule in registered().items():
        told = {key.name for key in rule.parameters if key.name in re.findall(r"\w+", german[name])}
        assert set(re.findall(r"\{(\w+)", german[name])) == told
        for key in rule.parameters:
            assert (key.name in told) == bool(re.search(rf"\b{key.name}[=}}]", rule.description))
