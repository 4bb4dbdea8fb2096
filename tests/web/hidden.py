"""Random games, and the same games with other cards wherever a viewer cannot see them.

The rules of the game say which cards a viewer cannot see, not the code under test.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from tamaya.game import Card, Move, Seat, Setup, State

SETUPS = (
    "standard",
    "standard players=3",
    "standard players=4",
    "standard players=5",
    "competition",
    "competition players=3",
    "standard players=3 extra_suit=rainbow",
    "standard players=2 extra_suit=single colors=3",
)


@dataclass(frozen=True)
class Deal:
    """A deck and moves that are legal with it."""

    setup: Setup
    deck: tuple[Card, ...]
    moves: tuple[Move, ...]

    def cut(self, turns: int) -> Deal:
        return Deal(self.setup, self.deck, self.moves[:turns])


def random_deal(seed: int) -> Deal:
    """A random game that mostly does not lose its lives at once; sometimes it stops early."""
    rng = random.Random(seed)
    setup = Setup.parse(SETUPS[seed % len(SETUPS)])
    state = State.deal(seed, setup)
    moves: list[Move] = []
    while not state.over and len(moves) < 60:
        legal = state.legal_moves()
        hand = state.hand(state.current)
        draw = rng.random()
        safe = [m for m in legal if m.kind == "play" and hand[m.slot or 0] in state.playable]
        hints = [m for m in legal if m.is_hint]
        discards = [m for m in legal if m.kind == "discard"]
        candidates = (safe if draw < 0.3 else hints if draw < 0.7 else discards) or legal
        moves.append(rng.choice(candidates if draw < 0.97 else legal))
        state.apply(moves[-1])
    return Deal(setup, tuple(state.full_deck), tuple(moves))


def places(deal: Deal) -> tuple[list[list[int | None]], int]:
    """Places in the deck of every hand's cards after the moves, and of the next card to draw."""
    size, players = deal.setup.hand_size, deal.setup.players
    hands: list[list[int | None]] = [
        list(range(seat * size, (seat + 1) * size)) for seat in range(players)
    ]
    drawn, mover = size * players, deal.setup.first_seat
    for move in deal.moves:
        if move.slot is not None:
            new = drawn if drawn < len(deal.deck) else None
            drawn += new is not None
            if deal.setup.refill == "in_place":
                hands[mover][move.slot] = new
            else:
                del hands[mover][move.slot]
                hands[mover] += [] if new is None else [new]
        mover = (mover + 1) % players
    return hands, drawn


def elsewhere(deal: Deal, viewer: Seat | None, seed: int) -> Deal:
    """The same game with hidden cards exchanged in ways that fit all hints.

    Hidden are the deck and the viewer's hand; without a viewer's seat, only the deck.
    """
    rng = random.Random(seed)
    state = State.from_deck(deal.deck, deal.setup)
    for move in deal.moves:
        state.apply(move)
    hands, drawn = places(deal)
    anything = set(deal.setup.cards())
    allowed = dict.fromkeys(range(drawn, len(deal.deck)), anything)
    if viewer is not None:
        for place, known in zip(hands[viewer], state.knowledge(viewer), strict=False):
            if place is not None:
                colors, ranks = known.colors, known.ranks
                allowed[place] = {c for c in anything if c.color in colors and c.rank in ranks}
    deck = list(deal.deck)
    hidden = sorted(allowed)
    for _ in range(3 * len(hidden)):
        a, b = rng.choice(hidden), rng.choice(hidden)
        if deck[a] in allowed[b] and deck[b] in allowed[a]:
            deck[a], deck[b] = deck[b], deck[a]
    return Deal(deal.setup, tuple(deck), deal.moves)
