"""The ladder: a convention in three levels, in the manner of the H-Group's.

Terms: a card is touched if a hint was about it. The chop of a hand is its oldest untouched card,
which is discarded next. The focus of a hint is the chop if the hint touches it, otherwise the
newest card that the hint touches for the first time, otherwise the newest card that it touches.

- **Level 1.** A hint says that its focus can be played, now or after cards that others were told to
  play. If the focus is the chop, the hint can also say that the card must be kept: 5s and 2s (by a
  rank hint) and last copies. Every touched card will score, and no two touched cards are copies. On
  the last life, players do not rely on this.
- **Level 2, prompts.** One card may be missing before the focus can be played. Then the holder of
  the focus, or a player who moves earlier, has the missing card, and a hint has touched it. That
  player plays the newest touched card that may be the missing one.
- **Level 3, finesses.** If no touched card may be the missing one, it is a player's newest
  untouched card. That player plays it at once, although no hint was about it.
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
    "play_certain": "it must be playable",
    "play_hinted": "by the hints about it, it can be played",
    "play_prompted": "a hint to another card prompts it, as the card that comes before",
    "play_finessed": "a hint to another card finesses it, as the card that comes before",
    "hint_play": "calls a card that can be played",
    "hint_prompt": "prompts the card that comes before its focus",
    "hint_finesse": "finesses the card that comes before its focus",
    "hint_save": "keeps a card from being discarded",
    "discard_dead": "it will never score",
    "discard_chop": "it is the chop",
    "discard_least": "there is no chop, and it is least likely to be a last copy",
    "stall": "discards are not allowed, and this hint misleads least",
    "forced": "no hint can be given, and discards are not allowed",
}
_NAMES = _core.ladder_steps()


@dataclass(frozen=True)
class CardReading:
    """How the holder of a card reads it."""

    seat: Seat
    slot: int
    cards: tuple[Card, ...]
    call: str
    """what asks the holder to play it: 'none', 'hint', 'prompt' or 'finesse'"""

    def __str__(self) -> str:
        why = "" if self.call == "none" else f" ({self.call})"
        return f"{SEAT_NAMES[self.seat]} slot {self.slot}: {' '.join(map(str, self.cards))}{why}"


@dataclass(frozen=True)
class LadderThoughts:
    """What the ladder convention says in a position."""

    kind: ClassVar[str] = "ladder"

    step: str
    """which step decided, as `_core.ladder_steps` names them"""
    move: Move
    own: tuple[CardReading, ...]
    """the own cards"""
    focus: CardReading | None
    """for hints: the focus, as its holder reads it"""
    asked: tuple[CardReading, ...]
    """for hints: cards that the hint prompts or finesses"""

    def __str__(self) -> str:
        if self.focus is not None:
            cards = " or ".join(map(str, self.focus.cards))
            focus = f"{SEAT_NAMES[self.focus.seat]}'s slot {self.focus.slot} is {cards}"
            return f"hints that {focus}: {_STEPS[self.step]}"
        verb = "plays" if self.move.kind == "play" else "discards"
        return f"{verb} slot {self.move.slot}: {_STEPS[self.step]}"

    def lines(self) -> list[str]:
        """How the own cards are read, and what a hint asks for."""
        focus = [] if self.focus is None else [f"focus    {self.focus}"]
        return [
            *(f"own      {reading}" for reading in self.own),
            *focus,
            *(f"asks     {reading}" for reading in self.asked),
        ]

    def as_dict(self) -> dict[str, object]:
        """Everything as plain data."""
        return {
            "step": self.step,
            "words": _STEPS[self.step],
            "own": [_plain(reading) for reading in self.own],
            "focus": None if self.focus is None else _plain(self.focus),
            "asked": [_plain(reading) for reading in self.asked],
        }


def _plain(reading: CardReading) -> dict[str, object]:
    return vars(reading) | {"cards": [str(card) for card in reading.cards]}


def _readings(hands: list[list[tuple[list[Card], str]]]) -> list[CardReading]:
    return [
        CardReading(seat, slot, tuple(cards), call)
        for seat, slots in enumerate(hands)
        for slot, (cards, call) in enumerate(slots)
        if cards
    ]


@in_core
class LadderAgent(CoreAgent):
    """The ladder convention. It expects that everyone at the table follows it."""

    def __init__(self, level: int = 3, *, name: str = "") -> None:
        """Level 1: play and save hints; 2: prompts; 3: finesses.

        :raises TamayaError: for another level
        """
        policy = _core.Policy("ladder", {"level": level})
        super().__init__(name or f"convention:ladder(level={level})", policy)
        self.level = level

    @property
    def parameters(self) -> Mapping[str, object]:
        """The level."""
        return {"level": self.level}

    def thoughts(self, view: View, decision: _core.Decision) -> LadderThoughts:
        """How the own cards are read, and what a hint means."""
        move = decision.move
        assert move is not None
        before = _readings(_core.ladder_hands(view, self.level))
        own = tuple(reading for reading in before if reading.seat == view.me)
        step = _NAMES[decision.fired]
        if not move.is_hint:
            return LadderThoughts(step, move, own, None, ())
        focus, hands = _core.ladder_hint(view, self.level, move)
        target = (view.me + (move.offset or 0)) % view.setup.players
        after = _readings(hands)
        asked = [r for r in after if r.call in ("prompt", "finesse") and r not in before]
        meant = next(r for r in after if (r.seat, r.slot) == (target, focus))
        return LadderThoughts(step, move, own, meant, tuple(asked))


def _ladder(*, level: Annotated[int, Range("1 to 3", 1, 3)] = 3, name: str) -> Agent:
    return LadderAgent(level, name=name)


register(
    Entry(
        "convention:ladder",
        "Hints say play or save by chop and focus (level 1), with prompts (2) and finesses (3).",
        _ladder,
    )
)
