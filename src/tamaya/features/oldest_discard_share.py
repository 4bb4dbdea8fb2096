"""Whether somebody discards the oldest card."""

from tamaya.features.counters import Counters
from tamaya.features.registry import feature, ratio


@feature
def oldest_discard_share(c: Counters) -> float:
    """Share of discards of the oldest card in hand."""
    return ratio(c.oldest_discards, c.discards)
