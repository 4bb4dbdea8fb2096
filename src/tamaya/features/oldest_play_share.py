"""Whether somebody plays the oldest card."""

from tamaya.features.counters import Counters
from tamaya.features.registry import feature, ratio


@feature
def oldest_play_share(c: Counters) -> float:
    """Share of plays of the oldest card in hand."""
    return ratio(c.oldest_plays, c.plays)
