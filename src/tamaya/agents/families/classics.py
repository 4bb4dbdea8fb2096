"""Our own agents: rule lists of the `tamaya` rulebook, for 2 to 5 players, that never give up."""

from __future__ import annotations

from tamaya.agents.agent import Agent
from tamaya.agents.binding import Percent
from tamaya.agents.native import NativeAgent
from tamaya.agents.registry import Entry, register, rule_list
from tamaya.rules import Genome

rule_list("legal_random", "Makes any legal move, each with the same chance.", "legal_random")

# The classics, rule by rule in the order of their papers.
rule_list(
    "internal",
    "Plays safe cards, otherwise discards useless ones or hints and discards by chance.",
    "play_safe > discard_useless > hint_playable_randomly > hint_randomly > discard_randomly",
)
rule_list(
    "outer",
    "Plays safe cards and hints what the next player does not know yet.",
    "play_safe > discard_useless > hint_playable_randomly > hint_unknown > discard_unidentified"
    " > discard_randomly",
)
rule_list(
    "cautious",
    "Plays only what is certain and hints only what fits.",
    "play_identified > play_safe > hint_playable > discard_useless > discard_randomly"
    " > hint_randomly",
)
rule_list(
    "iggi",
    "Plays safe cards, hints fitting ones, discards the oldest.",
    "play_identified > play_safe > hint_playable > discard_useless > discard_oldest"
    " > hint_randomly",
)
rule_list(
    "iggi2",
    "IGGI with calculated risks and more careful discards.",
    "play_hail_mary(0, 2) > play_safe > play_probably_with_lives(60, 2) > discard_useless"
    " > hint_completing > hint_playable > discard_probably_useless(60) > discard_chop"
    " > hint_most_news > discard_oldest > hint_randomly",
)
rule_list(
    "piers",
    "IGGI that takes risks with lives to spare and shows useless cards when hints run short.",
    "play_hail_mary(0, 2) > play_safe > play_probably_with_lives(60, 2) > hint_playable"
    " > hint_useless_when_short(4) > discard_useless > discard_oldest > hint_randomly"
    " > discard_randomly",
)
rule_list(
    "flawed",
    "Plays at 25 % and so loses all lives: a partner to learn about.",
    "play_safe > play_probably(25) > hint_randomly > discard_useless > discard_oldest"
    " > discard_randomly",
)
rule_list(
    "van_den_bergh",
    "Plays at 60 % with lives to spare, hints fitting, then useless, then the most cards.",
    "play_probably_with_lives(60, 2) > play_safe > discard_useless > hint_playable > hint_useless"
    " > hint_most_news > discard_probably_useless(0) > discard_least_critical",
)
rule_list(
    "clivej",
    "Unblocks its partner and tells ill-informed players what to play or to discard.",
    "unblock > play_safe > hint_playable > discard_useless > hint_completing"
    " > hint_useless > hint_most_news > discard_unidentified > discard_highest > discard_oldest",
)


def _risky(percent: Percent = 75, *, name: str) -> Agent:
    rules = f"play_safe > play_probably({percent}) > hint_playable > discard_useless"
    return NativeAgent(name, Genome.parse(f"{rules} > discard_oldest > hint_randomly"))


register(Entry("risky", "Plays whatever is safe enough.", _risky))

# Named after the two fireworks makers of old Edo. Both hint so that the card meant is the chop, or
# else the newest one touched, and read hints so; they differ in what comes first.
rule_list(
    "tamaya",
    "Hints before it plays what it knows, saves cards on the chop: for two players.",
    "play_focus(0) > play_hail_mary(0, 2) > hint_fix > hint_focus(8) > hint_save_read"
    " > play_trusted > play_safe > hint_only > discard_useless > discard_chop > hint_harmless(7)"
    " > discard_held_elsewhere > discard_highest > discard_least_critical > hint_harmless(1)"
    " > discard_oldest",
)
rule_list(
    "kagiya",
    "Plays what it knows before it hints, saves cards on the chop: for three or more players.",
    "play_focus(0) > play_hail_mary(0, 2) > hint_fix > hint_save_idle > play_trusted > play_safe"
    " > hint_focus(8) > hint_save_read > hint_only > discard_useless > discard_chop"
    " > hint_harmless(7) > discard_held_elsewhere > discard_highest > discard_least_critical"
    " > hint_harmless(1) > discard_oldest",
)
