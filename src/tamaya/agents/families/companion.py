"""The companion: a list of rules evolved to play with people.

It was evolved for two players under the rules of Eger et al. 2017. Its partners were models of half
of the people of their study (76 people, without the one who played more than 200 games): one model
of all of them, three of groups, and four of two quarters each. The search tried 1.2 million lists
of 16 rules on a GPU: 950,000 with models that included that one person, then 250,000 without. Rules
that never decided were removed. `tamaya humans partner` runs the same search;
`tamaya reproduce people_partners` measures the companion with models of the other half.
"""

from __future__ import annotations

from tamaya.agents.registry import rule_list

rule_list(
    "companion",
    "Evolved to play with people: plays the newest hinted card, and hints only playable cards.",
    "play_safe > hint_fix > play_hinted_newest(50) > play_hail_mary(0, 1) > hint_unmixed"
    " > hint_playable_critical(1) > hint_focus_many(2) > discard_repeated"
    " > discard_probably_useless_unhinted(0) > discard_far(2) > play_hinted_rank(40)",
)
