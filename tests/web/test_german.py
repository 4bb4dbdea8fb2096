"""Everything that pages say about agents and their rules exists in German."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("fastapi", reason="needs the extra [web]")

from tamaya import _core
from tamaya.agents import Episode, as_agent
from tamaya.agents.families import eger, hats, ladder
from tamaya.features import feature_names
from tamaya.game import Setup, State
from tamaya.matchups import pool
from tamaya.matchups.pool import shipped
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


def test_every_feature_of_shipped_maps_has_words_in_both_languages() -> None:
    """Others are shown with the label and description that the server sends."""
    words = (SOURCES / "messages" / "maps.ts").read_text(encoding="utf-8")
    worded = re.findall(r"^  ([a-z_]+): \[", words, re.MULTILINE)
    measured = {name for id in shipped() for elite in pool(id).elites for name in elite.features}
    assert len(measured) > 10
    missing = [name for name in measured if worded.count(name) != 2]
    assert not missing, "word these in web/src/messages/maps.ts"
    assert not {*worded} - {*feature_names()}, "these features are gone"


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
        named = {
            key.name for key in rule.parameters if key.name in re.findall(r"\w+", german[name])
        }
        assert set(re.findall(r"\{(\w+)", german[name])) == named
        for key in rule.parameters:
            assert (key.name in named) == bool(re.search(rf"\b{key.name}[=}}]", rule.description))


def reason_kinds() -> dict[str, re.Pattern[str]]:
    """Patterns by which pages read the reasons of agents without rules."""
    text = (SOURCES / "rules" / "thoughts.ts").read_text(encoding="utf-8")
    return {
        name: re.compile(pattern)
        for name, pattern in re.findall(r"^  (\w+): /(\^.+\$)/,$", text, re.MULTILINE)
    }


def german_words(table: str) -> set[str]:
    """Keys of a table of German words for reasons."""
    text = (SOURCES / "rules" / "thoughts.de.ts").read_text(encoding="utf-8")
    lines = text.partition(f"const {table}:")[2].partition("};")[0]
    return {quoted or plain for quoted, plain in re.findall(r'^  (?:"(.+?)"|(\w+)): ', lines, re.M)}


WORDS_AT = {"aimed": 1, "hat": 3, "focus": 4, "own": 3, "convention": 1, "step": 1}
"""which part of a reason is a sentence of the agent's own, by kind"""
REASONING = (
    "convention:hats",
    "convention:ladder",
    "cyclone:self_play",
    "eger:full",
    "eger:inner",
    "eger:full(predict=human:all)",
    "human:all",
    "learned:response",
    "mcs(piers, iterations=4)",
    "is_mcts(piers, iterations=4)",
)


def reasons_of_a_game(spec: str) -> set[str]:
    """What an agent says about its moves in a game with itself."""
    agent, state = as_agent(spec), State.deal(3, Setup())
    players = [agent.sit(0), agent.sit(1)]
    for seat, player in enumerate(players):
        player.begin_episode(Episode((str(1 - seat),), 1))
        player.begin_game(state.view(seat), 3)
    texts = set()
    while not state.over:
        decision = players[state.current].decide(state.view(state.current))
        assert decision.move is not None
        texts.add(str(decision.reason))
        event = state.apply(decision.move)
        for seat, player in enumerate(players):
            player.observe(event, state.view(seat))
    return texts


@pytest.mark.parametrize("spec", REASONING)
def test_pages_read_the_reasons_of_agents_without_rules(spec: str) -> None:
    kinds, steps = reason_kinds(), german_words("STEPS")
    texts = reasons_of_a_game(spec)
    assert texts
    for text in texts:
        read = [(kind, match) for kind, at in kinds.items() if (match := at.search(text))]
        assert read, f"no pattern in web/src/rules/thoughts.ts reads {text!r}"
        kind, match = read[0]
        if kind in WORDS_AT:
            assert match[WORDS_AT[kind]] in steps, "translate it in web/src/rules/thoughts.de.ts"


def test_steps_and_factors_of_agents_have_german_words() -> None:
    steps = german_words("STEPS")
    steps_said = [*eger._STEPS_WITHOUT_GOALS.values(), *eger._STEPS.values()]
    steps_said += [*hats._STEPS.values(), *ladder._STEPS.values()]
    steps_said += [name.replace("_", " ") for name in _core.eger_steps()]
    assert not set(steps_said) - steps, "translate these in web/src/rules/thoughts.de.ts"
    factors = {*_core.cyclone_factors(), *_core.cyclone_paper_factors()}
    assert german_words("FACTORS") == factors
