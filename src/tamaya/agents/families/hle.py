"""The six agents that the 2020 paper re-implemented in Python on HLE (its Tables I and II).

They are made for the `standard` set-up and make a random legal move if no rule applies.
"""

from tamaya.agents.registry import rule_list

for _name, _description, _rules in (
    (
        "iggi",
        "Plays safe cards, hints playable ones, discards the oldest.",
        "hle.play_if_certain > hle.play_safe > hle.hint_playable > hle.discard_osawa > "
        "published.discard_oldest > published.legal_random",
    ),
    (
        "internal",
        "Plays safe cards, otherwise hints and discards at random.",
        "hle.play_safe > hle.discard_osawa > published.hint_playable_randomly > "
        "published.hint_randomly > published.discard_randomly",
    ),
    (
        "outer",
        "Plays safe cards and hints what the partner does not know yet.",
        "hle.play_safe > hle.discard_osawa > hle.hint_playable > hle.hint_unknown > "
        "published.discard_randomly",
    ),
    (
        "van_den_bergh",
        "Plays at 60 % probability and discards what is probably useless.",
        "hle.play_probably_safe(percent=60, lives=2) > hle.play_safe > "
        "hle.discard_probably_useless(99) > hle.hint_playable > hle.hint_useless > "
        "hle.discard_probably_useless(0)",
    ),
    (
        "flawed",
        "Plays at 25 % probability, and so loses its lives.",
        "hle.play_safe > hle.play_probably_safe(percent=25, lives=1) > published.hint_randomly > "
        "hle.discard_osawa > published.discard_oldest > published.discard_randomly",
    ),
    (
        "piers",
        "IGGI that takes risks with lives to spare and saves hints.",
        "hle.play_hail_mary > hle.play_safe > hle.play_probably_safe(percent=60, lives=2) > "
        "hle.hint_playable > hle.hint_dispensable(3) > hle.discard_osawa > "
        "published.discard_oldest > published.hint_randomly > published.discard_randomly",
    ),
):
    rule_list(f"hle:{_name}", _description, _rules)
