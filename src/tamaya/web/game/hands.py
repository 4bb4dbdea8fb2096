"""Tracks the cards in all hands by public events: their keys and their hints.

A card's key is the seat that holds it and the number of cards that the seat drew before it. This is
public, so keys reveal nothing about cards or their order in the deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from tamaya.game import Card, Event, Move, Seat, Setup
from tamaya.web.game.protocol import HintMark

Cards = int
"""A set of cards: bit `Card.index` stands for a card."""

RAINBOW = "m"


def cards(members: Iterable[Card]) -> Cards:
    """The set of these cards."""
    bits = 0
    for card in members:
        bits |= 1 << card.index
    return bits


@lru_cache(maxsize=64)
def _by_color_and_rank(setup: Setup) -> tuple[dict[str, Cards], dict[int, Cards]]:
    every = set(setup.cards())
    colors = {c: cards(card for card in every if card.color == c) for c in setup.suits}
    ranks = {r: cards(card for card in every if card.rank == r) for r in range(1, setup.ranks + 1)}
    return colors, ranks


@lru_cache(maxsize=4096)
def product(setup: Setup, colors: frozenset[str], ranks: frozenset[int]) -> Cards:
    """All cards of the set-up with one of these colors and one of these ranks."""
    by_color, by_rank = _by_color_and_rank(setup)
    of_colors = of_ranks = 0
    for color in colors:
        of_colors |= by_color[color]
    for rank in ranks:
        of_ranks |= by_rank[rank]
    return of_colors & of_ranks


@lru_cache(maxsize=64)
def kinds(setup: Setup) -> tuple[tuple[Card, str, int], ...]:
    """Every card of the set-up with its text and its number of copies, by color and rank."""
    return tuple((card, str(card), copies) for card, copies in Counter(setup.cards()).items())


def hinted(setup: Setup, move: Move) -> Cards:
    """All cards that a hint would touch."""
    by_color, by_rank = _by_color_and_rank(setup)
    if move.rank is not None:
        return by_rank[move.rank]
    rainbow = by_color[RAINBOW] if setup.extra_suit == "rainbow" else 0
    return by_color[move.color or ""] | rainbow


@dataclass(frozen=True)
class HeldCard:
    """One card in a hand, without its color and rank."""

    key: str
    colors: frozenset[str]
    """colors that are possible by the hints that touched it"""
    ranks: frozenset[int]
    hints: tuple[HintMark, ...] = ()

    def hinted(self, mark: HintMark, values: frozenset[str] | frozenset[int]) -> HeldCard:
        """The same card after a hint of these colors or ranks touched it."""
        color = next(iter(values), "")
        hints = (*self.hints, mark)
        if isinstance(color, str):
            return replace(self, colors=self.colors & values, hints=hints)
        return replace(self, ranks=self.ranks & values, hints=hints)


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
        ranks = frozenset(range(1, self.setup.ranks + 1))
        return HeldCard(key, frozenset(self.setup.suits), ranks)

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
        hand = self.seats[event.target]
        for slot in event.touched:
            card = hand[slot]
            assert card is not None
            hand[slot] = card.hinted(mark, _hinted_values(event, self.setup))
        return tuple(card.key for slot in event.touched if (card := hand[slot]))


def hint_value(event: Event) -> str:
    """The color letter or the rank of a hint."""
    assert event.move is not None
    return event.move.color or str(event.move.rank)


def _hinted_values(event: Event, setup: Setup) -> frozenset[str] | frozenset[int]:
    assert event.move is not None
    if event.move.rank is not None:
        return frozenset({event.move.rank})
    rainbow = {RAINBOW} if setup.extra_suit == "rainbow" else set()
    return frozenset({event.move.color or ""} | rainbow)
