"""Tracks the cards in all hands by public events: their keys and their hints.

A card's key is the seat that holds it and the number of cards that the seat drew before it. This is
public, so keys reveal nothing about cards or their order in the deck.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tamaya.game import Event, Seat, Setup
from tamaya.web.game.card_sets import Cards, card_sets
from tamaya.web.game.protocol import HintMark


@dataclass(frozen=True)
class HeldCard:
    """One card in a hand, without its color and rank."""

    key: str
    positive: Cards
    """cards that are possible by the hints that touched it"""
    hints: tuple[HintMark, ...] = ()

    def hinted(self, mark: HintMark, named: Cards) -> HeldCard:
        """The same card after a hint touched it that names these cards."""
        return replace(self, positive=self.positive & named, hints=(*self.hints, mark))


@dataclass(frozen=True)
class TrackedEvent:
    """An event, with the keys of its cards."""

    event: Event
    turn: int
    key: str | None
    """key of the card played or discarded"""
    touched: tuple[str, ...]
    """keys of the cards that a hint touched"""


class Hands:
    """All hands of a game. `follow` updates them after each event."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.sets = card_sets(setup)
        self.turn = 0
        self._drawn = [0] * setup.players
        self.places: dict[str, int] = {}
        """place of each card in the deck, by key: for exports of finished games, never for pages"""
        self.seats: list[list[HeldCard | None]] = [
            [self._draw(seat) for _ in range(setup.hand_size)] for seat in range(setup.players)
        ]

    def _draw(self, seat: Seat) -> HeldCard:
        key = f"{seat}-{self._drawn[seat]}"
        self._drawn[seat] += 1
        self.places[key] = len(self.places)
        return HeldCard(key, self.sets.every)

    def follow(self, event: Event) -> TrackedEvent:
        """Updates the hands after an event."""
        tracked = TrackedEvent(event, self.turn, self._leave(event), self._touch(event))
        self.turn += 1
        return tracked

    def _leave(self, event: Event) -> str | None:
        slot = None if event.move is None else event.move.slot
        if slot is None:
            return None
        hand = self.seats[event.actor]
        card = hand[slot]
        assert card is not None
        new_card = self._draw(event.actor) if event.drew else None
        if self.setup.refill == "in_place":
            hand[slot] = new_card
        else:
            del hand[slot]
            hand += [new_card] if new_card else []
        return card.key

    def _touch(self, event: Event) -> tuple[str, ...]:
        if event.target is None or event.move is None:
            return ()
        mark = HintMark(self.turn, event.actor, hint_value(event))
        hand, named = self.seats[event.target], self.sets.hinted(event.move)
        for slot in event.touched:
            card = hand[slot]
            assert card is not None
            hand[slot] = card.hinted(mark, named)
        return tuple(card.key for slot in event.touched if (card := hand[slot]))


def hint_value(event: Event) -> str:
    """The color letter or the rank of a hint."""
    assert event.move is not None
    return event.move.color or str(event.move.rank)
