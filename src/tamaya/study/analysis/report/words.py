"""Numbers as the report writes them."""

from __future__ import annotations

import math

NOTHING = "\N{EN DASH}"


def number(value: float, digits: int = 2) -> str:
    """A number, or a dash if it is not known."""
    return NOTHING if math.isnan(value) else f"{value:.{digits}f}".replace("-", "\N{MINUS SIGN}")


def interval(low: float, high: float, digits: int = 2) -> str:
    """A 95 % interval."""
    if math.isnan(low) or math.isnan(high):
        return NOTHING
    return f"{number(low, digits)} to {number(high, digits)}"


def chance(p: float) -> str:
    """A p-value."""
    if math.isnan(p):
        return NOTHING
    if p < 0.0001:
        return "< 0.0001"
    return f"{p:.4f}" if p < 0.1 else f"{p:.2f}"


def equals(p: float) -> str:
    """A p-value with the sign before it, for sentences."""
    words = chance(p)
    return f"= {words}" if words[0].isdigit() else words


def percent(share: float) -> str:
    """A share in percent."""
    return NOTHING if math.isnan(share) else f"{100 * share:.0f} %"


def plain(name: str) -> str:
    """A name of the study file as words."""
    return name.replace("_", " ")
