"""The companion: rules grown to play with people.

It was grown for two players under the rules of Eger et al. 2017, with models of half of the people
of their study (76 people, nobody with more than 200 games): all of them, three groups, and four
groups of two quarters. `tamaya humans partner` climbs like the program that grew it, which tried
1.2 million lists of 16 rules on a GPU: 950,000 for models that also knew the person with the most
games, then 250,000 for the above. Rules that never decided are left out. `tamaya reproduce
people_partners` plays it with models of the other half.
"""

from __future__ import annotations

from tamaya.agents.registry import rule_list

rule_list(
    "companion",
    "Grown to play with people: plays the newest hinted card, and hints only at what fits.",
    "play_safe > hint_fix > play_hinted_newest(50) > play_hail_mary(0, 1) > hint_unmixed"
    " > hint_playable_critical(1) > hint_focus_many(2) > discard_repeated"
    " > discard_probably_useless_unhinted(0) > discard_far(2) > play_hinted_rank(40)",
)
