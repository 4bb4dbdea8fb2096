"""Why a meta-agent moved: whom it plays like, and why that one made the move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tamaya.agents import Reason
from tamaya.game import View
from tamaya.meta.belief import ResponseChoice


@dataclass(frozen=True)
class ResponseThoughts:
    """Whom a meta-agent plays like, and the reason of that response."""

    kind: ClassVar[str] = "response"

    response: str
    expected: float
    """points, by what it believes"""
    reason: Reason
    """why the response made the move"""

    def __str__(self) -> str:
        return f"plays like {self.response}: {self.expected:.2f} points expected"

    def lines(self) -> list[str]:
        """Why the response made the move."""
        return [str(self.reason)]

    def as_dict(self) -> dict[str, object]:
        """The response, the points expected, and the rule that decided."""
        rule = None if self.reason.rule is None else str(self.reason.rule)
        return {"response": self.response, "expected": self.expected, "rule": rule}


def response_reason(agent: str, view: View, choice: ResponseChoice, reason: Reason) -> Reason:
    """The reason of a meta-agent that plays like somebody."""
    thoughts = ResponseThoughts(choice.response, choice.expected, reason)
    source = "gave up" if reason.move is None else "response"
    return Reason(agent, view, reason.move, source, thoughts=thoughts)
