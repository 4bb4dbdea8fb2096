"""The agents of Eger, Martens and Alfaro Cordoba 2017, as their program plays them.

They are made for the `eger` set-up with two players, but can play any set-up. With more players
they choose the best hint over all partners, starting with the next seat. If the rules forbid a
discard, they give the least misleading hint. `counting=paper` and `expendable=paper` follow the
paper where the program differs from it. `predict=human:all` replaces the Predict step by a learned
model of people.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, ClassVar, Literal

from tamaya import _core
from tamaya.agents.agent import Agent
from tamaya.agents.binding import Range
from tamaya.agents.families import foresight
from tamaya.agents.native import CoreAgent, in_core
from tamaya.agents.registry import Entry, register
from tamaya.game import SEAT_NAMES, Card, Move, UnknownNameError, View

_STEP_NAMES = _core.eger_steps()
_SAMPLE = "sample"
STYLES = tuple(style for style in _core.eger_styles() if style != _SAMPLE)
_STEPS = {
    "answer_by_play": "plays a hinted card that may be playable",
    "answer_by_discard": "discards a hinted card that may be useless",
    "play_sure": "plays a card that must be playable",
    "discard_useless": "discards a card that must be useless",
    "hint": "hints what the partner should do",
    "hint_any": "gives any hint, since no partner holds a playable card",
    "discard": "discards the card that it needs least",
    "forced": "gives the least misleading hint, since it may not discard",
    "any": "makes any legal move",
}
_STEPS_WITHOUT_GOALS = _STEPS | {
    "hint": "hints a playable card",
    "discard": "discards any card",
    "forced": "hints any card, since it may not discard",
}
_WITH_GOALS = ("intentional", "full")


@dataclass(frozen=True)
class CardGoal:
    """What the agent wants a partner to do with a card."""

    seat: int
    slot: int
    card: Card
    goal: str
    """'play', 'discard', 'may discard' or 'keep'"""


@dataclass(frozen=True)
class HintThought:
    """A hint and the reaction that the agent expects."""

    move: Move
    plays: tuple[int, ...]
    """slots that the partner is expected to play"""
    discards: tuple[int, ...]
    """slots that the partner is expected to discard"""
    against: tuple[int, ...]
    """expected plays and discards that contradict the goals; one of them forbids the hint"""
    news: bool
    """whether the hint adds knowledge of a touched card"""
    score: int
    """3 for each expected play, 2 for each discard of a useless card, 1 for each other discard"""
    valid: bool
    """whether the agent may give this hint"""

    def __str__(self) -> str:
        expected = [
            f"{action} {', '.join(map(str, slots))}"
            for action, slots in (("plays", self.plays), ("discards", self.discards))
            if slots
        ]
        reaction = " and ".join(expected) or "does nothing"
        if self.valid:
            return f"{self.move}: score {self.score}, the partner {reaction}"
        why = f"not slot {', '.join(map(str, self.against))}" if self.against else "no news"
        return f"{self.move}: forbidden ({why if expected else 'no reaction'}), {reaction}"


@dataclass(frozen=True)
class EgerThoughts:
    """What one of these agents weighed. Only `intentional` and `full` have goals and hints."""

    kind: ClassVar[str] = "goals"

    step: str
    """the step of the agent that decided, one of `_core.eger_steps()`"""
    words: str
    """the step as a sentence"""
    move: Move | None
    goals: tuple[CardGoal, ...] = ()
    """for each card of the partners"""
    hints: tuple[HintThought, ...] = ()
    """all hints that touch a card; ties go to the first"""
    discard_values: tuple[float | None, ...] = ()
    """value of discarding each slot; None for an empty slot"""

    def __str__(self) -> str:
        hints = [hint for hint in self.hints if hint.move == self.move and self.step == "hint"]
        return f"{self.words}{f' ({hints[0]})' if hints else ''}"

    def lines(self) -> list[str]:
        """Goals, hints and discard values."""
        lines = []
        for seat in sorted({goal.seat for goal in self.goals}):
            cards = [f"{goal.card} {goal.goal}" for goal in self.goals if goal.seat == seat]
            lines.append(f"goals    {SEAT_NAMES[seat]}: {', '.join(cards)}")
        lines += [f"hint     {hint}" for hint in self.hints]
        values = enumerate(self.discard_values)
        lines += [f"discard  slot {slot}: worth {v:+.3f}" for slot, v in values if v is not None]
        return lines

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
    """The core's policy of a style.

    :raises UnknownNameError: if there is no such style
    """
    if style not in STYLES:
        raise UnknownNameError(f"no agent {style!r} of Eger et al. (expected {', '.join(STYLES)})")
    return _policy(style, counting=counting, expendable=expendable)


def sampling_policy(giver: str, samples: int) -> _core.Policy:
    """The core's policy that recognises its own cards by sampling hands.

    :raises TamayaError: for an unknown giver or an impossible number
    """
    if giver not in ("outer", "intentional"):
        raise UnknownNameError(f"no giver of hints {giver!r} (expected outer, intentional)")
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

        :raises UnknownNameError: if there is no such style
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
        """Self-recognition: draws hands that explain a hint and assumes each card's likeliest face.

        :param giver: the agent that it assumes its partner to be, 'outer' or 'intentional'
        :param samples: hands drawn for each hint
        :raises TamayaError: for an unknown giver or an impossible number
        """
        return EgerSampler(giver, samples, name=name)

    @property
    def parameters(self) -> Mapping[str, object]:
        """Style and switches."""
        return self._parameters

    def thoughts(self, view: View, decision: _core.Decision) -> EgerThoughts:
        """Goals, hints and discard values in a position where the agent is to move."""
        step = _STEP_NAMES[decision.fired]
        if self.style not in _WITH_GOALS:
            words = (_STEPS if self.style == "random" else _STEPS_WITHOUT_GOALS)[step]
            return EgerThoughts(step, words, decision.move)
        weighed = _core.intentional_hints(self.policy, view)
        return EgerThoughts(
            step,
            _STEPS[step],
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
    card_goals = []
    for offset in range(1, view.setup.players):
        seat = (view.me + offset) % view.setup.players
        goals = _core.intentional_goals(policy, view, offset)
        for slot, (card, goal) in enumerate(zip(view.hand(seat), goals, strict=False)):
            if card is not None:
                card_goals.append(CardGoal(seat, slot, card, goal))
    return card_goals


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


def _intentional(  # noqa: PLR0913
    style: str,
    *,
    counting: Source = "program",
    expendable: Source = "program",
    predict: CoreAgent | None = None,
    hands: foresight.Hands = foresight.HANDS,
    cost: foresight.Cost = foresight.COST,
    worth: foresight.Worth = foresight.WORTH,
    name: str,
) -> Agent:
    paper = {"counting": counting == "paper", "expendable": expendable == "paper"}
    if predict is None:
        return EgerAgent(style, name=name, **paper)
    return foresight.ForesightAgent(
        style, predict, name=name, hands=hands, cost=cost, worth=worth, **paper
    )


for _style, _description, _make in (
    ("random", "Makes any legal move.", _random),
    (
        "inner",
        "Plays cards that hints alone prove playable, and hints playable cards at random.",
        partial(_counting, "inner"),
    ),
    (
        "outer",
        "Like inner, but never hints what a card's owner knows.",
        partial(_counting, "outer"),
    ),
    (
        "intentional",
        "Predicts how its partner reacts to each hint and gives the one that serves its goals.",
        partial(_intentional, "intentional"),
    ),
    (
        "full",
        "Intentional, and reads every hint that it gets as a request to play or discard.",
        partial(_intentional, "full"),
    ),
):
    register(Entry(f"eger:{_style}", _description, _make, setup="eger"))
