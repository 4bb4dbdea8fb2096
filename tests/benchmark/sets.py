"""A small test set, and agents that fail."""

from __future__ import annotations

from tamaya.benchmark.test_set import TestPartner, TestSet

FAMILIES = {"classics": ("piers", "iggi", "outer"), "eger": ("eger:full", "eger:outer")}


def small_set(players: int = 2) -> TestSet:
    """Five partners of two families, and for more players a mixed table."""
    partners = [
        TestPartner(name, family, (name,), "for tests")
        for family, names in FAMILIES.items()
        for name in names
    ]
    if players > 2:
        mixed = ("piers", "eger:full", "iggi", "outer")[: players - 1]
        partners.append(TestPartner("table 1", "mixed", mixed, "for tests"))
    setup = f"standard illegal=end players={players}"
    return TestSet("v1", setup, 7, "quick", "0.1.0", ("classics",), tuple(partners), ())
