"""Genomes: ordered lists of rules. The first rule that applies decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tamaya import _core
from tamaya.game import NotationError
from tamaya.grammar import Value, parse
from tamaya.rules.rule import RuleSpec, rules_of


@dataclass(frozen=True)
class Genome:
    """Rules in order of priority, written `play_safe > hint_playable > discard_oldest`."""

    rules: tuple[RuleSpec, ...]

    @classmethod
    def parse(cls, text: str) -> Genome:
        """Parses rules separated by `>`; a rule can be `if(lives_at_least=2, RULE, ELSE)`.

        :raises NotationError: if the text is empty or a rule cannot be parsed
        """
        if not text.strip():
            raise NotationError("not a genome: '' (expected rules like 'play_safe > legal_random')")
        return cls.of(parse(text, "a genome"))

    @classmethod
    def of(cls, value: Value) -> Genome:
        """The genome of a parsed rule list.

        :raises NotationError: if a part of it is not a rule
        """
        return cls(tuple(rules_of(value)))

    def policy(
        self, *, noise: int = 0, skip_throws: bool = True, else_random: bool = True
    ) -> _core.Policy:
        """The core's policy that plays these rules."""
        specs = [(spec.name, spec.core_args) for spec in self.rules]
        fields = {
            "rules": specs,
            "noise": noise,
            "skip_throws": skip_throws,
            "else_random": else_random,
        }
        return _core.Policy("rule_list", fields)

    def __len__(self) -> int:
        return len(self.rules)

    def __iter__(self) -> Iterator[RuleSpec]:
        return iter(self.rules)

    def __str__(self) -> str:
        return " > ".join(map(str, self.rules))

    def __repr__(self) -> str:
        return f"Genome.parse({str(self)!r})"
