"""Sets of cards as bit masks, and the sets that hints of a set-up name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from tamaya.game import Card, Knowledge, Move, Setup

Cards = int
"""A set of cards: bit `Card.index` stands for a card."""

RAINBOW = "m"


def cards(members: Iterable[Card]) -> Cards:
    """The set of these cards."""
    bits = 0
    for card in members:
        bits |= 1 << card.index
    return bits


class CardSets:
    """The cards of one set-up. Get it from `card_sets`, which computes it once per set-up."""

    def __init__(self, setup: Setup) -> None:
        copies = Counter(setup.cards())
        self.kinds = tuple((card, str(card), 1 << card.index, n) for card, n in copies.items())
        """every card with its text, its bit and its number of copies, by color and rank"""
        self.every = cards(copies)
        self._colors = {c: cards(k for k in copies if k.color == c) for c in setup.suits}
        self._ranks = {
            r: cards(k for k in copies if k.rank == r) for r in range(1, setup.ranks + 1)
        }
        self._rainbow = self._colors[RAINBOW] if setup.extra_suit == "rainbow" else 0
        self._unions: dict[str | tuple[int, ...], Cards] = {}

    def hinted(self, move: Move) -> Cards:
        """All cards that a hint would touch."""
        if move.rank is not None:
            return self._ranks[move.rank]
        return self._colors[move.color or ""] | self._rainbow

    def by_hints(self, knowledge: Knowledge) -> Cards:
        """Cards that are possible for a slot by all hints."""
        return self._of_colors(knowledge.colors) & self._of_ranks(knowledge.ranks)

    def _of_colors(self, letters: str) -> Cards:
        if letters not in self._unions:
            self._unions[letters] = sum(self._colors[letter] for letter in letters)
        return self._unions[letters]

    def _of_ranks(self, ranks: Sequence[int]) -> Cards:
        key = tuple(ranks)
        if key not in self._unions:
            self._unions[key] = sum(self._ranks[rank] for rank in key)
        return self._unions[key]


@lru_cache(maxsize=64)
def card_sets(setup: Setup) -> CardSets:
    """The sets of a set-up. Hashing a set-up takes microseconds, so keep the result."""
    return CardSets(setup)
