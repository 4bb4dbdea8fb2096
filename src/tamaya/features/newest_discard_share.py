"""Whether somebody discards the newest card."""

from tamaya.features.counters import Counters
from tamaya.features.registry import feature, ratio


@feature
def newest_discard_share(c: Counters) -> float:
    """Share of discards of the newest card in hand."""
    return ratio(c.newest_discards, c.discards)
