"""Rules, genomes (ordered lists of rules) and rulebooks (sets of rules)."""

from tamaya.rules.condition import CONDITIONAL, Condition
from tamaya.rules.genome import Genome
from tamaya.rules.published import GENES, chromosome
from tamaya.rules.rule import Parameter, Rule, RuleSpec, rule, rule_names
from tamaya.rules.rulebooks import rulebook

__all__ = [
    "CONDITIONAL",
    "GENES",
    "Condition",
    "Genome",
    "Parameter",
    "Rule",
    "RuleSpec",
    "chromosome",
    "rule",
    "rule_names",
    "rulebook",
]
