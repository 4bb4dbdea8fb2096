"""Intentional and Full with a learned Predict step: a model of people foresees the reaction.

`eger:intentional(predict=human:all)` and `eger:full(predict=human:all)`. A hint is worth the
expected value of the partner's next move, minus the same after a discard; see
`cpp/tamaya/families/foresight.hpp`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from tamaya import _core
from tamaya.agents.binding import Range
from tamaya.agents.native import CoreAgent, in_core
from tamaya.game import Move, TamayaError, View

HANDS = 4
"""sampled own hands, by default"""
COST = 3
"""points that a move against the goals costs, by default"""
WORTH = 50
"""least worth of a hint in hundredths of a point, by default"""
Hands = Annotated[int, Range("a number of hands from 1 to 256", 1, 256)]
Cost = Annotated[int, Range("points from 0 to 1000", 0, 1000)]
Worth = Annotated[int, Range("hundredths of a point from -10000 to 10000", -10_000, 10_000)]
_PEOPLE = "person"
_STEPS = _core.eger_steps()


@dataclass(frozen=True)
class ForeseenHint:
    """A hint and the reaction that the model expects."""

    move: Move
    worth: float
    """expected value of the partner's next move, minus that after a discard"""
    plays: tuple[float, ...]
    """probability that the partner plays each slot next"""
    discards: tuple[float, ...]
    """probability that the partner discards each slot next"""

    def __str__(self) -> str:
        likely = [
            f"{action} {slot} {100 * chance:.0f} %"
            for action, chances in (("play", self.plays), ("discard", self.discards))
            for slot, chance in enumerate(chances)
            if chance >= 0.1
        ]
        return f"{self.move}: worth {self.worth:+.2f} ({', '.join(likely) or 'no likely reaction'})"


@dataclass(frozen=True)
class ForesightThoughts:
    """The step that decided, and all hints from the best to the worst."""

    kind: ClassVar[str] = "foresight"

    step: str
    move: Move | None
    hints: tuple[ForeseenHint, ...]

    def __str__(self) -> str:
        chosen = [hint for hint in self.hints if hint.move == self.move]
        return str(chosen[0]) if chosen else self.step.replace("_", " ")

    def lines(self) -> list[str]:
        """The hints from the best to the worst."""
        return list(map(str, self.hints))

    def as_dict(self) -> dict[str, object]:
        """Everything as plain data."""
        hints = [vars(hint) | {"move": str(hint.move)} for hint in self.hints]
        return {"step": self.step, "hints": hints}


@in_core
class ForesightAgent(CoreAgent):
    """`intentional` or `full` that asks a model of people how its partner will react."""

    def __init__(  # noqa: PLR0913
        self,
        style: str,
        people: CoreAgent,
        *,
        hands: int = HANDS,
        cost: int = COST,
        worth: int = WORTH,
        counting: bool = False,
        expendable: bool = False,
        name: str = "",
    ) -> None:
        """`people` is a model of people, like `human:all`.

        :param hands: own hands that are sampled for a prediction, since the partner sees ours
        :param cost: points that a partner's move against our goals costs
        :param worth: hundredths of a point that a hint must be worth to be given
        :raises TamayaError: if `people` is no model of people, or a number is out of range
        """
        if people.policy.family != _PEOPLE:
            raise TamayaError(
                f"predict={people.name}: cannot predict reactions (expected a model of people, "
                "like human:all)"
            )
        fields = {
            "full": style == "full",
            "hands": hands,
            "cost": cost,
            "percent": worth,
            "counting": counting,
            "expendable": expendable,
        }
        policy = _core.Policy("foresight", fields, people.policy.blob)
        super().__init__(name or f"eger:{style}(predict={people.name})", policy)
        self.people = people
        self._fields = fields

    @property
    def parameters(self) -> Mapping[str, object]:
        """The model of people and the settings."""
        return {"predict": self.people, **self._fields}

    def thoughts(self, view: View, decision: _core.Decision) -> ForesightThoughts:
        """What the model expects of each hint. The same position gives the same numbers."""
        hints = [
            ForeseenHint(hint.move, hint.worth, tuple(hint.plays), tuple(hint.discards))
            for hint in _core.foreseen_hints(self.policy, view)
        ]
        best_first = sorted(hints, key=lambda hint: -hint.worth)
        return ForesightThoughts(_STEPS[decision.fired], decision.move, tuple(best_first))
