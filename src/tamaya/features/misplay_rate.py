"""How often plays fail."""

from tamaya.features.counters import Counters
from tamaya.features.registry import feature, ratio


@feature
def misplay_rate(c: Counters) -> float:
    """Share of plays that did not fit."""
    return ratio(c.misplays, c.plays)
