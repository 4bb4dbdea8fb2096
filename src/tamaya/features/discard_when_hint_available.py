"""Whether somebody discards instead of hinting."""

from tamaya.features.counters import Counters
from tamaya.features.registry import feature, ratio


@feature
def discard_when_hint_available(c: Counters) -> float:
    """Share of discards made although a hint token was there."""
    return ratio(c.discards_with_hint, c.discards)
