"""How often somebody hints when they could."""

from tamaya.features.counters import Counters
from tamaya.features.registry import feature, ratio


@feature
def communicativeness(c: Counters) -> float:
    """Share of turns with a hint token available in which the player hinted."""
    return ratio(c.hints_with_token, c.turns_with_hint)
