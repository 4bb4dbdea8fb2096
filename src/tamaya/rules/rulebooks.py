"""Rulebooks: the sets of rules that agents are composed from."""

from __future__ import annotations

from tamaya.game import UnknownNameError
from tamaya.rules.published import GENES
from tamaya.rules.rule import RuleSpec
from tamaya.rules.tamaya import RULEBOOK

_BOOKS = {"tamaya": RULEBOOK, "published": GENES}


def rulebook(name: str = "tamaya") -> tuple[RuleSpec, ...]:
    """All rules of a rulebook, with every choice of parameter values.

    :raises UnknownNameError: if there is no such book
    """
    if name not in _BOOKS:
        raise UnknownNameError(f"no rulebook {name!r} (expected {', '.join(sorted(_BOOKS))})")
    return _BOOKS[name]
