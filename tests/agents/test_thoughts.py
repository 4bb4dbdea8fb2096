"""What agents say about their moves: one shape for each kind of thoughts."""

from __future__ import annotations

import json

import pytest

import tamaya as ty
from tamaya.agents import NativeAgent, Reason, entries
from tamaya.arena import explain
from tamaya.search.learning_predictor import LearnedModel

SEARCHES = (
    "mcs(piers, iterations=40)",
    "predictor(piers, iterations=40)",
    "predictor(piers | iggi, iterations=40)",
)
NAMES = (*ty.agent_names(), *SEARCHES)
TURNS = 14
"""turns of each game whose reasons are looked at: they hold plays, hints and discards"""


def thinking() -> list[str]:
    """Agents that say more than which rule decided."""
    return [name for name in NAMES if not isinstance(ty.as_agent(name), NativeAgent | LearnedModel)]


def reasons(name: str) -> list[Reason]:
    players = entries()[name].players[0] if name in entries() else 2
    explained = explain(*[name] * players, seed=4)
    return [reason for reason in explained.reasons if reason.thoughts is not None][:TURNS]


@pytest.mark.parametrize("name", thinking())
def test_thoughts_are_sentences_lines_and_plain_values(name: str) -> None:
    thoughts = [reason.thoughts for reason in reasons(name)]
    assert thoughts
    fields: dict[str, frozenset[str]] = {}
    for thought in thoughts:
        assert thought is not None
        assert str(thought)
        assert "\n" not in str(thought)
        assert all(isinstance(line, str) and "\n" not in line for line in thought.lines())
        values = thought.as_dict()
        assert json.loads(json.dumps(values, allow_nan=False)).keys() == values.keys()
        assert fields.setdefault(thought.kind, frozenset(values)) == values.keys()


def test_thoughts_of_one_kind_have_the_same_fields_in_all_agents() -> None:
    fields: dict[str, set[frozenset[str]]] = {}
    for name in ("eger:full", "eger:outer", "eger:intentional", "cyclone:human_like", "human:all"):
        for reason in reasons(name):
            assert reason.thoughts is not None
            keys = frozenset(reason.thoughts.as_dict())
            fields.setdefault(reason.thoughts.kind, set()).add(keys)
    assert {kind: len(shapes) for kind, shapes in fields.items()} == dict.fromkeys(fields, 1)
    assert len(fields) == 3


def test_a_model_that_is_still_to_be_learned_names_the_rules_that_it_plays_by() -> None:
    played, piers = (explain(name, name, seed=4).reasons for name in ("learned", "piers"))
    assert [(reason.move, reason.rule) for reason in played] == [
        (reason.move, reason.rule) for reason in piers
    ]
    assert {reason.agent for reason in played} == {"learned"}


def test_a_forbidden_hint_says_what_speaks_against_it() -> None:
    lines = [
        line
        for reason in reasons("eger:intentional")
        if reason.thoughts is not None
        for line in reason.thoughts.lines()
        if line.startswith("hint ")
    ]
    allowed = [line for line in lines if ": score " in line]
    against = [line for line in lines if ": forbidden (not slot " in line]
    without_reaction = [line for line in lines if ": forbidden (no reaction), does nothing" in line]
    assert allowed
    assert against
    assert without_reaction
    assert all("the partner plays" in line or "the partner discards" in line for line in allowed)
