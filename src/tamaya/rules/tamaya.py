"""The `tamaya` rulebook: each of Tamaya's own rules with every choice of parameter values.

Names, parameters and values are registered in the core. Files of runs refer to entries by index, so
the order must not change: rules that are not listed here come last, in the order of the core.
"""

from __future__ import annotations

from tamaya.rules.rule import RuleSpec, registered, rule_names

_FIRST = """
    play_safe play_identified play_safe_newest play_safe_top play_safe_for_partner
    play_safe_critical play_trusted play_probably play_probably_with_lives play_probably_hinted
    play_probably_trusted play_probably_newest play_probably_out_of_hints
    play_probably_at_all_hints play_without_loss play_ones play_randomly play_hinted_only
    play_hinted_newest play_hinted_oldest play_hinted_likeliest play_focus play_fresh
    play_hinted_color play_hinted_rank play_following play_hinted_again play_finesse
    play_hail_mary play_late play_for_pace hint_playable hint_playable_newest
    hint_playable_lowest hint_playable_highest hint_playable_critical hint_playable_idle
    hint_for_sequence hint_unknown hint_ones hint_completing hint_revealing hint_most_playable
    hint_unmixed hint_only hint_newest hint_oldest hint_playable_randomly hint_focus_clean
    hint_finesse hint_fix hint_save hint_save_read hint_save_idle hint_save_top hint_save_two
    hint_save_playable hint_save_useful hint_fives hint_critical hint_useless hint_repeated
    hint_most hint_most_news hint_informative hint_identifying hint_nothing_new
    hint_unmisleading hint_randomly hint_weighed hint_focus hint_focus_idle hint_focus_many
    hint_useless_when_short hint_against_misplay hint_save_soon hint_harmless hint_for_pace
    hint_late discard_useless discard_identified discard_held_elsewhere discard_repeated
    discard_oldest discard_newest discard_chop discard_newest_unhinted discard_oldest_hinted
    discard_unidentified discard_highest discard_highest_spare discard_harmless
    discard_least_critical discard_least_critical_unhinted discard_least_playable unblock
    discard_for_save discard_randomly discard_probably_useless
    discard_probably_useless_unhinted discard_probably_held_elsewhere discard_chop_when_short
    discard_chop_with_pace discard_chop_carefully discard_far legal_random
"""


def _rulebook() -> tuple[RuleSpec, ...]:
    first = _FIRST.split()
    later = [name for name in rule_names("tamaya") if name not in first]
    return tuple(
        RuleSpec(name, values) for name in (*first, *later) for values in registered()[name].values
    )


RULEBOOK: tuple[RuleSpec, ...] = _rulebook()
"""all entries of the rulebook"""
