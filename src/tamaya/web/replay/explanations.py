"""Converts the reasons of agents to data that pages can draw."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import msgspec

from tamaya.agents import Agent, Player, Reason, as_agent
from tamaya.game import Move, TamayaError, View
from tamaya.meta.response import ResponseThoughts
from tamaya.rules import RuleSpec
from tamaya.web.replay.protocol import (
    Answer,
    PlainTrace,
    ResponseTrace,
    RuleLine,
    RuleStatus,
    RuleTrace,
    Trace,
)


def thinker(spec: str) -> Agent:
    """Creates an agent that the server can ask in its own process.

    :raises TamayaError: if the agent is not part of Tamaya: it could hang
    """
    agent = as_agent(spec)
    if not agent.sit().trusted:
        raise TamayaError(f"{agent.name} cannot be asked in replays: it is not part of Tamaya")
    return agent


def answer(player: Player, view: View) -> Answer:
    """The player's decision in a view, and its reason."""
    reason = player.decide(view).reason
    return Answer(str(player.name), _text(reason.move), str(reason), trace(reason))


def trace(reason: Reason) -> Trace:
    """Converts a reason: each rule of a rule list, or the thoughts of other agents."""
    if reason.rules:
        lines = rule_lines(reason.rules, reason.view, reason.fired, asked=reason.source != "noise")
        return RuleTrace(reason.source, reason.fired, lines)
    if isinstance(reason.thoughts, ResponseThoughts):
        inner = trace(reason.thoughts.reason)
        rules = inner.rules if isinstance(inner, RuleTrace) else []
        return ResponseTrace(str(reason.thoughts.response), reason.thoughts.expected, rules)
    if reason.thoughts is None or reason.thoughts.kind not in _KINDS:
        return PlainTrace()
    weighed = reason.thoughts.as_dict() | {"kind": reason.thoughts.kind}
    converted: Trace = msgspec.convert(weighed, Trace, strict=False)
    return converted


_KINDS = {kind.__struct_config__.tag for kind in get_args(Trace)}
"""kinds of thoughts that pages can draw; for other kinds they show the sentence"""


def _text(move: Move | None) -> str | None:
    return None if move is None else str(move)


def rule_lines(
    rules: Iterable[RuleSpec], view: View, fired: int | None, *, asked: bool = True
) -> list[RuleLine]:
    """Every rule with its status and the move that it proposes.

    :param fired: index of the rule that decided; None if no rule applied
    :param asked: False if noise decided before any rule was asked
    """
    listed = tuple(rules)
    legal = {_gate(move) for move in view.legal_moves()}
    last = len(listed) if fired is None else fired
    return [
        RuleLine(
            str(rule),
            rule.description,
            _status(rule, place, last, legal, asked=asked),
            _text(proposed(rule, view)),
        )
        for place, rule in enumerate(listed)
    ]


def _gate(move: Move) -> str:
    return "hint" if move.is_hint else move.kind


def _status(rule: RuleSpec, place: int, last: int, legal: set[str], *, asked: bool) -> RuleStatus:
    if place == last:
        return "decides"
    if place > last or not asked:
        return "not asked"
    closed = rule.rule.gate != "none" and rule.rule.gate not in legal
    return "not possible" if closed else "does not apply"


def proposed(rule: RuleSpec, view: View) -> Move | None:
    """The move that a rule proposes; None if it does not apply or fails."""
    try:
        return rule(view)
    except TamayaError:
        return None
