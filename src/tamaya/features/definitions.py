"""All behaviour features, one function each. Each is the share of occasions in which a player did
something.

To add one, write a function of `Counters` here and a case in `tests/features/test_features.py`.
Pages show its name and the first line of its docstring, unless `web/src/messages/maps.ts` has other
words.
"""

from tamaya.features.counters import Counters
from tamaya.features.registry import feature, ratio

# Hints.


@feature
def communicativeness(c: Counters) -> float:
    """Share of turns with a hint token available in which the player hinted."""
    return ratio(c.hints_with_token, c.turns_with_hint)


@feature
def color_hint_share(c: Counters) -> float:
    """Share of hints that named a color."""
    return ratio(c.color_hints, c.hints)


# Plays.


@feature
def information_per_play(c: Counters) -> float:
    """Share of the color and rank of played cards that the player could infer from hints."""
    return ratio(c.known_at_play, 2 * c.plays)


@feature
def explicit_information_per_play(c: Counters) -> float:
    """Share of the color and rank of played cards that hints touching them had named."""
    return ratio(c.hinted_at_play, 2 * c.plays)


@feature
def risk_aversion(c: Counters) -> float:
    """Mean probability that a played card was playable, given what the player knew."""
    return ratio(c.playability, c.plays * 2**32)


@feature
def misplay_rate(c: Counters) -> float:
    """Share of plays that were misplays."""
    return ratio(c.misplays, c.plays)


@feature
def newest_play_share(c: Counters) -> float:
    """Share of plays of the newest card in hand."""
    return ratio(c.newest_plays, c.plays)


@feature
def oldest_play_share(c: Counters) -> float:
    """Share of plays of the oldest card in hand."""
    return ratio(c.oldest_plays, c.plays)


# Discards.


@feature
def discard_when_hint_available(c: Counters) -> float:
    """Share of discards with a hint token available."""
    return ratio(c.discards_with_hint, c.discards)


@feature
def newest_discard_share(c: Counters) -> float:
    """Share of discards of the newest card in hand."""
    return ratio(c.newest_discards, c.discards)


@feature
def oldest_discard_share(c: Counters) -> float:
    """Share of discards of the oldest card in hand."""
    return ratio(c.oldest_discards, c.discards)
