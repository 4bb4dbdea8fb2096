"""Why an agent moves as it does, as typed data that pages can draw."""

from __future__ import annotations

from collections.abc import Iterable

from tamaya.agents import Agent, CoreAgent, NativeAgent, as_agent
from tamaya.agents.cyclone import CycloneThoughts
from tamaya.agents.eger import EgerThoughts
from tamaya.agents.thoughts import Thoughts
from tamaya.arena.explain import Reason, reason_of
from tamaya.game import IllegalMoveError, Move, TamayaError, View
from tamaya.humans.model import PersonThoughts
from tamaya.meta import Detective, MetaAgent
from tamaya.rules import RuleSpec
from tamaya.search import SearchAgent, Thought
from tamaya.web.replay.protocol import (
    Answer,
    ChanceTrace,
    FactorTrace,
    Goal,
    GoalTrace,
    MoveChance,
    MoveFactors,
    MoveTried,
    PlainTrace,
    ResponseTrace,
    RuleLine,
    RuleStatus,
    RuleTrace,
    SearchTrace,
    Trace,
    WeighedHint,
)


def thinker(spec: str) -> Agent:
    """An agent to be asked in the server's own process, where nobody could end it.

    :raises TamayaError: for agents that are not Tamaya's own
    """
    agent = as_agent(spec)
    if not isinstance(agent, CoreAgent | SearchAgent | MetaAgent | Detective):
        raise TamayaError(f"{agent.name} thinks in a process of its own and cannot be asked here")
    return agent


def answer(agent: Agent, view: View) -> Answer:
    """Lets an agent that has begun the game decide, once, and says why."""
    if isinstance(agent, SearchAgent):
        thought = agent.think(view)
        return Answer(agent.name, str(thought.move), str(thought), _of_thoughts(thought))
    if isinstance(agent, CoreAgent):
        reason = reason_of(agent, view)
        return Answer(agent.name, _text(reason.move), str(reason), _of_reason(agent, reason))
    move = moved(agent, view)
    if isinstance(agent, MetaAgent | Detective):
        return _of_response(agent, view, move)
    return Answer(agent.name, _text(move), "decided in Python, without rules", PlainTrace())


def moved(agent: Agent, view: View) -> Move | None:
    """An agent's move; None if it gives up."""
    try:
        return agent.act(view)
    except IllegalMoveError:
        return None


def _text(move: Move | None) -> str | None:
    return None if move is None else str(move)


def _of_reason(agent: CoreAgent, reason: Reason) -> Trace:
    if isinstance(agent, NativeAgent):
        lines = rule_lines(reason.rules, reason.view, reason.fired, asked=reason.source != "noise")
        return RuleTrace(reason.source, reason.fired, lines)
    return PlainTrace() if reason.thoughts is None else _of_thoughts(reason.thoughts)


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


def _of_thoughts(thoughts: Thoughts) -> Trace:
    if isinstance(thoughts, EgerThoughts):
        return _of_goals(thoughts)
    if isinstance(thoughts, CycloneThoughts):
        best_first = sorted(thoughts.moves, key=lambda one: -one.value)
        return FactorTrace([MoveFactors(str(m.move), m.value, dict(m.factors)) for m in best_first])
    if isinstance(thoughts, Thought):
        tried = [MoveTried(str(one.move), one.visits, one.mean) for one in thoughts.considered]
        return SearchTrace(thoughts.rollouts, tried)
    if isinstance(thoughts, PersonThoughts):
        return ChanceTrace([MoveChance(str(m), chance) for m, chance in thoughts.chances])
    return PlainTrace()


def _of_goals(thoughts: EgerThoughts) -> GoalTrace:
    return GoalTrace(
        thoughts.step,
        thoughts.words,
        [Goal(one.seat, one.slot, str(one.card), one.goal) for one in thoughts.goals],
        [
            WeighedHint(str(h.move), list(h.plays), list(h.discards), list(h.against), h.news,
                        h.score, h.valid)
            for h in thoughts.hints
        ],
        list(thoughts.discard_values),
    )  # fmt: skip


def _of_response(agent: MetaAgent | Detective, view: View, move: Move | None) -> Answer:
    choice = agent.choices[-1]
    names = agent.experience.responses.names
    rules = agent.experience.players[names.index(choice.response)].genome.rules
    # Which rule decided is not told by meta-agents; the first that proposes the move did, unless
    # the move was drawn.
    fired = next((i for i, rule in enumerate(rules) if proposed(rule, view) is not None), None)
    if fired is not None and proposed(rules[fired], view) != move:
        fired = None
    why = f"plays like {choice.response}: {choice.expected:.2f} points expected"
    lines = rule_lines(rules, view, fired)
    return Answer(
        agent.name, _text(move), why, ResponseTrace(choice.response, choice.expected, lines)
    )
