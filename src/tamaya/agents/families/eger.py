"""The agents of Eger, Martens and Alfaro Cordoba 2017, as their program plays them.

They want the `eger` set-up with two players, and play any other: the best hint is then sought over
all partners, the next seat's first, and where the rules forbid a discard they give the hint that
misleads least. `counting=paper` and `expendable=paper` follow the paper where the program does not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, ClassVar, Literal

from tamaya import _core
from tamaya.agents.agent import Agent
from tamaya.agents.binding import Range
from tamaya.agents.native import CoreAgent, in_core
from tamaya.agents.registry import Entry, register
from tamaya.game import SEAT_NAMES, Card, Move, UnknownNameError, View

_STEP_NAMES = _core.eger_steps()
_SAMPLE = "sample"
STYLES = tuple(style for style in _core.eger_styles() if style != _SAMPLE)
_STEPS = {
    "answer_by_play": "was hinted a card that may be playable: plays it",
    "answer_by_discard": "was hinted a card that may be useless: discards it",
    "play_sure": "plays a card that must be playable",
    "discard_useless": "discards a card that must be useless",
    "hint": "hints what the partner shall do",
    "hint_any": "no partner's card is playable: hints about any",
    "discard": "discards what it can spare best",
    "forced": "may not discard: hints what misleads least",
    "any": "makes any legal move",
}
_WORDS = {
    "outer": {"hint": "hints about a playable card", "discard": "discards any card",
              "forced": "may not discard: hints about any card"},
    "sample": {"hint": "hints about a playable card", "discard": "discards any card",
               "forced": "may not discard: hints about any card"},
    "inner": {"hint": "hints about a playable card", "discard": "discards any card",
              "forced": "may not discard: hints about any card"},
}  # fmt: skip


@dataclass(frozen=True)
class CardGoal:
    """What a partner shall do with a card."""

    seat: int
    slot: int
    card: Card
    goal: str
    """'play', 'discard', 'may discard' or 'keep'"""


@dataclass(frozen=True)
class HintThought:
    """A hint and what it would lead to."""

    move: Move
    plays: tuple[int, ...]
    """slots that the partner is expected to play"""
    discards: tuple[int, ...]
    """slots that the partner is expected to discard"""
    against: tuple[int, ...]
    """slots of both that shall be treated otherwise: they forbid the hint"""
    news: bool
    """does some touched card become better known?"""
    score: int
    """3 for each play, 2 for a useless card discarded, 1 for another"""
    valid: bool

    def __str__(self) -> str:
        expected = [
            f"{what} {', '.join(map(str, slots))}"
            for what, slots in (("plays", self.plays), ("discards", self.discards))
            if slots
        ]
        reaction = " and ".join(expected) or "does nothing"
        if self.valid:
            return f"{self.move}: score {self.score}, the partner {reaction}"
        why = f"not slot {', '.join(map(str, self.against))}" if self.against else "no news"
        return f"{self.move}: forbidden ({why if expected else 'no reaction'}), {reaction}"


@dataclass(frozen=True)
class EgerThoughts:
    """What one of these agents weighed; those that have no goals only took a step."""

    kind: ClassVar[str] = "goals"

    step: str
    """which step of the agent decided, as `_core.eger_steps` names them"""
    words: str
    """the step as a sentence"""
    move: Move | None
    goals: tuple[CardGoal, ...] = ()
    """for each card of the partners"""
    hints: tuple[HintThought, ...] = ()
    """all that touch a card, in the order in which ties are decided"""
    discard_values: tuple[float | None, ...] = ()
    """what discarding each own slot is worth; None for an empty one"""

    def __str__(self) -> str:
        given = [hint for hint in self.hints if hint.move == self.move and self.step == "hint"]
        return f"{self.words}{f' ({given[0]})' if given else ''}"

    def lines(self) -> list[str]:
        """Goals, hints and discard values."""
        told = []
        for seat in sorted({goal.seat for goal in self.goals}):
            cards = [f"{goal.card} {goal.goal}" for goal in self.goals if goal.seat == seat]
            told.append(f"goals    {SEAT_NAMES[seat]}: {', '.join(cards)}")
        told += [f"hint     {hint}" for hint in self.hints]
        values = enumerate(self.discard_values)
        told += [f"discard  slot {slot}: worth {v:+.3f}" for slot, v in values if v is not None]
        return told

    def as_dict(self) -> dict[str, object]:
        """Everything as plain data."""
        return {
            "step": self.step,
            "words": self.words,
            "goals": [
                {"seat": g.seat, "slot": g.slot, "card": str(g.card), "goal": g.goal}
                for g in self.goals
            ],
            "hints": [vars(hint) | {"move": str(hint.move)} for hint in self.hints],
            "discard_values": list(self.discard_values),
        }


def eger_policy(style: str, *, counting: bool = False, expendable: bool = False) -> _core.Policy:
    """The core's agent of a style.

    :raises UnknownNameError: for another style
    """
    if style not in STYLES:
        raise UnknownNameError(f"no agent {style!r} of Eger et al. (expected {', '.join(STYLES)})")
    return _policy(style, counting=counting, expendable=expendable)


def sampling_policy(giver: str, samples: int) -> _core.Policy:
    """The core's agent that recognises its cards by sampling hands.

    :raises TamayaError: for another giver or number
    """
    if giver not in ("outer", "intentional"):
        raise UnknownNameError(
            f"no giver of hints {giver!r} to recognise (expected outer, intentional)"
        )
    return _policy(_SAMPLE, samples=samples, of_intentional=giver == "intentional")


def _policy(
    style: str,
    *,
    counting: bool = False,
    expendable: bool = False,
    samples: int = 0,
    of_intentional: bool = False,
) -> _core.Policy:
    fields: dict[str, object] = {
        "style": _core.eger_styles().index(style),
        "counting": counting,
        "expendable": expendable,
        "samples": samples,
        "of_intentional": of_intentional,
    }
    return _core.Policy("eger", fields)


@in_core
class EgerAgent(CoreAgent):
    """`random`, `inner`, `outer`, `intentional` or `full`."""

    def __init__(
        self,
        style: str,
        *,
        name: str | None = None,
        counting: bool = False,
        expendable: bool = False,
    ) -> None:
        """`counting` and `expendable` follow the paper where the program does not.

        :raises UnknownNameError: for another style
        """
        policy = eger_policy(style, counting=counting, expendable=expendable)
        super().__init__(name or f"eger:{style}", policy)
        self.style = style
        self._parameters: dict[str, object] = {
            "style": style,
            "counting": counting,
            "expendable": expendable,
        }

    @staticmethod
    def sampling(giver: str = "outer", samples: int = 200, *, name: str = "") -> EgerAgent:
        """Self-recognition: takes a card for what it mostly is in hands that explain the hint.

        :param giver: whom it takes its partner for, 'outer' or 'intentional'
        :param samples: hands drawn for each hint
        :raises TamayaError: for another giver or number
        """
        return EgerSampler(giver, samples, name=name)

    @property
    def parameters(self) -> Mapping[str, object]:
        """Style and switches."""
        return self._parameters

    def thoughts(self, view: View, decision: _core.Decision) -> EgerThoughts:
        """Goals, hints and discard values in a position where it is to move."""
        step = _STEP_NAMES[decision.fired]
        words = _WORDS.get(self.style, {}).get(step, _STEPS[step])
        if self.style not in ("intentional", "full"):
            return EgerThoughts(step, words, decision.move)
        weighed = _core.intentional_hints(self.policy, view)
        return EgerThoughts(
            step,
            words,
            decision.move,
            tuple(_goals(self.policy, view)),
            tuple(
                HintThought(
                    h.move,
                    tuple(h.plays),
                    tuple(h.discards),
                    tuple(h.against),
                    h.news,
                    h.score,
                    h.valid,
                )
                for h in weighed
            ),
            tuple(_core.intentional_discard_values(self.policy, view)),
        )


@in_core
class EgerSampler(EgerAgent):
    """Self-recognition: see `EgerAgent.sampling`."""

    def __init__(self, giver: str = "outer", samples: int = 200, *, name: str = "") -> None:
        CoreAgent.__init__(
            self, name or f"eger:sample({giver}, {samples})", sampling_policy(giver, samples)
        )
        self.style = _SAMPLE
        self._parameters = {"style": _SAMPLE, "giver": giver, "samples": samples}


def _goals(policy: _core.Policy, view: View) -> list[CardGoal]:
    found = []
    for offset in range(1, view.setup.players):
        seat = (view.me + offset) % view.setup.players
        goals = _core.intentional_goals(policy, view, offset)
        for slot, (card, goal) in enumerate(zip(view.hand(seat), goals, strict=False)):
            if card is not None:
                found.append(CardGoal(seat, slot, card, goal))
    return found


Source = Literal["program", "paper"]
Hands = Annotated[int, Range("a number of hands", 0, 10**9)]


def _sampler(giver: str = "outer", samples: Hands = 200, *, name: str) -> Agent:
    return EgerAgent.sampling(giver, samples, name=name)


register(
    Entry(
        "eger:sample",
        "Outer that recognises its cards from hints, by sampling hands (after Osawa).",
        _sampler,
        setup="eger",
    )
)


def _random(*, name: str) -> Agent:
    return EgerAgent("random", name=name)


def _counting(style: str, *, counting: Source = "program", name: str) -> Agent:
    return EgerAgent(style, name=name, counting=counting == "paper")


def _intentional(
    style: str, *, counting: Source = "program", expendable: Source = "program", name: str
) -> Agent:
    paper = {"counting": counting == "paper", "expendable": expendable == "paper"}
    return EgerAgent(style, name=name, **paper)


for _style, _description, _make in (
    ("random", "Makes any legal move.", _random),
    (
        "inner",
        "Plays what is certain by hints alone, hints playable cards by chance.",
        partial(_counting, "inner"),
    ),
    ("outer", "As inner, but does not tell the same of a card twice.", partial(_counting, "outer")),
    (
        "intentional",
        "Hints so that its partner will do with each card what it wants.",
        partial(_intentional, "intentional"),
    ),
    (
        "full",
        "Intentional, and takes every hint it gets for a wish.",
        partial(_intentional, "full"),
    ),
):
    register(Entry(f"eger:{_style}", _description, _make, setup="eger"))
