"""Whether somebody plays the newest card."""

from tamaya.features.counters import Counters
from tamaya.features.registry import feature, ratio


@feature
def newest_play_share(c: Counters) -> float:
    """Share of plays of the newest card in hand."""
    return ratio(c.newest_plays, c.plays)
