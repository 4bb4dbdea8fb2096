"""The `tamaya` rulebook: every rule of ours with the parameter values worth choosing from."""

from __future__ import annotations

from tamaya.rules.rule import RuleSpec


def _each(names: str, *arguments: str) -> list[str]:
    """Each of some rules with each of some parameters."""
    return [f"{name}({text})" for name in names.split() for text in arguments]


_PLAY_CERTAIN = """
    play_safe play_identified play_safe_newest play_safe_top play_safe_for_partner
    play_safe_critical play_trusted
"""
_PLAYS = [
    *_PLAY_CERTAIN.split(),
    *_each("play_probably", "0", "25", "40", "50", "60", "70", "80", "90"),
    *_each("play_probably_with_lives", "40, 2", "60, 2", "80, 2", "25, 3", "50, 3"),
    *_each("play_probably_hinted", "30", "60"),
    *_each("play_probably_trusted", "30", "60", "80"),
    *_each("play_probably_newest", "20", "40"),
    *_each("play_probably_out_of_hints", "30", "60"),
    *_each("play_probably_at_all_hints", "30"),
    *_each("play_without_loss play_ones", "20", "60"),
    "play_randomly",
    *_each("play_hinted_only play_hinted_newest play_hinted_oldest", "0", "50"),
    *_each("play_hinted_likeliest play_focus play_fresh", "0", "50"),
    *_each("play_hinted_color play_hinted_rank play_following", "0", "40"),
    *("play_hinted_again(0)", "play_finesse"),
    *_each("play_hail_mary", "0, 1", "0, 2", "40, 1"),
    *_each("play_late play_for_pace", "30, 5", "60, 2"),
]

_KIND_FIRST = """
    hint_playable hint_playable_newest hint_playable_lowest hint_playable_highest
    hint_playable_critical hint_playable_idle hint_for_sequence hint_unknown
"""
_HINT = """
    hint_ones hint_completing hint_revealing hint_most_playable hint_unmixed hint_only hint_newest
    hint_oldest hint_playable_randomly hint_focus_clean hint_finesse hint_fix hint_save
    hint_save_read hint_save_idle hint_save_top hint_save_two hint_save_playable hint_save_useful
    hint_fives hint_critical hint_useless hint_repeated hint_most hint_most_news hint_informative
    hint_identifying hint_nothing_new hint_unmisleading hint_randomly
"""
_HINTS = [
    *_each(_KIND_FIRST, "0", "1"),
    *_HINT.split(),
    *_each("hint_weighed", "1, -1", "2, -1", "1, -2"),
    *_each("hint_focus", "0", "8"),
    *("hint_focus_idle(8)", "hint_focus_many(2)", "hint_useless_when_short(4)"),
    *_each("hint_against_misplay", "40", "60"),
    *_each("hint_save_soon", "2", "3"),
    *_each("hint_harmless", "4", "8"),
    *_each("hint_for_pace", "0", "2"),
    *_each("hint_late", "2", "6"),
]

_DISCARD = """
    discard_useless discard_identified discard_held_elsewhere discard_repeated discard_oldest
    discard_newest discard_chop discard_newest_unhinted discard_oldest_hinted discard_unidentified
    discard_highest discard_highest_spare discard_harmless discard_least_critical
    discard_least_critical_unhinted discard_least_playable unblock discard_for_save
    discard_randomly
"""
_DISCARDS = [
    *_DISCARD.split(),
    *_each("discard_probably_useless", "0", "20", "40", "60", "80"),
    *_each("discard_probably_useless_unhinted", "0", "30"),
    *_each("discard_probably_held_elsewhere", "0", "40", "60", "80"),
    *_each("discard_chop_when_short", "2", "5"),
    *_each("discard_chop_with_pace", "0", "3"),
    *_each("discard_chop_carefully", "5", "15"),
    *_each("discard_far", "2", "3"),
]

RULEBOOK: tuple[RuleSpec, ...] = tuple(
    RuleSpec.parse(text) for text in (*_PLAYS, *_HINTS, *_DISCARDS, "legal_random")
)
"""every rule of ours, each with all parameter values that make a difference"""
