"""What everybody can see of a position. Computed once per move, for all viewers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from tamaya.game import Card, Knowledge, Seat, View
from tamaya.web.game.card_sets import Cards, CardSets, cards
from tamaya.web.game.protocol import Discarded


class PublicTable:
    """The public part of a position. Every seat's view has the same."""

    def __init__(self, view: View, sets: CardSets) -> None:
        self.view = view
        """any view of the position; only its public part is read here"""
        self.setup = view.setup
        self.sets = sets
        self.playable = cards(view.playable)
        self.dead = cards(view.dead)
        """cards that will never score"""
        self.critical = cards(view.critical)
        """cards that are still needed and have one copy left"""
        self.fireworks = view.fireworks

    @cached_property
    def knowledge(self) -> tuple[Sequence[Knowledge], ...]:
        """What each seat knows about its cards from hints."""
        return tuple(self.view.knowledge(seat) for seat in range(self.setup.players))

    @cached_property
    def _possible(self) -> tuple[tuple[Cards, ...], ...]:
        by_hints = self.sets.by_hints
        return tuple(tuple(map(by_hints, hand)) for hand in self.knowledge)

    def by_hints(self, seat: Seat, slot: int) -> Cards:
        """Cards that are possible for a slot by all hints."""
        return self._possible[seat][slot]

    @cached_property
    def played(self) -> Cards:
        """Cards in the fireworks."""
        heights = self.fireworks.items()
        return cards(Card(f"{c}{r}") for c, height in heights for r in range(1, height + 1))

    @cached_property
    def ceiling(self) -> int:
        """Points that can still be reached."""
        return self.view.score + (self.sets.every & ~self.dead).bit_count()

    @cached_property
    def gone(self) -> dict[Cards, int]:
        """How many copies of each card were discarded or misplayed, by the card's bit."""
        copies: dict[Cards, int] = {}
        for card in self.view.discards:
            bit = 1 << card.index
            copies[bit] = copies.get(bit, 0) + 1
        return copies

    def used_up(self, hands: Sequence[Sequence[Card | None]]) -> Cards:
        """Cards of which all copies are on the table or in these hands."""
        seen = self.gone.copy()
        for hand in hands:
            for card in hand:
                if card is not None:
                    bit = 1 << card.index
                    seen[bit] = seen.get(bit, 0) + 1
        used = 0
        for _, _, bit, copies in self.sets.kinds:
            if seen.get(bit, 0) + (self.played & bit != 0) == copies:
                used |= bit
        return used

    @cached_property
    def cards(self) -> tuple[Discarded, ...]:
        """What became of the copies of every card."""
        played, gone, critical = self.played, self.gone, self.critical
        dead = self.dead & ~played
        views = []
        for _, text, bit, copies in self.sets.kinds:
            copies_gone, is_played = gone.get(bit, 0), played & bit != 0
            left = copies - copies_gone - is_played
            views.append(
                Discarded(text, copies_gone, left, is_played, dead & bit != 0, critical & bit != 0)
            )
        return tuple(views)
