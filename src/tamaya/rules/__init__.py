"""Rules by name, and lists of them: what rule agents are made of."""

from tamaya.rules.genome import Genome
from tamaya.rules.published import GENES, chromosome
from tamaya.rules.rule import Parameter, Rule, RuleSpec, rule, rule_names
from tamaya.rules.rulebooks import rulebook

__all__ = [
    "GENES",
    "Genome",
    "Parameter",
    "Rule",
    "RuleSpec",
    "chromosome",
    "rule",
    "rule_names",
    "rulebook",
]
