"""Explains a meta-agent's move: the response it plays, and why the response made the move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tamaya.agents import Reason
from tamaya.game import View
from tamaya.meta.belief import ResponseChoice


@dataclass(frozen=True)
class ResponseThoughts:
    """The response that a meta-agent plays, and that response's own reason."""

    kind: ClassVar[str] = "response"

    response: str
    """name of the response"""
    expected: float
    """expected score under the meta-agent's beliefs"""
    reason: Reason
    """why the response made the move"""

    def __str__(self) -> str:
        return f"plays like {self.response}: {self.expected:.2f} points expected"

    def lines(self) -> list[str]:
        """Why the response made the move."""
        return [str(self.reason)]

    def as_dict(self) -> dict[str, object]:
        """The response, its expected score, and the rule that decided."""
        rule = None if self.reason.rule is None else str(self.reason.rule)
        return {"response": self.response, "expected": self.expected, "rule": rule}


def response_reason(agent: str, view: View, choice: ResponseChoice, reason: Reason) -> Reason:
    """The reason of a meta-agent's move, from the reason of its response."""
    thoughts = ResponseThoughts(choice.response, choice.expected, reason)
    source = "gave up" if reason.move is None else "response"
    return Reason(agent, view, reason.move, source, thoughts=thoughts)
