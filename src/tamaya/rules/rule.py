"""Rules with values for their parameters, like `play_probably_safe(60)`."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from tamaya import _core
from tamaya.game import Move, NotationError, Seed, UnknownNameError, View
from tamaya.grammar import Alternatives, Argument, RuleList, Spec, Value, parse
from tamaya.rules.condition import ALWAYS, CONDITIONAL, Condition, both_of, if_parts

_CORE_ARGS = 4
"""arguments of every rule in the core"""
_NUMBER = re.compile(r"-?\d+")


@dataclass(frozen=True)
class Parameter:
    """A parameter of a rule: a whole number from -128 to 127."""

    name: str
    default: int


@dataclass(frozen=True)
class Rule:
    """A rule as registered in the core."""

    name: str
    gate: str
    """kind of move that must be legal for the rule to apply: 'play', 'hint', 'discard' or 'none'"""
    parameters: tuple[Parameter, ...]
    description: str
    """one sentence, with {parameter} in place of each number"""
    values: tuple[tuple[int, ...], ...] = ((),)
    """parameter values that evolution chooses from"""

    @property
    def rulebook(self) -> str:
        """Name of the rulebook that the rule belongs to."""
        book, dot, _ = self.name.partition(".")
        return book if dot else "tamaya"


@cache
def registered() -> dict[str, Rule]:
    """All rules by name."""
    return {info.name: _rule_of(info) for info in _core.rules()}


def _rule_of(info: _core.RuleInfo) -> Rule:
    parts = [part.split("=") for part in info.parameters.split(", ") if part]
    parameters = tuple(Parameter(name, int(default)) for name, default in parts)
    defaults = tuple(parameter.default for parameter in parameters)
    values = tuple(tuple(map(int, text.split(","))) for text in info.values.split(";") if text)
    return Rule(info.name, info.gate, parameters, info.description, values or (defaults,))


def rule_names(rulebook: str = "tamaya") -> list[str]:
    """Names of all rules of a rulebook.

    :raises UnknownNameError: if there is no such rulebook
    """
    books = {rule.rulebook for rule in registered().values()}
    if rulebook not in books:
        raise UnknownNameError(f"no rulebook {rulebook!r} (expected {', '.join(sorted(books))})")
    return [name for name, rule in registered().items() if rule.rulebook == rulebook]


@dataclass(frozen=True)
class RuleSpec:
    """A rule with values for its parameters. Call it with a view to get a move or None."""

    name: str
    args: tuple[int, ...] = ()
    """one for each parameter of the rule"""
    when: Condition = ALWAYS
    """condition under which the rule applies, as in `if(lives_at_least=2, play_safe)`"""

    @classmethod
    def parse(cls, text: str) -> RuleSpec:
        """Parses `name`, `name(60)`, `name(percent=60)` or `if(lives_at_least=2, name)`.

        Missing parameters have their default.

        :raises NotationError: if the text is not one rule, or a parameter is wrong
        :raises UnknownNameError: listing near names
        """
        specs = rules_of(parse(text, "a rule"))
        if len(specs) > 1:
            raise NotationError(
                f"more than one rule: {text[:80]!r} (expected one; see Genome.parse)"
            )
        return specs[0]

    @property
    def core_args(self) -> list[int]:
        """The arguments that the core reads: parameters and, if there is one, the condition."""
        bounds = self.when.bounds
        padding = [0] * (_CORE_ARGS - len(self.args)) if bounds else []
        return [*self.args, *padding, *bounds]

    @property
    def rule(self) -> Rule:
        """The rule itself."""
        return registered()[self.name]

    @property
    def description(self) -> str:
        """One sentence that says what the rule does with these parameters."""
        names = [parameter.name for parameter in self.rule.parameters]
        text = self.rule.description
        for name, value in zip(names, self.args, strict=True):
            text = text.replace("{" + name + "}", str(value))
            text = _chosen(text, name, value)
        if self.when.ranges:
            condition = self.when.description
            text = f"{condition[0].upper()}{condition[1:]}: {text[0].lower()}{text[1:]}"
        return re.sub(r"\b1 (card|hint token|token|rank|live|turn|point)s\b", _singular, text)

    def __call__(self, view: View, seed: Seed = 0) -> Move | None:
        """The move that the rule proposes for the seat to move, or None.

        :raises TamayaError: if the published rule raises an exception in this position
        """
        return _core.ask_rule(self.name, self.core_args, view, seed)

    def __str__(self) -> str:
        return f"if({self.when}, {self._plain()})" if self.when.ranges else self._plain()

    def _plain(self) -> str:
        if not self.args:
            return self.name
        if len(self.args) == 1:
            return f"{self.name}({self.args[0]})"
        names = [parameter.name for parameter in self.rule.parameters]
        pairs = ", ".join(f"{n}={v}" for n, v in zip(names, self.args, strict=True))
        return f"{self.name}({pairs})"

    def __repr__(self) -> str:
        return f"rule({str(self)!r})"


def rule(text: str) -> RuleSpec:
    """Parses one rule, with or without a condition; see `RuleSpec.parse`.

    :raises NotationError: if the text is not one rule
    """
    return RuleSpec.parse(text)


def rules_of(value: Value, cases: Sequence[Condition] = (ALWAYS,)) -> list[RuleSpec]:
    """The rules of a parsed rule list.

    `if(CONDITIONS, THEN, ELSE)` becomes the rules of THEN under the conditions and those of ELSE
    under the opposite ones.

    :param cases: conditions of which one must hold; there is a copy of each rule for each
    :raises NotationError: if a part is not a rule, or can never apply
    :raises UnknownNameError: listing near names
    """
    if isinstance(value, Alternatives):
        raise NotationError(f"not a rule: {str(value)[:60]!r} (expected rules separated by '>')")
    if isinstance(value, RuleList):
        return [spec for part in value.rules for spec in rules_of(part, cases)]
    if value.name != CONDITIONAL:
        return [_with_parameters(value, case) for case in cases]
    condition, (then, *otherwise) = if_parts(value)
    specs = rules_of(then, both_of(cases, [condition]))
    for part in otherwise:
        specs += rules_of(part, both_of(cases, condition.otherwise()))
    return specs


def _with_parameters(spec: Spec, when: Condition) -> RuleSpec:
    if spec.name not in registered():
        near = difflib.get_close_matches(spec.name, registered(), n=3, cutoff=0.4)
        raise UnknownNameError(
            f"no rule {spec.name[:60]!r} (near names: {', '.join(near) or 'none'})"
        )
    return RuleSpec(spec.name, _parameters(registered()[spec.name], spec.arguments), when)


def _singular(plural: re.Match[str]) -> str:
    return "1 life" if plural[1] == "live" else f"1 {plural[1]}"


def _chosen(text: str, name: str, value: int) -> str:
    """Keeps only the words for this value of `rank first (color_first=1: color first)`."""
    choice = re.search(rf"(\w+ first) \({name}=(\d): (\w+ first)\)", text)
    if choice is None:
        return text
    words = choice[3] if value == int(choice[2]) else choice[1]
    return text[: choice.start()] + words + text[choice.end() :]


def _parameters(rule: Rule, arguments: Sequence[Argument]) -> tuple[int, ...]:
    values = [parameter.default for parameter in rule.parameters]
    names = [parameter.name for parameter in rule.parameters]
    for place, argument in enumerate(arguments):
        key, number = argument.key, str(argument.value)
        if _NUMBER.fullmatch(number) is None:
            raise NotationError(
                f"not a parameter of {rule.name}: {str(argument)[:40]!r} (expected a whole number)"
            )
        if not key and place >= len(names):
            raise NotationError(
                f"{rule.name} takes {len(names)} parameters, so {number!r} is one too many"
            )
        if key and key not in names:
            expected = ", ".join(names) or "none"
            raise NotationError(f"{rule.name} has no parameter {key!r} (expected {expected})")
        value = int(number[:6])
        if not -128 <= value <= 127:
            raise NotationError(f"parameter {value} of {rule.name} (expected -128 to 127)")
        values[names.index(key) if key else place] = value
    return tuple(values)
