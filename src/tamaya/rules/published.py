"""The published rules by gene number, 0 to 104, as the original program numbers them."""

from __future__ import annotations

from collections.abc import Iterable

from tamaya.game import NotationError
from tamaya.rules.genome import Genome
from tamaya.rules.rule import RuleSpec


def _family(name: str, *arguments: str) -> list[str]:
    return [f"{name}({text})" for text in arguments]


def _just_hinted(percent: int) -> list[str]:
    return [
        f"play_just_hinted(single={single}, newest={newest}, lives=2, percent={percent})"
        for single, newest in ((1, 1), (1, 0), (0, 1), (0, 0))
    ]


_FIFTHS = ("0", "20", "40", "60", "80")
_TENTHS = tuple(str(percent) for percent in range(0, 101, 10))

_NAMES = [
    *("play_finesse", "play_finesse_told", "play_if_certain"),
    *_family("play_probably_safe", *_FIFTHS),
    *("play_safe", "play_unique_possible", "hint_completing", "hint_ones", "hint_last_playable"),
    *("hint_playable", "hint_useless", "hint_dispensable", "hint_finesse", "hint_fives"),
    *("hint_ill_informed", "hint_most(new=0)", "hint_playable_randomly", "hint_playable_next"),
    *("hint_randomly", "hint_unknown"),
    *("discard_highest", "discard_if_certain", "discard_least_likely_necessary"),
    *("discard_oldest", "discard_oldest_unhinted"),
    *_family("discard_probably_useless", *_FIFTHS),
    *("discard_randomly", "discard_safe", "discard_unidentified", "discard_unreachable"),
    *("discard_osawa", "legal_random", "unblock"),
    *_family("play_hail_mary", "0", "10"),
    *(f"play_probably_safe_with_lives(percent={percent}, lives=2)" for percent in _FIFTHS),
    *("hint_dispensable_when_short(4)", "play_probably_safe(25)"),
    "play_just_hinted(single=0, newest=0, lives=0, percent=0)",
    *(name for percent in (0, 60, 80, 100) for name in _just_hinted(percent)),
    *_family("hint_unambiguous", "1", "0"),
    *_family("hint_weighed", "good=1, bad=0", "good=10, bad=-1", "good=2, bad=-1"),
    *["hint_last_incomplete"] * 6,
    *_family("hint_useless_cards", "1", "2", "3", "4", "5"),
    *(f"hint_mistake(unplayable=1, percent={percent})" for percent in _TENTHS),
    *(f"hint_mistake(unplayable=0, percent={percent})" for percent in _TENTHS),
]

GENES: tuple[RuleSpec, ...] = tuple(RuleSpec.parse(f"published.{name}") for name in _NAMES)
"""gene g of the original program is GENES[g]"""


def chromosome(genes: Iterable[int]) -> Genome:
    """The genome of a published chromosome.

    :raises NotationError: if a gene is not a number from 0 to 104
    """
    numbers = list(genes)
    for gene in numbers:
        if not 0 <= gene < len(GENES):
            raise NotationError(f"no gene {gene} (expected 0 to {len(GENES) - 1})")
    return Genome(tuple(GENES[gene] for gene in numbers))
