"""How much hints had told about the cards somebody plays."""

from tamaya.features.counters import Counters
from tamaya.features.registry import feature, ratio


@feature
def information_per_play(c: Counters) -> float:
    """Share of the color and rank of played cards that hints, positive or negative, had told."""
    return ratio(c.known_at_play, 2 * c.plays)
