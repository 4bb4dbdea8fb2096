"""The same, by direct hints only."""

from tamaya.features.counters import Counters
from tamaya.features.registry import feature, ratio


@feature
def explicit_information_per_play(c: Counters) -> float:
    """Share of the color and rank of played cards that hints had named directly."""
    return ratio(c.hinted_at_play, 2 * c.plays)
