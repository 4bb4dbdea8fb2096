"""Tamaya's own agents: lists of rules from the `tamaya` rulebook, for 2 to 5 players."""

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
    "Plays safe cards and discards useless ones, otherwise hints or discards at random.",
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
    "Plays only safe cards, and hints playable cards before it discards.",
    "play_identified > play_safe > hint_playable > discard_useless > discard_randomly"
    " > hint_randomly",
)
rule_list(
    "iggi",
    "Plays safe cards, hints playable ones, discards the oldest.",
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
    "IGGI that takes risks with lives to spare and hints useless cards when hint tokens run short.",
    "play_hail_mary(0, 2) > play_safe > play_probably_with_lives(60, 2) > hint_playable"
    " > hint_useless_when_short(4) > discard_useless > discard_oldest > hint_randomly"
    " > discard_randomly",
)
rule_list(
    "flawed",
    "Plays cards that are playable with 25 % probability, and so loses its lives.",
    "play_safe > play_probably(25) > hint_randomly > discard_useless > discard_oldest"
    " > discard_randomly",
)
rule_list(
    "van_den_bergh",
    "Plays at 60 % probability with lives to spare; hints playable, then useless, then most cards.",
    "play_probably_with_lives(60, 2) > play_safe > discard_useless > hint_playable > hint_useless"
    " > hint_most_news > discard_probably_useless(0) > discard_least_critical",
)
rule_list(
    "clivej",
    "Unblocks its partner and hints cards to play or discard to players who know little.",
    "unblock > play_safe > hint_playable > discard_useless > hint_completing"
    " > hint_useless > hint_most_news > discard_unidentified > discard_highest > discard_oldest",
)


def _risky(percent: Percent = 75, *, name: str) -> Agent:
    rules = f"play_safe > play_probably({percent}) > hint_playable > discard_useless"
    return NativeAgent(name, Genome.parse(f"{rules} > discard_oldest > hint_randomly"))


register(Entry("risky", "Plays cards that are playable with at least this probability.", _risky))

# Named after the two fireworks makers of old Edo. Both share a convention: a hint is about the chop
# card if it touches the chop, otherwise about the newest touched card. Their priorities differ.
rule_list(
    "tamaya",
    "For two players: hints before it plays known cards, and saves cards on the chop.",
    "play_focus(0) > play_hail_mary(0, 2) > hint_fix > hint_focus(8) > hint_save_read"
    " > play_trusted > play_safe > hint_only > discard_useless > discard_chop > hint_harmless(7)"
    " > discard_held_elsewhere > discard_highest > discard_least_critical > hint_harmless(1)"
    " > discard_oldest",
)
rule_list(
    "kagiya",
    "For three or more players: plays known cards before it hints, and saves cards on the chop.",
    "play_focus(0) > play_hail_mary(0, 2) > hint_fix > hint_save_idle > play_trusted > play_safe"
    " > hint_focus(8) > hint_save_read > hint_only > discard_useless > discard_chop"
    " > hint_harmless(7) > discard_held_elsewhere > discard_highest > discard_least_critical"
    " > hint_harmless(1) > discard_oldest",
)
