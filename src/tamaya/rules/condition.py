"""Conditions of rules: `if(lives_at_least=2, play_probably(60), play_safe)`.

The published agents call this combinator IfRule. An else part is the same rule list with the
opposite condition, so that a list of rules stays a list:
`if(lives_at_least=2, a, b)` means `if(lives_at_least=2, a) > if(lives_at_most=1, b)`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tamaya.errors import NotationError
from tamaya.grammar import Spec, Value

SUBJECTS = {
    "lives": "lives",
    "hints": "hint tokens",
    "deck": "cards in the deck",
    "score": "points",
}
"""numbers that conditions can ask about, with their words; in the order of the core"""
CONDITIONAL = "if"
"""how conditional rules are written: `if(CONDITIONS, THEN, ELSE)`"""
MOST = 127
"""no upper bound"""
_BOUND = re.compile(r"([a-z]+)_at_(least|most)=(\d{1,3})")
EXPECTED = (
    "expected conditions like lives_at_least=2, then rules: "
    "if(lives_at_least=2, play_probably(60), play_safe)"
)


@dataclass(frozen=True)
class Condition:
    """Ranges of numbers in which a rule applies; a rule without a condition has no ranges."""

    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """least and most, by subject; only subjects that are restricted"""

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.ranges.items())))

    @property
    def bounds(self) -> list[int]:
        """The least and the most of every subject, as the core reads them; empty without any."""
        if not self.ranges:
            return []
        return [bound for name in SUBJECTS for bound in self.ranges.get(name, (0, MOST))]

    def excludes(self, other: Condition) -> bool:
        """Can this condition and another one never hold at once?"""
        return any(
            most < self.ranges[name][0] or least > self.ranges[name][1]
            for name, (least, most) in other.ranges.items()
            if name in self.ranges
        )

    def both(self, other: Condition) -> Condition:
        """This condition and another one.

        :raises NotationError: if both can never hold at once
        """
        if self.excludes(other):
            raise NotationError(
                f"no rule can apply with {self} and {other} "
                "(expected conditions that can both hold)"
            )
        ranges = dict(self.ranges)
        for name, (least, most) in other.ranges.items():
            first, last = ranges.get(name, (0, MOST))
            ranges[name] = (max(first, least), min(last, most))
        return Condition(ranges)

    def otherwise(self) -> list[Condition]:
        """The opposite in parts: where this condition does not hold, exactly one of them does."""
        cases, before = [], Condition()
        for name, (least, most) in self.ranges.items():
            if least > 0:
                cases.append(before.both(Condition({name: (0, least - 1)})))
            if most < MOST:
                cases.append(before.both(Condition({name: (most + 1, MOST)})))
            before = before.both(Condition({name: (least, most)}))
        return cases

    @property
    def description(self) -> str:
        """The condition in words: 'with at least 2 lives'."""
        parts = []
        for name, (least, most) in self.ranges.items():
            if least == most:
                parts.append(f"exactly {least} {SUBJECTS[name]}")
                continue
            parts += [f"at least {least} {SUBJECTS[name]}"] if least > 0 else []
            parts += [f"at most {most} {SUBJECTS[name]}"] if most < MOST else []
        return f"with {' and '.join(parts)}"

    def __str__(self) -> str:
        parts = []
        for name, (least, most) in self.ranges.items():
            parts += [f"{name}_at_least={least}"] if least > 0 else []
            parts += [f"{name}_at_most={most}"] if most < MOST else []
        return ", ".join(parts)


ALWAYS = Condition()


def both_of(first: Sequence[Condition], second: Sequence[Condition]) -> list[Condition]:
    """Joins each condition of `first` with each of `second`; drops pairs that cannot both hold.

    :raises NotationError: if no two of them can hold at once
    """
    pairs = [(a, b) for a in first for b in second if not a.excludes(b)]
    if not pairs:
        raise NotationError(
            f"no rule can apply with {' or '.join(map(str, first))} and "
            f"{' or '.join(map(str, second))} (expected conditions that can both hold)"
        )
    return [a.both(b) for a, b in pairs]


def if_parts(spec: Spec) -> tuple[Condition, list[Value]]:
    """The condition and the parts after it of `if(CONDITIONS, THEN, ELSE)`.

    :raises NotationError: if there is no condition, or there are not one or two parts
    """
    condition, arguments = ALWAYS, list(spec.arguments)
    while arguments and (bound := _BOUND.fullmatch(str(arguments[0]))) is not None:
        condition = condition.both(_bound(*bound.groups()))
        del arguments[0]
    has_keys = any(argument.key for argument in arguments)
    if not condition.ranges or len(arguments) not in (1, 2) or has_keys:
        raise NotationError(f"not a conditional rule: {str(spec)[:80]!r} ({EXPECTED})")
    return condition, [argument.value for argument in arguments]


def _bound(subject: str, side: str, number: str) -> Condition:
    if subject not in SUBJECTS:
        raise NotationError(f"no condition on {subject!r} (expected {', '.join(SUBJECTS)})")
    value = int(number)
    if not 0 <= value <= MOST or (side == "least" and value == 0) or (value == MOST):
        lowest = 1 if side == "least" else 0
        raise NotationError(f"{subject}_at_{side}={number} (expected {lowest} to {MOST - 1})")
    return Condition({subject: (value, MOST) if side == "least" else (0, value)})
