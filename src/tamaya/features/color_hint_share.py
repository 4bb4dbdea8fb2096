"""Which kind of hint somebody prefers."""

from tamaya.features.counters import Counters
from tamaya.features.registry import feature, ratio


@feature
def color_hint_share(c: Counters) -> float:
    """Share of hints that named a color."""
    return ratio(c.color_hints, c.hints)
