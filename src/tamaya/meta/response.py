"""Explains a meta-agent's move: the response it plays, and why the response made the move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tamaya.agents import Reason
from tamaya.game import Move, View
from tamaya.meta.belief import ResponseChoice
from tamaya.search.agent import Thought


@dataclass(frozen=True)
class Clue:
    """A move of a partner that changed a detective's belief."""

    game: int
    """game of the episode, counted from 1"""
    turn: int
    """number of moves made before it"""
    move: Move
    hypothesis: str
    """the hypothesis that it made more probable than any other"""
    shift: float
    """how much probability it took from some hypotheses and gave to others, 0 to 1"""

    def __str__(self) -> str:
        return (
            f"game {self.game}, turn {self.turn}: {self.move} (for {self.hypothesis}, moved "
            f"{100 * self.shift:.0f} % of the belief)"
        )


@dataclass(frozen=True)
class Grounds:
    """What a detective believes about a partner, and why; and its move with an unknown partner."""

    hypothesis: str
    """the likeliest hypothesis about the next partner"""
    probability: float
    clues: tuple[Clue, ...]
    """the moves that changed the belief most, the largest change first"""
    default: str
    """the response to an unknown partner"""
    otherwise: Move | None
    """the move of that response; None if it gives up"""

    def lines(self) -> list[str]:
        """The grounds in words."""
        return [
            f"takes the partner for {self.hypothesis} ({100 * self.probability:.0f} %)",
            *(f"because of {clue}" for clue in self.clues),
            f"with an unknown partner it would play like {self.default}: {self.otherwise}",
        ]

    def as_dict(self) -> dict[str, object]:
        """The same as plain values that JSON can hold."""
        return {
            "hypothesis": str(self.hypothesis),
            "probability": self.probability,
            "clues": [
                {
                    "game": clue.game,
                    "turn": clue.turn,
                    "move": str(clue.move),
                    "hypothesis": str(clue.hypothesis),
                    "shift": clue.shift,
                }
                for clue in self.clues
            ],
            "default": self.default,
            "otherwise": None if self.otherwise is None else str(self.otherwise),
        }


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
    grounds: Grounds | None = None
    """why the response was chosen; None for meta-agents that do not say"""
    search: Thought | None = None
    """the search that confirmed or replaced the move of the response; None without a search"""

    @classmethod
    def of(
        cls,
        choice: ResponseChoice,
        reason: Reason,
        grounds: Grounds | None = None,
        search: Thought | None = None,
    ) -> ResponseThoughts:
        """The thoughts behind a choice of a response."""
        return cls(choice.response, choice.expected, reason, grounds, search)

    def __str__(self) -> str:
        text = f"plays like {self.response}: {self.expected:.2f} points expected"
        if self.search is None:
            return text
        games = f"a search of {self.search.rollouts:,} games"
        if self.search.move == self.reason.move:
            return f"{text}; {games} found no move that is clearly better"
        return f"{text}; {games} prefers {self.search.move} to {self.reason.move}"

    def lines(self) -> list[str]:
        """Why the response made the move, and why it was chosen."""
        return [
            str(self.reason),
            *(self.grounds.lines() if self.grounds else ()),
            *(self.search.lines() if self.search else ()),
        ]

    def as_dict(self) -> dict[str, object]:
        """The response, its expected score, the rule that decided, and the grounds if known."""
        rule = None if self.reason.rule is None else str(self.reason.rule)
        choice: dict[str, object] = {"response": str(self.response), "expected": self.expected}
        grounds = {"grounds": self.grounds.as_dict()} if self.grounds else {}
        search = {"search": self.search.as_dict()} if self.search else {}
        return choice | {"rule": rule} | grounds | search


def response_reason(agent: str, view: View, thoughts: ResponseThoughts) -> Reason:
    """The reason of a meta-agent's move: that of its response, or of its search."""
    move = thoughts.reason.move if thoughts.search is None else thoughts.search.move
    return Reason(agent, view, move, "gave up" if move is None else "response", thoughts=thoughts)
