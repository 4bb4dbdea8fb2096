"""Hats: a hat-guessing convention, after the idea of Cox et al. 2015.

All players ask the same questions about each hand. The answers, written as one number, are the hat
of that hand. A hint encodes a number: the sum of the hats of all players except its giver, modulo
the count of numbers that a hint can encode. Each player subtracts the hats that it sees, and so
learns its own hat.

A hint encodes its number by its receiver and its kind. Each hand has a marked slot, the one about
which least is known. A hint can name the rank of the marked card, name its color, or not touch it.
The lowest numbers belong to hints to the next player, the following ones to the player after that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from tamaya import _core
from tamaya.agents.agent import Agent
from tamaya.agents.binding import Range
from tamaya.agents.native import CoreAgent, in_core
from tamaya.agents.registry import Entry, register
from tamaya.game import SEAT_NAMES, Card, Move, Seat, View

_STEPS = {
    "play": "the hats say that it is playable",
    "discard_dead": "the hats say that it will never score",
    "hint": "tells each other player their hat",
    "risk": "it is likely to be playable, and there are lives to spare",
    "discard_copy": "another player holds the same card, or it will never score",
    "discard_least": "losing it is expected to cost least",
    "forced": "no hint says the sum of the hats, and discards are not allowed",
}
_NAMES = _core.hats_steps()


@dataclass(frozen=True)
class HatsThoughts:
    """What the hat convention says in a position."""

    kind: ClassVar[str] = "hats"

    step: str
    """which step decided, as `_core.hats_steps` names them"""
    move: Move
    own: tuple[tuple[Card, ...], ...]
    """possible cards of each own slot after the hints so far; none for an empty slot"""
    range: int
    """how many numbers a hint can encode"""
    hats: tuple[tuple[Seat, int], ...]
    """the hat of each other player"""

    @property
    def number(self) -> int:
        """The number that a hint must encode now: the sum of the hats."""
        return sum(hat for _, hat in self.hats) % max(1, self.range)

    def __str__(self) -> str:
        if self.step == "hint":
            return f"says {self.number} of {self.range}: {_STEPS[self.step]}"
        what = {"play": "plays", "discard": "discards"}.get(self.move.kind, "hints")
        slot = f" slot {self.move.slot}" if self.move.slot is not None else ""
        return f"{what}{slot}: {_STEPS[self.step]}"

    def lines(self) -> list[str]:
        """The hats of the others and the possible cards of each own slot."""
        hats = ", ".join(f"{SEAT_NAMES[seat]} {hat}" for seat, hat in self.hats)
        own = [
            f"slot {slot}   {' '.join(map(str, cards))}"
            for slot, cards in enumerate(self.own)
            if cards
        ]
        return [f"hats     {hats} (sum {self.number} modulo {self.range})", *own]

    def as_dict(self) -> dict[str, object]:
        """Everything as plain data."""
        return {
            "step": self.step,
            "words": _STEPS[self.step],
            "own": [[str(card) for card in cards] for cards in self.own],
            "range": self.range,
            "number": self.number,
            "hats": {SEAT_NAMES[seat]: hat for seat, hat in self.hats},
        }


@in_core
class HatsAgent(CoreAgent):
    """The hat convention. It expects that everyone at the table follows it."""

    def __init__(self, risk: int = 75, *, name: str = "") -> None:
        """With lives to spare, it plays a card that is playable with a chance of `risk` percent."""
        super().__init__(name or "convention:hats", _core.Policy("hats", {"risk": risk}))
        self.risk = risk

    @property
    def parameters(self) -> Mapping[str, object]:
        """The risk in percent."""
        return {"risk": self.risk}

    def thoughts(self, view: View, decision: _core.Decision) -> HatsThoughts:
        """The hats of the other players, and the possible cards of the own hand."""
        modulus, hats = _core.hats_worn(view)
        own = _core.hats_possible(view)[view.me]
        worn = tuple((seat, hat) for seat, hat in enumerate(hats) if seat != view.me)
        step = _NAMES[decision.fired]
        assert decision.move is not None
        return HatsThoughts(step, decision.move, tuple(map(tuple, own)), modulus, worn)


def _hats(*, risk: Annotated[int, Range("1 to 100", 1, 100)] = 75, name: str) -> Agent:
    return HatsAgent(risk, name=name)


register(
    Entry(
        "convention:hats",
        "Every hint tells every other player about their hand, by a sum that each can solve.",
        _hats,
    )
)
