"""The reason for a move, as data. The terminal, the web pages and programs render it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

from tamaya.game import Move, View
from tamaya.rules import RuleSpec


class Thoughts(Protocol):
    """What an agent weighed before one move. `str` gives the reason in a sentence."""

    kind: ClassVar[str]
    """identifies the fields of `as_dict`: thoughts of one kind have the same fields"""

    def lines(self) -> list[str]:
        """Everything that the agent weighed, as lines of text."""
        ...

    def as_dict(self) -> dict[str, object]:
        """The same as plain values that JSON can hold."""
        ...


@dataclass(frozen=True)
class Reason:
    """Why an agent made one move."""

    agent: str
    view: View
    """what the agent saw"""
    move: Move | None
    """None if the agent gave up"""
    source: str
    """'rule', 'thoughts', 'search', 'response' (a meta-agent imitates another agent), 'noise',
    'no rule' (a random legal move instead), 'gave up' or 'python'"""
    rules: tuple[RuleSpec, ...] = ()
    """the agent's rules in order of priority"""
    fired: int | None = None
    """index of the deciding rule in `rules`"""
    thoughts: Thoughts | None = None
    """what an agent without rules weighed, or the result of a search"""

    @property
    def rule(self) -> RuleSpec | None:
        """The rule that decided."""
        return None if self.fired is None else self.rules[self.fired]

    def __str__(self) -> str:
        if self.rule is not None:
            place = f"rule {(self.fired or 0) + 1} of {len(self.rules)}"
            return f"{place}, {self.rule}: {self.rule.description}"
        if self.thoughts is not None:
            return str(self.thoughts)
        return {
            "thoughts": "decided in the core, without rules",
            "noise": "noise: any legal move",
            "no rule": "no rule applies: any legal move",
            "gave up": "no rule applies: gives up",
            "python": "decided in Python, without rules",
        }[self.source]
