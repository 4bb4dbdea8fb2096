"""Why an agent moves as it does, as typed data that pages can draw."""

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
    """An agent to be asked in the server's own process, where nobody could end it.

    :raises TamayaError: for agents that are not Tamaya's own
    """
    agent = as_agent(spec)
    if not agent.sit().trusted:
        raise TamayaError(f"{agent.name} thinks in a process of its own and cannot be asked here")
    return agent


def answer(player: Player, view: View) -> Answer:
    """Lets a player that has begun the game decide, once, and says why."""
    reason = player.decide(view).reason
    return Answer(player.name, _text(reason.move), str(reason), trace(reason))


def trace(reason: Reason) -> Trace:
    """A reason as pages draw it: rules one by one, otherwise what the agent's family weighed."""
    if reason.rules:
        lines = rule_lines(reason.rules, reason.view, reason.fired, asked=reason.source != "noise")
        return RuleTrace(reason.source, reason.fired, lines)
    if isinstance(reason.thoughts, ResponseThoughts):
        inner = trace(reason.thoughts.reason)
        rules = inner.rules if isinstance(inner, RuleTrace) else []
        return ResponseTrace(reason.thoughts.response, reason.thoughts.expected, rules)
    if reason.thoughts is None or reason.thoughts.kind not in _KINDS:
        return PlainTrace()
    weighed = reason.thoughts.as_dict() | {"kind": reason.thoughts.kind}
    drawn: Trace = msgspec.convert(weighed, Trace, strict=False)
    return drawn


_KINDS = {kind.__struct_config__.tag for kind in get_args(Trace)}
"""kinds of thoughts that pages can draw; of others they show the sentence"""


def _text(move: Move | None) -> str | None:
    return None if move is None else str(move)


def rule_lines(
    rules: Iterable[RuleSpec], view: View, fired: int | None, *, asked: bool = True
) -> list[RuleLine]:
    """Every rule with what became of it; without a deciding one all were asked in vain."""
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
    """The move of a rule asked on its own; None where it has none or fails."""
    try:
        return rule(view)
    except TamayaError:
        return None
