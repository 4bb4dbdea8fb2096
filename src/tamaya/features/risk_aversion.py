"""How safe the cards are that somebody plays."""

from tamaya.features.counters import Counters
from tamaya.features.registry import feature, ratio


@feature
def risk_aversion(c: Counters) -> float:
    """Mean chance that the cards played would fit, by what the player knew."""
    return ratio(c.playability, c.plays * 2**32)
