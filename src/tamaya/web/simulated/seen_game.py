"""A position as a player may know it, rebuilt from what the page was sent.

Agents decide by a `View`, and a page receives text. Any deck that agrees with all that the player
saw gives the same view, so one such deck is made up and the moves are replayed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import UNSET

from tamaya.errors import TamayaError
from tamaya.game import Card, Setup, State
from tamaya.web.game.protocol import TableView, TurnEntry

CardText = str


def made_up_start(setup: Setup, seat: int, log: Sequence[TurnEntry], table: TableView) -> State:
    """The start of a game that looks like the real one to the seat; hidden cards are made up.

    After the moves of the log, the view from the seat is the real one.

    :raises TamayaError: if no deck agrees with what the page was sent
    """
    deck = [str(card) for card in setup.cards()]
    known, hands = _known(setup, log, len(deck))
    for other in table.seats:
        for card in other.hand:
            if card.card is not UNSET:
                known[_place(hands[other.seat], card.slot)] = card.card
    left = Counter(deck) - Counter(known.values())
    own = {
        _place(hands[seat], card.slot): card.negative
        for card in table.seats[seat].hand
        if card.card is UNSET
    }
    chosen = _chosen(list(own.items()), left)
    if chosen is None:
        raise TamayaError(f"no hand of seat {seat} agrees with what the page was sent")
    known |= chosen
    rest = iter((left - Counter(chosen.values())).elements())
    cards = [Card(known[place] if place in known else next(rest)) for place in range(len(deck))]
    return State.from_deck(cards, setup)


def _known(
    setup: Setup, log: Sequence[TurnEntry], size: int
) -> tuple[dict[int, CardText], list[list[int | None]]]:
    """Cards that left hands, by their places in the deck, and the places that hands hold now."""
    start = State.deal(0, setup)
    many = len(start.hand(0))
    hands: list[list[int | None]] = [
        list(range(many * seat, many * (seat + 1))) for seat in range(setup.players)
    ]
    drawn, known = many * setup.players, {}
    for entry in log:
        if entry.card is UNSET:
            continue
        hand, slot = hands[entry.seat], int(entry.move.split()[1])
        known[_place(hand, slot)] = entry.card
        new = drawn if drawn < size else None
        drawn += 1
        if setup.refill == "in_place":
            hand[slot] = new
        else:
            del hand[slot]
            hand += [] if new is None else [new]
    return known, hands


def _place(hand: Sequence[int | None], slot: int) -> int:
    place = hand[slot]
    if place is None:
        raise TamayaError(f"slot {slot} is empty")
    return place


def _chosen(
    slots: Sequence[tuple[int, int]], left: Counter[CardText]
) -> dict[int, CardText] | None:
    """A card for each slot among those that hints allow and that are left, or None."""
    if not slots:
        return {}
    (place, mask), *others = slots
    for text in sorted(left):
        if left[text] and mask >> Card(text).index & 1:
            rest = _chosen(others, left - Counter([text]))
            if rest is not None:
                return {place: text, **rest}
    return None
